"""Candidates for the keyword bases: `python -m zrno.train.fit_keywords DATA_FOLDER LANGUAGE`.

Counts the words and phrases of short paragraphs right after the end of the gold text and of short
paragraphs inside it, one vote per site so that no site's name enters. What is printed is read by a
person before it goes into `classify/data/keywords/<code>.txt`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from zrno.blocks import measure, split
from zrno.blocks.markdown import to_markdown
from zrno.classify.markdown import split_words
from zrno.classify.markdown_bounds import language_of, upper_bound
from zrno.errors import ZrnoError
from zrno.train.align import CONTENT, align, gold_of
from zrno.train.datasets import Example, page_of, read

SETS = ("wcxb-dev", "fundus", "czech-news")  # training sets whose gold ends where the article ends
SHORT = 12  # words: a longer paragraph ends no article by its keywords
AFTER = 8  # paragraphs after the gold text that are looked at
PHRASE = 4  # words of the longest phrase
# What stands near the heading (byline, reading time, share bar) is no interruption of the article.
OPENING = 0.25
MIN_ODDS = 1.0  # e times as many sites after the article as inside


@dataclass(slots=True)
class Votes:
    """The sites that have each phrase after and inside their articles."""

    after: dict[str, set[str]] = field(default_factory=dict)
    inside: dict[str, set[str]] = field(default_factory=dict)
    sites: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A phrase with the number of sites that have it after and inside the article."""

    phrase: str
    after: int
    inside: int

    @property
    def odds(self) -> float:
        """Smoothed log-odds of after against inside."""
        return math.log((self.after + 0.5) / (self.inside + 0.5))


def candidates(votes: Votes, *, least: int) -> list[Candidate]:
    """Phrases that speak for the end on at least that many sites, the strongest first."""
    found = (
        Candidate(phrase, len(sites), len(votes.inside.get(phrase, ())))
        for phrase, sites in votes.after.items()
        if len(sites) >= least
    )
    kept = (each for each in found if each.odds >= MIN_ODDS)
    return sorted(kept, key=lambda each: (-each.odds * math.sqrt(each.after), each.phrase))


def vote(votes: Votes, site: str, paragraphs: Sequence[Sequence[str]], gold: Sequence[bool]) -> None:
    """Add the votes of one page: its paragraphs from the heading on, and which of them are gold."""
    ends = np.flatnonzero(gold)
    if not len(ends):
        return
    past = int(ends[-1]) + 1
    votes.sites.add(site)
    collected = np.cumsum([len(each) for each in paragraphs])
    late = (i for i in range(1, past) if collected[i] >= OPENING * collected[-1])
    _add(votes.inside, site, (paragraphs[i] for i in late))
    _add(votes.after, site, paragraphs[past : past + AFTER])


def count(examples: Iterable[Example], language: str) -> Votes:
    """The votes of all pages in a language."""
    votes = Votes()
    for example in examples:
        page = page_of(example)
        blocks = split(page)
        features = measure(blocks)
        markdown = to_markdown(page, blocks, features)
        paragraphs = split_words(blocks, markdown)
        if not paragraphs or language_of(page.tree, paragraphs) != language:
            continue
        start = upper_bound(blocks, features, markdown, paragraphs).paragraph
        gold = align(blocks, gold_of(example)).shares(blocks.starts) > CONTENT
        vote(
            votes,
            example.site,
            paragraphs[start:],
            [bool(gold[each.blocks.start : each.blocks.stop].any()) for each in markdown.paragraphs[start:]],
        )
    return votes


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; prints one candidate per line with its two counts of sites."""
    parser = argparse.ArgumentParser(prog="python -m zrno.train.fit_keywords", description=__doc__)
    parser.add_argument("data", type=Path, help="folder with the Parquet sets")
    parser.add_argument("language", help="ISO 639-1 code, for example en")
    parser.add_argument("--least", type=int, default=3, help="sites that must have the phrase (default: 3)")
    parser.add_argument("--sample", type=int, default=None, help="pages of each set (default: all)")
    given = parser.parse_args(arguments)
    try:
        pages = (each for name in SETS for each in read(given.data, name, sample=given.sample))
        articles = (each for each in pages if each.fields.get("page_type", "article") == "article")
        votes = count(articles, given.language)
    except ZrnoError as error:
        print(f"failed: {error}")
        return 1
    print(f"# {len(votes.sites)} sites; phrase, sites with it after the article, sites with it inside")
    for each in candidates(votes, least=given.least):
        print(f"{each.phrase}\t{each.after}\t{each.inside}")
    return 0


def _add(counted: dict[str, set[str]], site: str, paragraphs: Iterable[Sequence[str]]) -> None:
    for paragraph in paragraphs:
        for phrase in _phrases(paragraph) if len(paragraph) <= SHORT else ():
            counted.setdefault(phrase, set()).add(site)


def _phrases(paragraph: Sequence[str]) -> Iterator[str]:
    for length in range(1, PHRASE + 1):
        for start in range(len(paragraph) - length + 1):
            yield " ".join(paragraph[start : start + length])


if __name__ == "__main__":
    raise SystemExit(main())
