from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.train.overlap import overlap


def test_overlap_counts_each_word_as_often_as_both_have_it() -> None:
    found = overlap("a a b c", "a b b d")  # shared: a, b
    assert (found.precision, found.recall) == (0.5, 0.5)
    assert found.f1 == pytest.approx(0.5)
    assert overlap("a b", "a b c d").f1 == pytest.approx(2 * 1 * 0.5 / 1.5)


def test_overlap_of_nothing() -> None:
    assert overlap("", "").f1 == 1
    assert overlap("a", "").f1 == 0
    assert overlap("", "a").f1 == 0
    assert overlap("a", "b").f1 == 0


_TEXT = st.text(alphabet="ab čř.", max_size=60)


@given(_TEXT, _TEXT)
def test_overlap_is_symmetric_and_bounded(one: str, two: str) -> None:
    there, back = overlap(one, two), overlap(two, one)
    assert (there.precision, there.recall) == (back.recall, back.precision)
    assert 0 <= there.f1 <= 1
