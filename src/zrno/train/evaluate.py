"""How good a text is against gold: the measures of one page, and their means over many.

    reference = Reference(gold)
    reference.score(text).f1

The mean precision and recall over pages and the F1 of these two means are those of the article extraction
benchmark: a page of which nothing was found has no precision, and a page without gold no recall.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import astuple, dataclass, fields
from math import nan

import numpy as np

from zrno.acquire.decode import decode
from zrno.blocks.stopwords import words
from zrno.errors import ZrnoError
from zrno.train.bootstrap import Estimate, Floats, estimate, means
from zrno.train.datasets import Example
from zrno.train.shingles import Shingles
from zrno.train.subsequence import cleaneval_words, common, marked_lines, marked_words

Runner = Callable[[str], str]  # HTML to text

MACRO_F1 = "f1"  # the F1 of the means; the mean of the pages' own is "page_f1"


@dataclass(frozen=True, slots=True)
class PageScore:
    """All measures of one page, 0..1; nan where a measure says nothing about the page."""

    precision: float  # of shingles
    recall: float
    page_f1: float
    word_f1: float
    rouge_l: float
    cleaneval: float  # text only
    cleaneval_precision: float
    cleaneval_recall: float
    cleaneval_markup: float  # text and marks


MEASURES = (MACRO_F1, *(column.name for column in fields(PageScore)))


class Reference:
    """A gold text, ready to be compared with many."""

    def __init__(self, gold: str, markup: str | None = None) -> None:
        self._words = words(gold)
        self._shingles = Shingles(self._words)
        self._cleaneval = cleaneval_words(gold)
        self._marked = marked_words(markup) if markup else None

    def score(self, text: str, markup: str | None = None) -> PageScore:
        """All measures of a text; without markup in CleanEval's form its lines are paragraphs."""
        found = words(text)
        shingles, aligned = self._shingles.shingles(found), common(cleaneval_words(text), self._cleaneval)
        return PageScore(
            precision=shingles.precision,
            recall=shingles.recall,
            page_f1=shingles.f1,
            word_f1=self._shingles.words(found).f1,
            rouge_l=common(found, self._words).similarity,
            cleaneval=aligned.similarity,
            cleaneval_precision=aligned.precision,
            cleaneval_recall=aligned.recall,
            cleaneval_markup=self._similarity(marked_lines(text) if markup is None else markup),
        )

    def _similarity(self, markup: str) -> float:
        return nan if self._marked is None else common(marked_words(markup), self._marked).similarity


def score_pages(examples: Iterable[Example], run: Runner) -> list[PageScore]:
    """The scores of a way from HTML to text; a page it refuses with a ZrnoError counts as empty."""
    scores = []
    for example in examples:
        try:
            text = run(decode(example.html).text)
        except ZrnoError:
            text = ""
        scores.append(Reference(example.gold, example.markup).score(text))
    return scores


def draws(scores: Sequence[PageScore], drawn: Floats) -> dict[str, Floats]:
    """The mean of every measure under each row of weights (see bootstrap.weights)."""
    columns = np.array([astuple(score) for score in scores], dtype=np.float64).reshape(-1, len(MEASURES) - 1)
    found = {name: means(column, drawn) for name, column in zip(MEASURES[1:], columns.T, strict=True)}
    precision, recall = np.nan_to_num(found["precision"]), np.nan_to_num(found["recall"])
    both = precision + recall
    return {
        MACRO_F1: np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0),
        **found,
    }


def figures(scores: Sequence[PageScore], drawn: Floats) -> dict[str, Estimate]:
    """Every measure over the pages with its interval; those that say nothing about these pages left out."""
    found = {name: estimate(column) for name, column in draws(scores, drawn).items()}
    return {name: each for name, each in found.items() if not np.isnan(each.value)}
