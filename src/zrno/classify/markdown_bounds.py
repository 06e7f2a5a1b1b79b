"""The two bounds of the article in its Markdown: where its heading stands, where it ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.headline import page_title
from zrno.blocks.markdown import Markdown, MarkdownParagraph
from zrno.blocks.split import Ints
from zrno.blocks.stopwords import guess_language, stopwords, words
from zrno.classify.keywords import keywords
from zrno.classify.markdown_options import MarkdownOptions
from zrno.tree import Tree

Floats = NDArray[np.float64]
Words = Sequence[Sequence[str]]

# Of the words of a heading and of the title, the share that must be common. Chosen on the training
# sets together with the two bonuses; .4 to .6 differ by .001 word F1.
MIN_MATCH = 0.5
HEADING_BONUS = 0.5
EMPHASIS_BONUS = 0.3
# The first of several about equal places is the heading: what comes later repeats it.
ABOUT_EQUAL = 0.25
# More running text than this above it, and the match is a teaser below the article.
MAX_ABOVE = 0.2
RUNNING = 15  # words of a paragraph that counts as running text
OPENING = 25  # words of one that can open an article whose heading is not found
FEW_WORDS = 3  # a phrase of fewer title words matches by chance, and counts for less
MAX_HEADING = 60  # words; no heading is longer
MAX_TITLE = 400  # characters of a title that are looked at, and how many of its parts
MAX_PARTS = 8
# How titles join the heading and the names of section and site.
_JOINT = re.compile(r"\s[-–—|·•:»«~/]{1,3}\s|[|»«]|:\s")


@dataclass(frozen=True, slots=True)
class Upper:
    """Where the article starts: the first paragraph, the block of its heading, and how it was found."""

    paragraph: int
    heading: int | None  # a block; it need not be in the Markdown (a heading that is a link)
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Measures:
    """What the criteria are made of, one row per paragraph; several pages may stand in one table."""

    words: Ints
    keyword_share: Floats
    sentence_length: Floats
    stopword_share: Floats  # NaN where the language has no list
    first: Ints  # the first paragraph of the same page, and the one past its last
    past: Ints


def upper_bound(blocks: Blocks, features: Features, markdown: Markdown, split: Words) -> Upper:
    """The paragraph that is most like `<title>`, headings and emphasised text first."""
    phrases = _phrases(page_title(blocks.tree))
    running = np.array([len(each) if len(each) >= RUNNING else 0 for each in split], dtype=np.int64)
    above = (np.cumsum(running) - running) / max(int(running.sum()), 1)
    match = np.array([_match(each, phrases) for each in split], dtype=np.float64)
    bonus = np.array([_bonus(paragraph.mark) for paragraph in markdown.paragraphs], dtype=np.float64)
    fits = (match >= MIN_MATCH) & (above <= MAX_ABOVE)
    if fits.any():
        score = np.where(fits, match + bonus, 0.0)
        place = int(np.argmax(score >= score.max() - ABOUT_EQUAL))
        found = f"the heading: {100 * match[place]:.0f} % like the title of the page"
        return Upper(place, markdown.paragraphs[place].block, found)
    left = [block for block in np.flatnonzero(features.heading).tolist() if block in markdown.left_out]
    return _outside(blocks, left, markdown, phrases, above) or _without_title(markdown, split, above)


def measure_paragraphs(
    paragraphs: Sequence[MarkdownParagraph], split: Words, features: Features, language: str
) -> Measures:
    """The numbers behind R1, R2 and R3 of every paragraph."""
    base, stops = keywords(language), stopwords(language)
    count = np.array([len(each) for each in split], dtype=np.int32)
    some = np.maximum(count, 1)
    ends = [sum(int(features.sentences[block]) for block in each.blocks) for each in paragraphs]
    found = [sum(len(hit.split()) for hit in base.found(each)) for each in split]
    stopped = [sum(word in stops for word in each) for each in split]
    return Measures(
        words=count,
        keyword_share=np.array(found, dtype=np.float64) / some,
        sentence_length=count / np.maximum(np.array(ends, dtype=np.int32), 1),
        stopword_share=np.array(stopped, dtype=np.float64) / some if stops else np.full(len(count), np.nan),
        first=np.zeros(len(count), dtype=np.int32),
        past=np.full(len(count), len(count), dtype=np.int32),
    )


def end_scores(measures: Measures, options: MarkdownOptions) -> Floats:
    """S of every paragraph: the weighted sum of the criteria, weights scaled to sum to 1."""
    alone = _own_scores(measures, options)
    own = options.keywords + options.sentences + options.stopwords
    if options.neighbours <= 0 or own + options.neighbours <= 0:
        return alone
    share = options.neighbours / (own + options.neighbours)
    return (1 - share) * alone + share * _around(alone, measures, options)


def lower_bounds(scores: Floats, measures: Measures, options: MarkdownOptions, end: float) -> Ints:
    """For each page of the table the first paragraph scored above `end`, or the one past its last."""
    place = np.arange(len(scores))
    collected = np.cumsum(measures.words) - measures.words
    total = np.concatenate([collected, [int(measures.words.sum())]])
    collected = collected - total[measures.first]
    whole = total[measures.past] - total[measures.first]
    enough = (collected >= options.minimum_words) & (collected >= options.minimum_share * whole)
    ending = np.where((scores > end) & enough & (place > measures.first), place, measures.past)
    starts = np.unique(measures.first)
    return np.minimum.reduceat(ending, starts).astype(np.int32) if len(starts) else starts


def language_of(tree: Tree, split: Words) -> str:
    """The language of the paragraphs; `<html lang>` decides between close ones."""
    root = tree.find("html")
    counts = Counter(word for each in split for word in each)
    return guess_language(counts, tree.get(root[0], "lang") if root else "")


def _own_scores(measures: Measures, options: MarkdownOptions) -> Floats:
    """The weighted mean of R1, R2, R3; without a stop list R3 is left out of it."""
    known = ~np.isnan(measures.stopword_share)
    stopped = np.where(known, measures.stopword_share, 0.0)
    r1 = np.minimum(1.0, measures.keyword_share / options.many_keywords)
    r2 = 1 - np.minimum(1.0, measures.sentence_length / options.long_sentence)
    r3 = 1 - np.minimum(1.0, stopped / options.many_stopwords)
    weight = options.keywords + options.sentences + options.stopwords * known
    total = options.keywords * r1 + options.sentences * r2 + options.stopwords * known * r3
    return np.asarray(total / np.where(weight > 0, weight, 1.0))


def _around(scores: Floats, measures: Measures, options: MarkdownOptions) -> Floats:
    """R4: the mean score of the paragraphs around, where there are any.

    The end of the page is no evidence: many pages end with their article.
    """
    place = np.arange(len(scores))
    sums = np.concatenate([[0.0], np.cumsum(scores)])
    low = np.maximum(measures.first, place - options.before)
    high = np.minimum(measures.past, place + 1 + options.after)
    mean = (sums[high] - sums[low] - scores) / np.maximum(high - low - 1, 1)
    return np.where(high - low > 1, mean, scores)


def _phrases(title: str) -> list[list[str]]:
    """The title's words as a whole, and those of its parts."""
    title = title[:MAX_TITLE]
    whole = words(title)
    parts = [found for part in _JOINT.split(title) if len(found := words(part)) > 1]
    return [each for each in (whole, *parts[:MAX_PARTS]) if each]


def _match(heading: Sequence[str], phrases: Sequence[Sequence[str]]) -> float:
    """The share of common words (Dice) with the phrase that fits best."""
    if not phrases or not heading or len(heading) > MAX_HEADING or set(phrases[0]).isdisjoint(heading):
        return 0.0
    counted = Counter(heading)
    return max(_dice(counted, phrase) * min(1.0, len(phrase) / FEW_WORDS) for phrase in phrases)


def _dice(counted: Counter[str], phrase: Sequence[str]) -> float:
    return 2 * (counted & Counter(phrase)).total() / (counted.total() + len(phrase))


def _bonus(mark: str) -> float:
    return HEADING_BONUS if mark.startswith("#") else EMPHASIS_BONUS if mark == "*" else 0.0


def _outside(
    blocks: Blocks, left: Sequence[int], markdown: Markdown, phrases: Sequence[Sequence[str]], above: Floats
) -> Upper | None:
    """The start below a heading that was left out of the Markdown, such as one that is a link."""
    firsts = [paragraph.block for paragraph in markdown.paragraphs]
    for block in left:
        place = int(np.searchsorted(firsts, block))
        if place >= len(firsts) or above[place] > MAX_ABOVE:
            break
        match = _match(words(blocks[block].text), phrases)
        if match >= MIN_MATCH:
            return Upper(place, block, f"the heading: {100 * match:.0f} % like the title of the page")
    return None


def _without_title(markdown: Markdown, split: Words, above: Floats) -> Upper:
    """The first top heading or, without one, the first paragraph long enough to open an article."""
    for place, paragraph in enumerate(markdown.paragraphs):
        if paragraph.mark == "#" and above[place] <= MAX_ABOVE:
            return Upper(
                place, paragraph.block, "the first top heading: nothing is like the title of the page"
            )
    place = next((place for place, each in enumerate(split) if len(each) >= OPENING), 0)
    return Upper(place, None, "the first running text: nothing is like the title of the page")
