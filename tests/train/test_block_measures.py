"""Texttractor's counts on a page of eight blocks."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.model import Kind
from zrno.train.block_measures import BlockCounts, count_blocks

KINDS = [
    Kind.ITEM,  # menu
    Kind.HEADING,
    Kind.PARAGRAPH,
    Kind.CAPTION,
    Kind.PARAGRAPH,
    Kind.HEADING,  # "read also"
    Kind.ITEM,
    Kind.PARAGRAPH,
]


def flags(text: str) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array([each == "x" for each in text], dtype=bool)


def test_counts_and_kinds() -> None:
    found = count_blocks(flags("x-xxxxx."), flags(".xx.x..x"), KINDS)
    assert found == BlockCounts(
        cb=8, db=6, ndb=4, nb=2, z=-1, k=-1, wrong={"F": 1, "H": 1, "LI": 2}
    )  # missed: the heading and the last paragraph; start one block early, end one early
    assert found.right == 4
    assert found.found == pytest.approx(2 / 4)
    assert found.noise == pytest.approx(4 / 4)


def test_side_text_is_what_has_no_kind_of_its_own() -> None:
    assert count_blocks(flags("....x..."), flags("..x....."), KINDS).wrong == {"IN": 1}


def test_start_and_end_met() -> None:
    found = count_blocks(flags(".x.....x"), flags(".xx....x"), KINDS)
    assert (found.z, found.k, found.ndb, found.nb) == (0, 0, 0, 1)
    late = count_blocks(flags("..x....x"), flags(".xx....."), KINDS)
    assert (late.z, late.k) == (1, 5)


def test_no_start_where_nothing_is_marked_or_wanted() -> None:
    none = count_blocks(flags("........"), flags(".x......"), KINDS)
    assert (none.z, none.k, none.found, none.noise) == (None, None, 0, 0)
    unwanted = count_blocks(flags("xx......"), flags("........"), KINDS)
    assert (unwanted.z, unwanted.k, unwanted.found, unwanted.noise) == (None, None, 1, 2)


def test_a_page_without_blocks() -> None:
    assert count_blocks(flags(""), flags(""), []).cb == 0
