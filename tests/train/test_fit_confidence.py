"""The fit of the confidence: its measure by hand, and a model that finds what was put in."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.document.confidence import RIGHT
from zrno.train.fit_confidence import Row, area, crossed, fit


def row(number: int, *, found: bool, date: float) -> Row:
    values = dict.fromkeys(RIGHT, 0.5) | {"date": date, "share": 0.3, "brief": (number % 7) / 20}
    return Row("article" if found else "listing", "wcxb-dev", f"site{number}.example", found, values)


def rows() -> list[Row]:
    """Pages with a date are found; every tenth is an exception."""
    return [
        row(number, found=(number % 2 == 0) != (number % 10 == 5), date=float(number % 2 == 0))
        for number in range(200)
    ]


@pytest.mark.parametrize(
    ("scores", "found", "wanted"),
    [
        ([0.1, 0.4, 0.6, 0.9], [0, 0, 1, 1], 1.0),
        ([0.9, 0.6, 0.4, 0.1], [0, 0, 1, 1], 0.0),
        ([0.1, 0.6, 0.4, 0.9], [0, 0, 1, 1], 0.75),
        ([0.5, 0.5, 0.5, 0.5], [0, 1, 0, 1], 0.5),
    ],
)
def test_area_by_hand(scores: list[float], found: list[int], wanted: float) -> None:
    assert area(np.array(scores), np.array(found, dtype=float)) == wanted


def test_the_fit_finds_the_signal_that_decides() -> None:
    bias, weights, means = fit(rows())
    by_name = dict(zip(RIGHT, weights, strict=True))
    assert by_name["date"] > 1.5
    assert abs(by_name["brief"]) < 1.5
    assert by_name["author"] == pytest.approx(0.0, abs=1e-6)
    assert bias < 0
    assert dict(zip(RIGHT, means, strict=True))["date"] == 0.5


def test_folds_score_pages_of_sites_they_have_not_seen() -> None:
    scores = crossed(rows())
    found = np.array([float(each.found) for each in rows()])
    assert area(scores, found) == pytest.approx(0.9, abs=0.05)
    assert ((scores > 0) & (scores < 1)).all()
