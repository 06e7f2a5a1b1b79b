"""The longest common subsequence and CleanEval's words, by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.train import subsequence
from zrno.train.subsequence import Common, cleaneval_words, common, marked_lines, marked_words


def test_common_keeps_the_order() -> None:
    found = common("the cat sat on mats".split(), "the cat on the mats".split())  # the cat on mats
    assert found == Common(both=4, found=5, gold=5)
    assert found.similarity == pytest.approx(8 / 10)
    assert common("a b".split(), "b a".split()).both == 1


def test_similarity_is_one_less_the_edit_distance_over_both_lengths() -> None:
    # a b c d -> a x c: delete b, insert x, delete d: distance 3, lengths 4 and 3
    found = common("a x c".split(), "a b c d".split())
    assert found.similarity == pytest.approx(1 - 3 / 7)
    assert found.precision == pytest.approx(2 / 3)
    assert found.recall == pytest.approx(2 / 4)


def test_nothing_and_nothing_are_alike() -> None:
    assert common([], []).similarity == 1
    assert common([], ["a"]).similarity == 0


def test_texts_too_long_are_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subsequence, "MAX_CELLS", 9)
    assert common("a b c d".split(), "a b c d".split()) == Common(3, 3, 3)
    assert common("a b c".split(), "a b c".split()) == Common(3, 3, 3)


def test_cleaneval_removes_punctuation_and_glues_what_it_parted() -> None:
    assert cleaneval_words("Don't, said Mr. O'Neil: e-mail me!") == "dont said mr oneil email me".split()
    assert cleaneval_words("你好，世界") == ["你", "好", "世", "界"]


def test_marks_are_words() -> None:
    gold = "URL: http://example.org/a\n\n<h>Old Bridge\n<p>It's  closed.</p>\n< L >One"
    assert marked_words(gold) == "<h> old bridge <p> its closed <l> one".split()
    assert marked_words("no marks < 5 here") == "no marks 5 here".split()


def test_a_wrong_mark_costs_as_much_as_a_wrong_word() -> None:
    gold, found = marked_words("<h>Bridge\n<p>Closed now"), marked_words("<p>Bridge\n<p>Closed now")
    assert common(found, gold).similarity == pytest.approx(1 - 2 / 10)


def test_a_text_without_marks_has_a_paragraph_per_line() -> None:
    assert marked_lines("Bridge\n\n  \nClosed") == "<p>Bridge\n<p>Closed"


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_similarity_is_symmetric_and_bounded(one: list[str], two: list[str]) -> None:
    there, back = common(one, two).similarity, common(two, one).similarity
    assert there == back
    assert 0 <= there <= 1
    assert (there == 1) == (one == two)
