"""The four steps of post-analysis, on scores written by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.classify.texttractor_options import TexttractorOptions
from zrno.classify.texttractor_post import (
    Surroundings,
    common_path,
    lonely_blocks,
    look_around,
    neighbours,
    post_analyse,
    start_of_text,
)
from zrno.config import Limits
from zrno.model import Page

# Round thresholds, and as published: nothing is spared, ends of the page are not special.
OPTIONS = TexttractorOptions(good=0.5, almost=0.2, lonely_spared=False, edge=0)
B, A, G = -0.9, 0.3, 0.8  # bad, almost good, good
RAISED = 0.51


def around(
    size: int,
    *,
    likeness: dict[int, float] | None = None,
    parents: list[int] | None = None,
    headings: tuple[int, ...] = (),
    items: tuple[int, ...] = (),
) -> Surroundings:
    alike = np.zeros(size)
    for block, value in (likeness or {}).items():
        alike[block] = value
    places = np.arange(size)
    above = np.array(parents if parents is not None else range(size), dtype=np.int32)
    return Surroundings(alike, above, np.isin(places, headings), np.isin(places, items))


def scores(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float64)


def test_the_heading_most_like_the_title_starts_the_text() -> None:
    found = start_of_text(
        scores(G, G, B, G, A, B, G), around(7, likeness={5: 0.9, 6: 0.7}, headings=(5, 6)), OPTIONS
    )
    assert found.tolist() == [0, 0, 0, G, A, 1.0, G]  # 3 or more blocks before it: 0


def test_without_a_heading_like_the_title_nothing_changes() -> None:
    given_ = scores(G, B, A)
    assert start_of_text(given_, around(3, likeness={1: 0.59}), OPTIONS).tolist() == given_.tolist()
    assert start_of_text(given_, around(3), replace(OPTIONS, start_likeness=0)).tolist() == given_.tolist()


def test_the_distance_before_the_heading_is_an_option() -> None:
    found = start_of_text(scores(G, G, G), around(3, likeness={2: 1}), replace(OPTIONS, start_distance=1))
    assert found.tolist() == [0, 0, 1]


def test_three_good_blocks_under_one_element_make_all_under_it_good() -> None:
    parents = [4, 4, 4, 9, 4, 4, 9, 9]
    found = common_path(scores(G, B, G, G, G, 0, B, G), around(8, parents=parents), OPTIONS)
    assert found.tolist() == [G, RAISED, G, G, G, RAISED, B, G]  # of element 9 only two are good


def test_how_many_good_blocks_are_enough_is_an_option() -> None:
    found = common_path(scores(G, B), around(2, parents=[1, 1]), replace(OPTIONS, path_blocks=1))
    assert found.tolist() == [G, RAISED]


def test_lonely_blocks_fall_from_the_end_up_to_the_first_that_stands() -> None:
    # good: 0, 7, 8, 14, 20; 20 and 14 stand six behind the one before, 8 right behind 7
    given_ = np.full(21, B)
    given_[[0, 7, 8, 14, 20]] = G
    found = lonely_blocks(given_, around(21), OPTIONS)
    assert np.flatnonzero(found == G).tolist() == [0, 7, 8]
    assert found[[14, 20]].tolist() == [0, 0]


def test_five_blocks_behind_is_still_near() -> None:
    given_ = scores(G, B, B, B, B, G)
    assert lonely_blocks(given_, around(6), OPTIONS).tolist() == given_.tolist()
    assert lonely_blocks(given_, around(6), replace(OPTIONS, lonely_reach=4)).tolist() == [0, B, B, B, B, 0]


def test_a_single_good_block_is_lonely_unless_spared() -> None:
    given_ = scores(B, G, A)
    assert lonely_blocks(given_, around(3), OPTIONS).tolist() == [B, 0, A]
    assert lonely_blocks(given_, around(3), replace(OPTIONS, lonely_spared=True)).tolist() == [B, G, A]


@pytest.mark.parametrize(
    ("row", "kept"),
    [
        ((G, B, B, A, B, B, G), True),  # both sides within three
        ((G, B, B, A, B, B, B, G), False),  # four behind
        ((G, A, B), False),  # one side
        ((A, A, A), False),  # nobody is good
    ],
)
def test_an_almost_good_block_needs_good_ones_on_both_sides(row: tuple[float, ...], kept: bool) -> None:
    block = row.index(A) if row[0] != A else 1
    found = neighbours(scores(*row), around(len(row)), OPTIONS)
    assert found[block] == (RAISED if kept else 0)


@pytest.mark.parametrize(
    ("row", "kept"),
    [
        ((B, A, B, B, G), True),  # a good block within three behind it
        ((A, A, A), True),  # almost good ones on both sides
        ((G, A, B), False),  # only before it
        ((B, A, B, B, B, G), False),  # too far behind
    ],
)
def test_an_almost_good_heading(row: tuple[float, ...], kept: bool) -> None:
    found = neighbours(scores(*row), around(len(row), headings=(1,)), OPTIONS)
    assert found[1] == (RAISED if kept else 0)


@pytest.mark.parametrize(
    ("row", "kept"), [((G, A, A), True), ((A, A, G), True), ((A, A, A), False), ((G, A, B), False)]
)
def test_an_almost_good_item_needs_one_good_and_one_fair_side(row: tuple[float, ...], kept: bool) -> None:
    found = neighbours(scores(*row), around(3, items=(1,)), OPTIONS)
    assert found[1] == (RAISED if kept else 0)


def test_at_the_ends_of_the_page_one_good_side_is_enough() -> None:
    row = scores(A, G, B, B, B, B, B, B, G, A)
    assert neighbours(row, around(10), OPTIONS)[[0, 9]].tolist() == [0, 0]
    assert neighbours(row, around(10), replace(OPTIONS, edge=0.1))[[0, 9]].tolist() == [RAISED, RAISED]
    # the good block must be the next one
    assert neighbours(scores(A, B, G, *[B] * 7), around(10), replace(OPTIONS, edge=0.1))[0] == 0


def test_bad_and_good_blocks_are_not_decided_by_neighbours() -> None:
    assert neighbours(scores(G, B, G), around(3), OPTIONS).tolist() == [G, B, G]


def test_the_steps_run_in_order_and_are_told() -> None:
    #            before      heading   one element           almost    lonely
    row = scores(G, B, B, B, A, G, G, B, G, A, G, B, B, B, B, B, B, G)
    parents = [0, 0, 0, 0, 1, 2, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4, 4, 5]
    found = post_analyse(row, around(18, likeness={4: 0.9}, parents=parents, headings=(4,)), OPTIONS)
    expected = [0, 0, B, B, 1, G, G, RAISED, G, RAISED, G, *[B] * 6, 0]
    assert found.scores.tolist() == expected
    assert found.steps.tolist() == [1, 1, 0, 0, 1, 0, 0, 2, 0, 4, 0, *[0] * 6, 3]


def test_what_the_first_step_rejects_the_second_may_take_back() -> None:
    row = scores(B, B, B, B, B, G, G)
    found = post_analyse(row, around(7, likeness={4: 1}, parents=[1, 2, 2, 2, 1, 1, 1]), OPTIONS)
    assert found.scores[0] == RAISED
    assert found.steps[0] == 2


def test_a_page_without_blocks() -> None:
    assert post_analyse(np.zeros(0), around(0), OPTIONS).scores.shape == (0,)


@given(st.lists(st.floats(-1, 1), max_size=40), st.booleans())
def test_no_block_stays_almost_good(values: list[float], spared: bool) -> None:
    size = len(values)
    options = replace(OPTIONS, lonely_spared=spared)
    blocks = around(size, parents=[place // 4 for place in range(size)], headings=(0, 3), items=(5, 6))
    found = post_analyse(np.array(values, dtype=np.float64), blocks, options).scores
    assert not ((found >= options.almost) & (found < options.good)).any()
    assert ((found >= -1) & (found <= 1)).all()


def surroundings_of(html: str) -> Surroundings:
    blocks = split(Page(parse_tree(html, limits=Limits())))
    return look_around(blocks, measure(blocks))


def test_only_headings_are_compared_with_the_title() -> None:
    found = surroundings_of(
        "<title>Old bridge | Paper</title><h1>Old bridge</h1><p>Old bridge</p><h2>Rain</h2>"
    )
    assert found.likeness[0] > 0.7  # the first ten of its 18 characters
    assert found.likeness[1] == 0
    assert found.likeness[2] < 0.4
    assert found.heading.tolist() == [True, False, True]


def test_without_a_title_no_heading_is_like_it() -> None:
    assert surroundings_of("<h1>Old bridge</h1>").likeness.tolist() == [0]


def test_bare_text_stands_under_the_element_that_holds_it() -> None:
    html = "<div>Bare <b>text</b><p>One</p>more<p>Two</p></div><section><p>Three</p></section>"
    parents = surroundings_of(html).parents.tolist()
    assert len(set(parents[:4])) == 1
    assert parents[4] != parents[0]


def test_lines_of_one_paragraph_stand_under_its_parent() -> None:
    parents = surroundings_of("<div><p>One<br>two</p><p>Three</p></div><p>Four</p>").parents.tolist()
    assert parents[0] == parents[1] == parents[2] != parents[3]
