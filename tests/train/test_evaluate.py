"""All measures of a page and their means, by hand."""

from __future__ import annotations

from dataclasses import astuple
from math import isnan, nan

import numpy as np
import pytest

from zrno.errors import PageError
from zrno.train.bootstrap import weights
from zrno.train.datasets import Example
from zrno.train.evaluate import MEASURES, PageScore, Reference, figures, score_pages

GOLD = "The old bridge is closed."


def test_every_measure_of_a_page() -> None:
    found = Reference(GOLD, "<h>The old bridge\n<p>is closed.").score("Menu the old bridge is")
    # Shingles of gold: the-old-bridge-is and old-bridge-is-closed; of the text: the first and one with menu.
    assert (found.precision, found.recall, found.page_f1) == (0.5, 0.5, 0.5)
    assert found.word_f1 == pytest.approx(8 / 10)  # four of five words each
    assert found.rouge_l == pytest.approx(8 / 10)
    assert found.cleaneval == pytest.approx(8 / 10)
    assert (found.cleaneval_precision, found.cleaneval_recall) == (0.8, 0.8)
    # <p> menu the old bridge is  against  <h> the old bridge <p> is closed: the old bridge is
    assert found.cleaneval_markup == pytest.approx(2 * 4 / (6 + 7))


def test_marks_of_a_tool_count() -> None:
    reference = Reference(GOLD, "<h>The old bridge\n<p>is closed.")
    assert reference.score(GOLD, "<h>The old bridge\n<p>is closed").cleaneval_markup == 1
    assert reference.score(GOLD).cleaneval_markup == pytest.approx(2 * 5 / (6 + 7))  # the words alone


def test_words_apart_by_an_apostrophe_are_one_only_for_cleaneval() -> None:
    found = Reference("It doesn't matter").score("It doesnt matter")
    assert found.cleaneval == 1
    assert found.rouge_l == pytest.approx(2 * 2 / (4 + 3))


def test_without_marked_gold_there_is_no_score_for_marks() -> None:
    assert isnan(Reference(GOLD).score(GOLD).cleaneval_markup)
    assert Reference(GOLD).score(GOLD).page_f1 == 1


def test_an_empty_text() -> None:
    found = Reference(GOLD).score("")
    assert isnan(found.precision)
    assert (found.recall, found.page_f1, found.word_f1, found.rouge_l, found.cleaneval) == (0, 0, 0, 0, 0)


def score(precision: float, recall: float, page_f1: float) -> PageScore:
    return PageScore(precision, recall, page_f1, *[0.5] * 5, nan)


def test_f1_is_that_of_the_means_and_empty_answers_have_no_precision() -> None:
    scores = [score(1.0, 0.5, 2 / 3), score(0.5, 1.0, 2 / 3), score(nan, 0.0, 0.0)]
    found = figures(scores, weights(["a", "b", "c"]))
    assert found["precision"].value == pytest.approx(0.75)
    assert found["recall"].value == pytest.approx(0.5)
    assert found["f1"].value == pytest.approx(2 * 0.75 * 0.5 / 1.25)
    assert found["page_f1"].value == pytest.approx(4 / 9)
    assert "cleaneval_markup" not in found
    assert found["f1"].low <= found["f1"].value <= found["f1"].high


def test_a_tool_that_finds_nothing_scores_nothing() -> None:
    found = figures([score(nan, 0.0, 0.0)] * 3, weights(["a", "b", "c"]))
    assert found["f1"].value == 0
    assert "precision" not in found


def test_no_pages_give_no_figures_but_zero() -> None:
    assert figures([], weights([]))["f1"].value == 0


def test_score_pages_runs_from_html_to_text() -> None:
    def run(html: str) -> str:
        if "broken" in html:
            raise PageError("no page")
        return html.removeprefix("<p>")

    pages = [example("<p>The old bridge is closed."), example("broken"), example("<p>Menu")]
    found = score_pages(pages, run)
    assert [each.page_f1 for each in found] == [1, 0, 0]
    assert [each.word_f1 for each in found] == [1, 0, 0]
    assert isnan(found[1].precision)
    assert found[2].precision == 0


def test_every_measure_has_a_name() -> None:
    assert len(MEASURES) == 1 + len(astuple(score(1, 1, 1)))
    assert len(set(MEASURES)) == len(MEASURES)


def test_a_long_page_is_scored_whole() -> None:
    rng = np.random.default_rng(0)
    text = " ".join(f"w{number}" for number in rng.integers(0, 3000, 20_000))
    assert Reference(text).score(text).rouge_l == 1


def example(html: str) -> Example:
    return Example("id", "set", "site", html.encode(), GOLD, {})
