"""Fitting the weights: right features get more, the prior holds where pages say nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zrno.train import fit_fields
from zrno.train.fit_fields import Choice, fit

GOOD, BAD = frozenset({"good", "common"}), frozenset({"bad", "common"})


def test_what_marks_the_gold_is_worth_more() -> None:
    weights = fit([Choice((GOOD, BAD), (True, False))] * 20, penalty=1.0, prior=0.0)
    assert weights["good"] > 0.5
    assert weights["bad"] == pytest.approx(-weights["good"], abs=1e-2)
    assert weights["common"] == pytest.approx(0.0, abs=1e-2)
    assert list(weights) == sorted(weights, key=lambda name: -weights[name])


def test_the_prior_is_the_log_odds() -> None:
    choices = [Choice((GOOD,), (True,))] * 9  # a page with one candidate teaches nothing
    weights = fit(choices, penalty=5.0, prior=0.5)
    assert weights["good"] == pytest.approx(0.5 * 2.302585, abs=1e-3)  # log((9 + 1) / (0 + 1))


def test_pages_without_a_right_candidate_are_left_out() -> None:
    assert fit([Choice((GOOD, BAD), (False, False))], penalty=1.0, prior=0.0) == {}


def test_weight_of_a_page_counts() -> None:
    choices = [Choice((GOOD, BAD), (True, False), weight=3.0), Choice((GOOD, BAD), (False, True))]
    assert fit(choices, penalty=1.0, prior=0.0)["good"] > 0


def test_tables_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    html = "<title>Mlýn mele | Listy</title><h1>Mlýn mele</h1><p>3. 5. 2021</p><p>Mlynář opravil mlýn.</p>"
    rows = [
        {
            "id": str(n),
            "html": html.encode(),
            "gold": "Mlynář opravil mlýn.",
            "fields": json.dumps({"title": "Mlýn mele", "date": "2021-05-03", "url": f"https://{n}.cz/"}),
        }
        for n in range(6)
    ]
    parquet.write_table(arrow.Table.from_pylist(rows), tmp_path / "small.parquet")
    assert fit_fields.main([str(tmp_path), "--sets", "small"]) == 0
    printed = capsys.readouterr().out
    assert '"h1":' in printed.partition("date:")[0]
    assert '"first":' in printed.partition("date:")[2]


def test_missing_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fit_fields.main([str(tmp_path)]) == 1
    assert "no data set" in capsys.readouterr().err
