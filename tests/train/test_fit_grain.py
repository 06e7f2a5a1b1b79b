"""Training `grain` on a handful of invented pages, on from the shipped model."""

from __future__ import annotations

from pathlib import Path

import pytest

from zrno.classify.grain_model import FILE, load
from zrno.classify.models import DataUsed, locate, read_card
from zrno.errors import OptionError, SourceError, SourceMissing
from zrno.train import grain_fit
from zrno.train.datasets import Example
from zrno.train.fit_grain import MIN_PAGES, THRESHOLDS, TRAINER, grafted
from zrno.train.trainer import FOLDS, Job, fold_folder

LINES = (
    "The river rose by two metres during the night and flooded the lower part of the town near the mill.",
    "Firemen carried people from their houses in boats, and nobody was hurt in all of the long night.",
    "The mayor said that a new wall would be built before the next winter comes, if the money is found.",
    "Schools stayed closed on Monday, and the railway stopped its trains until noon, to be on the safe side.",
    "On Tuesday the water went back, and the cleaning of cellars and shops could begin in the sunshine.",
)


def example(number: int, gold: str | None = None, **fields: str) -> Example:
    lines = [f"{line} Report {number}." for line in LINES]
    body = "".join(f"<p>{line}</p>" for line in lines)
    html = (
        f"<title>Flood</title><ul><li><a href=/>Home</a></li></ul><div class=story>{body}</div><p>Terms</p>"
    )
    text = "\n".join(lines) if gold is None else gold
    return Example(str(number), "invented", f"paper{number}.example", html.encode(), text, fields)


def job(folder: Path, examples: list[Example], start: str = "grain", cross: bool = False) -> Job:
    data = (DataUsed("invented", len(examples), "Apache-2.0", "this test"),)
    return Job(examples, folder, data, "zrno train grain invented", 3, lambda _: None, start, cross)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two rounds are enough to see that it is the same work."""
    monkeypatch.setattr(grain_fit, "MORE_EPOCHS", 2)


def test_a_model_with_its_card_is_written(tmp_path: Path) -> None:
    folder = tmp_path / "flood"
    folder.mkdir()
    card = TRAINER.fit(job(folder, [example(number) for number in range(4)]))
    assert read_card(folder) == card
    assert (card.name, card.method, card.file, card.seed) == ("flood", "grain", FILE, 3)
    assert card.summary == "grain trained on 4 pages from grain"
    assert card.command == "zrno train grain invented"
    assert card.data == (DataUsed("invented", 4, "Apache-2.0", "this test"),)
    made, start = load(str(folder)), load("grain")
    assert made.thresholds == THRESHOLDS
    assert made.columns == start.columns
    assert made.tables.names == start.tables.names
    assert (made.network["in.w"] != start.network["in.w"]).any()
    assert (made.network["mean"] == start.network["mean"]).all()


def test_too_few_pages_from_nothing(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="2 pages are too few") as caught:
        TRAINER.fit(job(tmp_path, [example(1), example(2)], start=""))
    assert str(MIN_PAGES) in caught.value.hint
    assert "--start grain" in caught.value.hint
    assert list(tmp_path.iterdir()) == []


def test_gold_of_other_pages(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="no page with its gold"):
        TRAINER.fit(
            job(tmp_path, [example(1, "Not a word of this stands on the page, whatever you say. " * 4)])
        )


def test_a_start_that_is_not_there_or_of_another_method(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no model 'barley'"):
        TRAINER.fit(job(tmp_path, [example(1)], start="barley"))
    for other in ("texttractor", "victor"):
        assert locate(other)
        with pytest.raises(SourceError, match="cannot be read"):
            TRAINER.fit(job(tmp_path, [example(1)], start=other))


def test_a_model_for_each_fold(tmp_path: Path) -> None:
    examples = [example(number) for number in range(12)]
    TRAINER.fit(job(tmp_path, examples, cross=True))
    folders = [fold_folder(tmp_path, part) for part in range(FOLDS)]
    counts = [int(read_card(folder).summary.split()[3]) for folder in folders]
    assert sum(len(examples) - count for count in counts) == len(examples)
    assert read_card(tmp_path).summary.startswith("grain trained on 12 pages")


def test_some_articles_are_grafted_always_the_same() -> None:
    examples = [example(number) for number in range(200)]
    found = grafted(examples, 0)
    assert 0.12 * 200 < len(found) < 0.32 * 200
    assert [each.html for each in found] == [each.html for each in grafted(examples, 0)]
    drawn = {each.id.removesuffix("+comments") for each in found}
    # Who is drawn depends on the page alone, not on its neighbours.
    again = {each.id.removesuffix("+comments") for each in grafted(examples[:100], 0)}
    assert again == {name for name in drawn if int(name) < 100}


def test_only_pages_that_readers_may_comment_are_grafted() -> None:
    assert not grafted([example(number, page_type="forum") for number in range(50)], 0)
    assert grafted([example(number, page_type="article") for number in range(50)], 0)
