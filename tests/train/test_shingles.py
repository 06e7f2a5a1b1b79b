"""Multisets of words and shingles, counted by hand."""

from __future__ import annotations

from collections import Counter
from math import isnan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.train.shingles import Shared, Shingles

WORDS = st.lists(st.sampled_from("a b c d".split()), max_size=14)


def test_words_count_as_often_as_both_have_them() -> None:
    found = Shingles("a b b d".split()).words("a a b c".split())
    assert found == Shared(both=2, only_found=2, only_gold=2)
    assert (found.precision, found.recall, found.f1) == (0.5, 0.5, 0.5)


def test_shingles_see_the_order() -> None:
    gold = Shingles("a b c d e".split())  # abcd bcde
    assert gold.shingles("a b c d e".split()) == Shared(2, 0, 0)
    assert gold.shingles("e d c b a".split()) == Shared(0, 2, 2)
    assert gold.shingles("x a b c d".split()) == Shared(1, 1, 1)  # xabc abcd


def test_a_shingle_that_recurs_counts_each_time() -> None:
    gold = Shingles("a b c d x a b c d".split())  # abcd twice, and bcdx cdxa dxab xabc
    assert gold.shingles("a b c d".split()) == Shared(1, 0, 5)
    assert gold.shingles("a b c d y a b c d z a b c d".split()) == Shared(2, 9, 4)  # 14 words


def test_words_gold_has_not_are_not_all_the_same_shingle() -> None:
    assert Shingles("a b c d".split()).shingles("p q r s t".split()) == Shared(0, 2, 1)


def test_a_text_of_less_than_four_words_is_one_shingle() -> None:
    gold = Shingles(["a", "b"])
    assert gold.shingles(["a", "b"]) == Shared(1, 0, 0)
    assert gold.shingles(["a"]) == Shared(0, 1, 1)
    assert gold.shingles(["a", "b", "c"]) == Shared(0, 1, 1)
    assert gold.shingles("a b c d".split()) == Shared(0, 1, 1)
    assert Shingles("a b c d".split()).shingles(["a", "b"]) == Shared(0, 1, 1)


def test_nothing_found_has_no_precision_and_nothing_wanted_no_recall() -> None:
    empty = Shingles("a b c d".split()).shingles([])
    assert isnan(empty.precision)
    assert (empty.recall, empty.f1) == (0, 0)
    unwanted = Shingles([]).shingles("a b c d".split())
    assert isnan(unwanted.recall)
    assert (unwanted.precision, unwanted.f1) == (0, 0)
    assert Shingles([]).shingles([]).f1 == 1


@given(WORDS, WORDS)
def test_the_arrays_count_what_counters_count(gold: list[str], found: list[str]) -> None:
    assert Shingles(gold).words(found) == by_counter(gold, found)
    assert Shingles(gold).shingles(found) == by_counter(runs(gold), runs(found))


@given(WORDS, WORDS)
def test_f1_is_symmetric(one: list[str], two: list[str]) -> None:
    assert Shingles(one).shingles(two).f1 == pytest.approx(Shingles(two).shingles(one).f1)


def runs(words: list[str]) -> list[tuple[str, ...]]:
    return [tuple(words[at : at + 4]) for at in range(max(len(words) - 3, min(len(words), 1)))]


def by_counter(gold: list[str] | list[tuple[str, ...]], found: list[str] | list[tuple[str, ...]]) -> Shared:
    wanted, had = Counter(gold), Counter(found)
    both = (wanted & had).total()
    return Shared(both, had.total() - both, wanted.total() - both)
