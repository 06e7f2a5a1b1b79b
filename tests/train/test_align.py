from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.train.align import overlap, shares

GOLD = (
    "Most projde opravou\nStarý most přes řeku se opraví do podzimu a potom se znovu otevře pro všechna auta."
)


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


def test_long_blocks_count_the_words_in_runs_of_four() -> None:
    whole = "Starý most přes řeku se opraví"
    half = "starý MOST, přes řeku uplavalo mnoho jiné vody"  # 4 of 8
    other = "podzimu a potom auta"  # the words are there, the run is not
    assert shares([whole, half, other], GOLD).tolist() == [1, 0.5, 0]


def test_short_blocks_need_a_gold_block_nearby() -> None:
    menu = ["Zprávy"] * 4
    texts = ["Most projde opravou", "Starý most přes řeku se opraví do podzimu", "Sport", *menu, "auta"]
    assert shares(texts, GOLD).tolist() == [1, 1, 0, 0, 0, 0, 0, 0]


def test_no_blocks_and_no_gold() -> None:
    assert shares([], GOLD).tolist() == []
    assert shares(["Starý most přes řeku se opraví", ""], "").tolist() == [0, 0]


_TEXT = st.text(alphabet="ab čř.", max_size=60)


@given(_TEXT, _TEXT)
def test_overlap_is_symmetric_and_bounded(one: str, two: str) -> None:
    there, back = overlap(one, two), overlap(two, one)
    assert (there.precision, there.recall) == (back.recall, back.precision)
    assert 0 <= there.f1 <= 1
