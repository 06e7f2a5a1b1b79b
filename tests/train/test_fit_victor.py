"""Training victor on a few invented pages: labels from gold, folds by site, a model that can be used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.classify.models import Card, DataUsed, read_card
from zrno.classify.victor import label_pieces
from zrno.classify.victor_options import VictorOptions
from zrno.config import Limits
from zrno.errors import OptionError
from zrno.model import Page
from zrno.train.datasets import Example
from zrno.train.fit_victor import MEASURES, TRAINER, everything, fit, oracle, prepare, score
from zrno.train.trainer import Job

SENTENCES = (
    "The council met on Tuesday and decided to repair the old bridge.",
    "Heavy rain is expected in the north, with floods along both rivers.",
    "A new line of trams will connect the hospital with the main station.",
    "The museum opens the largest exhibition of maps drawn three centuries ago.",
    "Farmers say the harvest of apples was the best of the last ten years.",
)
MENU = "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(6))


def example(number: int, *, marked: bool = True) -> Example:
    """One page of a site of its own: a heading, paragraphs with a bold word, a list, a menu."""
    texts = [f"{SENTENCES[(number + step) % len(SENTENCES)]} Part {number} of {step}." for step in range(5)]
    body = "".join(f"<p>{text.replace('the', '<b>the</b>', 1)}</p>" for text in texts[:4])
    html = (
        f"<title>Paper</title><ul>{MENU}</ul><h1>News number {number}</h1>{body}"
        f"<ul><li>{texts[4]}</ul><p><a href=/>home</a></p>"
    )
    units = [("h", f"News number {number}"), *(("p", text) for text in texts[:4]), ("l", texts[4])]
    markup = "\n".join(f"<{kind}>{text}" for kind, text in units)
    gold = "\n".join(text for _, text in units)
    return Example(
        f"{number}", "small", f"{number}.example", html.encode(), gold, {}, markup if marked else None
    )


def job(out: Path, examples: Sequence[Example], said: list[str] | None = None) -> Job:
    data = (DataUsed("small", len(examples), "none", "invented"),)
    report = (said if said is not None else []).append
    return Job(examples, out, data, "zrno train victor small", seed=0, report=report)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Card, list[str]]:
    folder = tmp_path_factory.mktemp("model") / "mine"
    folder.mkdir()
    said: list[str] = []
    return folder, fit(job(folder, [example(number) for number in range(12)], said)), said


def test_labels_come_from_gold(tmp_path: Path) -> None:
    pages = prepare(job(tmp_path, [example(number) for number in range(6)]))
    # title, six entries of the menu, heading, paragraphs in three pieces, item, link
    assert "".join(pages[0].labels) == "o" + 6 * "o" + "h" + 4 * "pcc" + "l" + "o"


def test_without_marks_the_tags_tell_the_kinds(tmp_path: Path) -> None:
    pages = prepare(job(tmp_path, [example(number, marked=False) for number in range(6)]))
    assert "".join(pages[0].labels) == "o" + 6 * "o" + "h" + 4 * "pcc" + "l" + "o"


def test_scores_of_a_page(tmp_path: Path) -> None:
    page = prepare(job(tmp_path, [example(number) for number in range(6)]))[0]
    best = oracle(page)
    assert (best.text, best.markup) == (1, 1)
    plain = everything(page)
    assert plain.pieces == 21
    assert plain.sided == 14  # all but six entries and one link
    assert 0.5 < plain.markup < plain.text < 1
    certain = np.array([[float(label == each) for each in "hplco"] for label in page.labels])
    assert score(page, certain) == best


def test_the_card_has_the_figures_of_folds_and_sets(trained: tuple[Path, Card, list[str]]) -> None:
    folder, card, said = trained
    assert read_card(folder) == card
    assert card.name == "mine"
    assert card.data == (DataUsed("small", 12, "none", "invented"),)
    sets = {figure.set for figure in card.figures}
    assert {"all folds", "small"} <= sets
    assert any(each.startswith("fold ") for each in sets)
    own = {figure.measure: figure for figure in card.figures if figure.set == "small"}
    assert set(MEASURES.values()) <= own.keys()
    for figure in own.values():
        assert figure.low <= figure.value <= figure.high
    assert own[MEASURES["text"]].baseline == pytest.approx(100 * np.mean([0.9]), abs=10)
    assert said[0] == "12 of 12 sampled pages can be aligned"


def test_the_model_labels_another_page(trained: tuple[Path, Card, list[str]]) -> None:
    page = Page(parse_tree(example(40).html.decode(), limits=Limits()))
    found = label_pieces(split(page), options=VictorOptions(model=str(trained[0])))
    assert "".join(found.labels)[7:] == "h" + 4 * "pcc" + "l" + "o"


def test_one_site_is_too_few(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="too few sites"):
        fit(job(tmp_path, [example(1), example(1)]))
    assert TRAINER.name == "victor"
