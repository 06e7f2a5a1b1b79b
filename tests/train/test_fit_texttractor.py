"""Training `texttractor` on a handful of invented pages."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zrno.classify.models import Card, DataUsed, read_card
from zrno.classify.texttractor_network import FILE, load
from zrno.errors import OptionError
from zrno.train.datasets import Example, fold
from zrno.train.fit_texttractor import FOLDS, MAX_PAGES, TRAINER, count, prepare, stack
from zrno.train.trainer import Job

SENTENCES = (
    "The river rose by two metres during the night and flooded the lower part of the town.",
    "Firemen carried people from their houses in boats, and nobody was hurt.",
    "The mayor said that a new wall would be built before the next winter comes.",
    "Schools stayed closed on Monday, and the railway stopped its trains until noon.",
)


def example(number: int, *, gold: str | None = None, source: str = "invented") -> Example:
    paragraphs = [f"{sentence} Report {number}." for sentence in SENTENCES]
    menu = "".join(f"<li><a href=/{item}>Rubric {item}</a></li>" for item in range(6))
    body = "".join(f"<p>{text}</p>" for text in paragraphs)
    html = (
        f"<title>Flood {number}</title><ul>{menu}</ul><div class=content><h1>Flood {number}</h1>{body}</div>"
        f"<div><a href=/terms>Terms</a> | © 2014 | <a href=/help>Help</a></div>"
    )
    text = "\n".join([f"Flood {number}", *paragraphs]) if gold is None else gold
    return Example(str(number), source, f"paper{number % 6}.example", html.encode(), text, {})


def job(folder: Path, examples: list[Example], said: list[str] | None = None) -> Job:
    data = (DataUsed("invented", 99, "Apache-2.0", "this test"),)
    report = said.append if said is not None else lambda _: None
    return Job(examples, folder, data, "zrno train texttractor invented", 0, report)


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Card, list[str]]:
    folder = tmp_path_factory.mktemp("flood")
    said: list[str] = []
    return folder, TRAINER.fit(job(folder, [example(number) for number in range(18)], said)), said


def test_labels_and_inputs_of_a_page(tmp_path: Path) -> None:
    pages = prepare(job(tmp_path, [example(number) for number in range(6)]))
    assert [page.right.tolist() for page in pages] == [[False] * 6 + [True] * 5 + [False]] * 6
    inputs, targets = stack(pages)
    assert inputs.shape == (72, 78)
    assert targets[:12].tolist() == [-1] * 6 + [1] * 5 + [-1]


def test_pages_whose_gold_is_elsewhere_and_repeated_texts_are_left_out(tmp_path: Path) -> None:
    foreign = example(7, gold="Nothing of this stands on the page, not one single sentence of it all. " * 5)
    examples = [*(example(number) for number in range(6)), example(3), foreign]
    said: list[str] = []
    assert len(prepare(job(tmp_path, examples, said))) == 6
    assert said == ["6 of 7 sampled pages can be aligned"]


def test_a_large_set_is_sampled_the_same_way_each_time(tmp_path: Path) -> None:
    examples = [example(number) for number in range(MAX_PAGES + 5)]
    first, again = (prepare(job(tmp_path, examples)) for _ in range(2))
    assert len(first) == MAX_PAGES
    assert [page.site for page in first] == [page.site for page in again]


def test_counts_by_hand(tmp_path: Path) -> None:
    page = prepare(job(tmp_path, [example(number) for number in range(6)]))[0]
    scores = np.full(12, -1.0)
    scores[[0, 7, 8, 9]] = 1  # a menu entry and three of the five right blocks
    measures = count([page], [scores], False).measures(np.ones((1, 1)))
    assert {name: values[0] for name, values in measures.items()} == pytest.approx(
        {
            "block accuracy": 9 / 12,
            "block F1": 6 / 9,
            "right blocks found": 3 / 5,
            "wrong blocks per right block": 1 / 5,
        }
    )
    after = count([page], [scores], True).measures(np.ones((1, 1)))
    assert after["right blocks found"][0] == 1  # the heading by the title, the last paragraph by its path
    assert after["wrong blocks per right block"][0] == 0


def test_the_card_and_the_network_are_written(trained: tuple[Path, Card, list[str]]) -> None:
    folder, card, _ = trained
    assert read_card(folder) == card
    assert (folder / FILE).stat().st_size < 200_000
    assert card.name == folder.name
    assert [(each.name, each.pages) for each in card.data] == [("invented", 18)]
    assert load(folder).weights[0].shape == (79, 39)


def test_the_figures_are_of_sites_held_out(trained: tuple[Path, Card, list[str]]) -> None:
    _, card, said = trained
    figures = {figure.measure: figure for figure in card.figures}
    assert len(card.figures) == len(figures) == 8  # four measures, with post-analysis and without
    best = figures["block F1, with post-analysis"]
    assert best.pages == 18
    assert best.low <= best.value <= best.high
    assert best.value > 0.9
    assert best.baseline == pytest.approx(2 * 5 / (12 + 5), abs=1e-4)  # all blocks marked
    sites = {f"paper{number}.example" for number in range(6)}
    assert sum(line.startswith("fold ") for line in said) == len({fold(site, FOLDS) for site in sites})


def test_pages_of_one_site_are_too_few(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="too few sites"):
        TRAINER.fit(job(tmp_path, [example(0), example(6)]))
