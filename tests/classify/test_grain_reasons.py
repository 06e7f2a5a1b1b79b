"""Why a block was kept or dropped, told when somebody asks."""

from __future__ import annotations

import re

import numpy as np
import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, measure, split
from zrno.classify.grain import batch_of, label
from zrno.classify.grain_features import view
from zrno.classify.grain_model import load
from zrno.classify.grain_options import GrainOptions
from zrno.classify.grain_reasons import FAMILIES, SHOWN, Reasons, _families
from zrno.config import Limits
from zrno.model import Label, Page

LINE = "The ferry across the lake runs again from Saturday, the council decided on Monday, and it is free. "
HTML = (
    "<title>The ferry runs again</title><ul class=menu><li><a href=/>Home</a></li><li><a href=/n>News</a>"
    f"</ul><article><h1>The ferry runs again</h1><p>{LINE}</p><p>{LINE * 2}</p></article>"
    "<div id=comments><p>Good!</p></div>"
)


def labelled() -> tuple[Blocks, list[Label]]:
    page = Page(parse_tree(HTML, limits=Limits()))
    blocks = split(page)
    return blocks, label(page, blocks, measure(blocks), mode="balanced", options=GrainOptions())


def reasons() -> Reasons:
    blocks, found = labelled()
    why = found[0].why
    assert isinstance(why, Reasons)
    assert len(blocks) == 6
    return why


def test_every_block_has_a_reason_in_words() -> None:
    _, found = labelled()
    for each in found:
        assert each.reason
        assert each.reason == each.reason.strip()
        assert "nan" not in each.reason
        assert len(each.reason.split("; ")) <= SHOWN


def test_nothing_is_done_before_a_reason_is_read() -> None:
    _, found = labelled()
    why = found[0].why
    assert isinstance(why, Reasons)
    assert all(each.why is why for each in found)
    assert "_effects" not in vars(why)
    assert found[3].reason
    assert "_effects" in vars(why)


def test_the_strongest_comes_first() -> None:
    _, found = labelled()
    for each in found:
        effects = [abs(float(number)) for number in re.findall(r"\(([+-]\d+\.\d)\)", each.reason)]
        assert effects == sorted(effects, reverse=True)


def test_every_column_belongs_to_one_family() -> None:
    columns = load("grain").columns
    families = _families(columns)
    assert set(families) == {*FAMILIES, "text"}
    assert sorted(np.concatenate(list(families.values())).tolist()) == list(range(len(columns)))
    assert "words" in [columns[place] for place in families["text"]]
    assert "lexical mean" in [columns[place] for place in families["words"]]


@pytest.mark.parametrize(
    ("family", "block", "fact"),
    [
        ("text", 0, "text of 1 words, 100 % in links"),
        ("text", 3, "text of 18 words, 0 % in links"),
        ("make", 0, "one of 2 blocks of its make, 0 % of them running text"),
        ("make", 3, "one of 2 blocks of its make, 100 % of them running text"),
        ("records", 0, "in no box that repeats"),
        ("comments", 5, "in a box named for comments"),
        ("comments", 3, "not in a box of comments"),
        ("heading", 0, "above the heading"),
        ("heading", 3, "the heading or below it"),
        ("element", 2, "a <h1>"),
        ("place", 5, "at 100 % of the page's text"),
        ("boxes", 3, "its boxes hold 100 to 100 % of the running text"),
    ],
)
def test_facts(family: str, block: int, fact: str) -> None:
    assert reasons()._fact(family, block, True) == fact


@pytest.mark.parametrize("family", [*FAMILIES, "text"])
def test_every_family_has_something_to_say(family: str) -> None:
    why = reasons()
    assert all(why._fact(family, block, True) for block in range(6))


def test_a_network_without_an_opinion_says_so() -> None:
    blocks = split(Page(parse_tree("<p>text</p>", limits=Limits())))
    model, features = load("grain"), measure(blocks)
    seen = view(blocks, features, model.tables)
    dumb = type(model.network)(
        {name: np.zeros_like(weight) for name, weight in model.network.weights.items()}
    )
    quiet = type(model)(dumb, model.tables, model.columns, model.thresholds)
    why = Reasons(blocks, features, quiet, seen, batch_of(seen))
    assert why(0) == "nothing in particular speaks for or against it"
