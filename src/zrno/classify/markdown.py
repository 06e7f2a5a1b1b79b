"""Method `markdown`: the article lies between its heading and the first paragraph that looks like an end.

See docs/algorithms/markdown.md. What the page's Markdown leaves out is chaff; in what is left the
upper bound is the paragraph most like `<title>`, the lower one the first whose words, sentences, stop
words and neighbours together speak for the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from zrno.blocks import Blocks, Features
from zrno.blocks.characters import STOPS
from zrno.blocks.markdown import Markdown, MarkdownParagraph, to_markdown
from zrno.blocks.stopwords import words
from zrno.classify.keywords import keywords
from zrno.classify.kinds import kinds_of
from zrno.classify.markdown_bounds import (
    Floats,
    Measures,
    Words,
    end_scores,
    language_of,
    lower_bounds,
    measure_paragraphs,
    upper_bound,
)
from zrno.classify.markdown_options import MarkdownOptions
from zrno.classify.method import Method
from zrno.model import Label, Mode, Page

# Scores of what is dropped without a look at its text; grain begins at .5.
LEFT_OUT = 0.05
ABOVE = 0.15
LINKED = 0.25
AFTER = 0.4  # at most: a paragraph after the end that reads like an article
SHOWN = 3  # keywords named in a reason
HEADING_LENGTH = 30  # characters of a line that may be the heading of what comes next


@dataclass(frozen=True, slots=True)
class _Verdict:
    content: bool
    score: float
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class _Reading:
    """The text from the upper bound on, and where it ends."""

    paragraphs: Sequence[MarkdownParagraph]
    split: Words
    language: str
    measures: Measures
    scores: Floats
    threshold: float
    lower: int  # the first paragraph that is out
    tail: int  # from here to the lower bound there are only headings and lines like them


def label(
    page: Page, blocks: Blocks, features: Features, *, mode: Mode, options: MarkdownOptions
) -> list[Label]:
    """Label the blocks of the paragraphs between the bounds as content."""
    markdown = to_markdown(page, blocks, features)
    split = split_words(blocks, markdown)
    upper = upper_bound(blocks, features, markdown, split)
    start = upper.paragraph
    language = options.language or language_of(page.tree, split)
    reading = _read(
        markdown.paragraphs[start:], split[start:], language, features, options.end(mode), options
    )
    verdicts = {block: _Verdict(False, LEFT_OUT, reason) for block, reason in markdown.left_out.items()}
    above = (block for each in markdown.paragraphs[:start] for block in each.blocks)
    verdicts.update(dict.fromkeys(above, _Verdict(False, ABOVE, "above the title")))
    for paragraph, verdict in zip(reading.paragraphs, _verdicts(reading, features, options), strict=True):
        verdicts.update(dict.fromkeys(paragraph.blocks, verdict))
    if upper.heading is not None:
        verdicts[upper.heading] = _Verdict(options.heading, 1.0 if options.heading else ABOVE, upper.reason)
    ordered = [verdicts[block] for block in range(len(blocks))]
    kinds = kinds_of(blocks, (verdict.content for verdict in ordered))
    return [
        Label(block, kind, verdict.score, verdict.reason)
        for block, (kind, verdict) in enumerate(zip(kinds, ordered, strict=True))
    ]


def split_words(blocks: Blocks, markdown: Markdown) -> list[list[str]]:
    """The words of each paragraph."""
    texts = blocks.texts
    return [words(" ".join(texts[block] for block in each.blocks)) for each in markdown.paragraphs]


def linked(paragraph: MarkdownParagraph, features: Features) -> float:
    """The share of a paragraph's words that stand in links."""
    inside = slice(paragraph.blocks.start, paragraph.blocks.stop)
    return float(features.link_words[inside].sum() / max(int(features.words[inside].sum()), 1))


def _read(
    paragraphs: Sequence[MarkdownParagraph],
    split: Words,
    language: str,
    features: Features,
    threshold: float,
    options: MarkdownOptions,
) -> _Reading:
    measures = measure_paragraphs(paragraphs, split, features, language)
    scores = end_scores(measures, options)
    found = lower_bounds(scores, measures, options, threshold)
    lower = int(found[0]) if len(found) else 0
    tail = lower
    while tail > 1 and (
        _like_heading(paragraphs[tail - 1]) or linked(paragraphs[tail - 1], features) > options.link_share
    ):
        tail -= 1
    return _Reading(paragraphs, split, language, measures, scores, threshold, lower, tail)


def _like_heading(paragraph: MarkdownParagraph) -> bool:
    """A heading by its mark, or by being short without ending a sentence."""
    short = len(paragraph.text) <= HEADING_LENGTH and paragraph.text[-1] not in STOPS
    return paragraph.heading or short


def _verdicts(reading: _Reading, features: Features, options: MarkdownOptions) -> Iterator[_Verdict]:
    for place, paragraph in enumerate(reading.paragraphs):
        score, threshold = float(reading.scores[place]), reading.threshold
        share = linked(paragraph, features)
        if place == reading.lower:
            over = f"the lower bound, {score:.2f} over {threshold:.2f}: {_speaking(reading, place)}"
            yield _Verdict(False, round(AFTER * (1 - score), 3), over)
        elif place > reading.lower:
            reason = f"after the lower bound: {_speaking(reading, place)}"
            yield _Verdict(False, round(AFTER * (1 - score), 3), reason)
        elif share > options.link_share:
            yield _Verdict(False, LINKED, f"{100 * share:.0f} % of its words are links")
        elif place >= reading.tail:
            yield _Verdict(False, AFTER, "a heading with nothing behind it")
        else:
            # .5 at the threshold, 1 for a paragraph without any sign of the end
            sure = 1 - min(score / max(threshold, 1e-9), 1) / 2
            yield _Verdict(True, round(sure, 3), f"between the bounds: {_speaking(reading, place)}")


def _speaking(reading: _Reading, place: int) -> str:
    """What the criteria saw in a paragraph, in words."""
    measures = reading.measures
    share = float(measures.keyword_share[place])
    parts = []
    if share:
        hits = list(dict.fromkeys(keywords(reading.language).found(reading.split[place])))
        named = ", ".join(hits[:SHOWN]) + (", ..." if len(hits) > SHOWN else "")
        parts.append(f"{100 * share:.0f} % of its words are end-of-article words ({named})")
    parts.append(f"{measures.sentence_length[place]:.0f} words a sentence")
    stops = float(measures.stopword_share[place])
    if stops == stops:  # not NaN: the language has a list
        parts.append(f"{100 * stops:.0f} % stop words")
    return ", ".join(parts)


METHOD = Method(
    name="markdown",
    summary="between the heading, found by the page's title, and the first paragraph that looks like an end",
    source="Petrashenko, Saiadian: the Markdown format for analysing hypertext (Kyiv Polytechnic)",
    licence="Apache-2.0",
    label=label,
    options=MarkdownOptions,
)
