"""Runs of blocks under the elements of a small page, counted by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, measure, split
from zrno.blocks.ranges import ranges, sums
from zrno.config import Limits
from zrno.model import Page

# Elements:   0    1    2    3   4   5       6  7     8
HTML = (
    "<html><head></head><body><div><p>One two</p><p>Three</p></div><section><div><p>Four</p></div></section>"
)
TAGS = ["html", "head", "body", "div", "p", "p", "section", "div", "p"]


def blocks_of(html: str) -> Blocks:
    return split(Page(parse_tree(html, limits=Limits())))


def test_first_and_last_are_the_runs_of_each_element() -> None:
    blocks = blocks_of(HTML)
    assert list(blocks.tree.tags) == TAGS
    assert blocks.texts == ["One two", "Three", "Four"]
    found = ranges(blocks)
    assert found.first.tolist() == [0, 0, 0, 0, 0, 1, 2, 2, 2]
    assert found.last.tolist() == [3, 0, 3, 2, 1, 2, 3, 3, 3]


def test_parents_and_depths_count_from_the_root() -> None:
    found = ranges(blocks_of(HTML))
    assert found.parents.tolist() == [0, 0, 0, 2, 3, 3, 2, 6, 7]
    assert found.depths.tolist() == [0, 1, 1, 2, 3, 3, 2, 3, 4]


def test_grown_skips_wrappers_of_the_same_blocks() -> None:
    grown = ranges(blocks_of(HTML)).grown.tolist()
    assert grown[4] == grown[5] == 3  # a paragraph in the box of two
    assert grown[8] == grown[7] == grown[6] == 2  # the wrappers of one paragraph are no boxes
    assert grown[3] == 2
    assert grown[2] == grown[0] == 0  # nothing has more blocks than the page


def test_depth_of_a_deep_chain() -> None:
    found = ranges(blocks_of("<body>" + "<div>" * 100 + "deep"))
    assert found.depths.max() == 101
    assert set(found.grown.tolist()) == {0}  # no box has more than the one block


def test_a_page_without_text_has_empty_runs() -> None:
    found = ranges(blocks_of("<body><div></div></body>"))
    assert found.first.tolist() == found.last.tolist() == [0] * 4


def test_sums_begin_with_nothing() -> None:
    assert sums(np.array([2, 3, 5])).tolist() == [0, 2, 5, 10]
    assert sums(np.array([True, False, True])).tolist() == [0, 1, 1, 2]
    assert sums(np.array([])).tolist() == [0]


def test_total_of_words_by_hand() -> None:
    blocks = blocks_of(HTML)
    found = ranges(blocks)
    words = sums(measure(blocks).words)
    assert found.total(words, np.array([0, 3, 6, 1])).tolist() == [4, 3, 1, 0]


@st.composite
def nested(draw: st.DrawFn, depth: int = 3) -> str:
    """A few elements inside each other, some with text."""
    parts = []
    for _ in range(draw(st.integers(0, 3))):
        tag = draw(st.sampled_from(["div", "p", "ul", "li", "table", "b", "a", "h2", "br"]))
        inner = draw(nested(depth - 1)) if depth else ""
        parts.append(draw(st.sampled_from(["", "word", "two words ", "<"])) + f"<{tag}>{inner}</{tag}>")
    return "".join(parts) + draw(st.sampled_from(["", "end"]))


@given(nested())
def test_differences_equal_sums_over_the_blocks_inside(html: str) -> None:
    blocks = blocks_of(html)
    tree, found = blocks.tree, ranges(blocks)
    column = np.arange(1, len(blocks) + 1) ** 2
    totals = found.total(sums(column), np.arange(len(tree)))
    for element in range(len(tree)):
        inside = [
            block for block in range(len(blocks)) if tree.contains(element, int(blocks.elements[block]))
        ]
        own = range(int(found.first[element]), int(found.last[element]))
        # A block of the element may begin above it only where the element is inline.
        if tree.tags[element] not in ("a", "b", "br"):
            assert list(own) == inside
            assert totals[element] == pytest.approx(sum(column[block] for block in inside))
        grown, size = int(found.grown[element]), found.last - found.first
        assert tree.contains(grown, element)
        assert size[grown] > size[element] or grown == 0
