"""How likely it is that the text is right: that the page holds a main text, and that we have it.

See docs/algorithms/confidence.md. Two logistic models over the same signals, one for the text and one for
the page; the reason names the signals that moved the verdict most.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.headline import page_title
from zrno.document.document import Fields
from zrno.document.refusals import locked, missing
from zrno.model import CHAFF, Label
from zrno.tree import Tree

Flags = NDArray[np.bool_]

BRIEF = 100  # kept words; below that a text is rather a caption, a teaser or a message
LONG_TEXT = 400  # kept words; nobody hides a text behind a wall and shows that much of it
PROSE_WORDS = 20  # a block with as many words and two sentences is a paragraph of running text
PROSE_LINKS = 0.3  # at most this share of them linked
MAX_SHARE = 0.3  # of the page's text; more says nothing new
TITLE_WORDS = (3, 30)  # of a linked block that names another page
REGION = 0.8  # of the kept words: the element that holds so many is where the text stands
MAX_LOOKED_AT = 300  # kept blocks; the rows of a listing show earlier
MAX_CLIMB = 4  # levels above a block; teasers are no deeper
SLUG_WORDS = 3  # in an address that names one article
ID_DIGITS = 4  # in an address that numbers it
UNKNOWN_ADDRESS = 0.5  # between an address that names an article and one that does not
MAX_DATA = 200_000  # characters of structured data looked at
# Too few of the training pages are walls (5) and none is an error page to fit these two.
LOCKED = 0.3  # left of the confidence where a short text says the rest is for subscribers
MISSING = 0.2  # left where a short page's heading says that it is not there
UNSURE = 0.35  # a score so near one half may fall on either side
SHOWN = 2  # signals named on either side
WORTH_SAYING = 0.2  # on the logistic scale: moves an even verdict by a twentieth

_ROW_TAGS = frozenset({"div", "li", "article", "section", "tr", "td", "a"})
_LISTING = re.compile(
    r'"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(?:CollectionPage|ItemList|SearchResultsPage|ProfilePage|Blog)"'
)
_SLUG = re.compile(r"[-_]")


@dataclass(frozen=True, slots=True)
class Weight:
    """What a signal adds to the verdict, its mean on the training pages, and how it is put in words."""

    weight: float
    mean: float
    high: str
    low: str


# That the page holds a main text. Fitted with the labels of `news` on wcxb-dev (without products and
# services), fundus, magic-html, chinese-handcrafted, canola, cleaneval-dev, cleaneval-final-a,
# cleanportaleval, czech-news and czech-news-nonarticle; the verdict where scores are no probabilities.
BIAS = -4.41
WEIGHTS: Mapping[str, Weight] = {
    "share": Weight(14.94, 0.28, "much of the page is its text", "less of the page is its text than usual"),
    "rows": Weight(-0.44, 0.99, "many like boxes in the text", "no boxes that repeat"),
    "rows_per_paragraph": Weight(-0.61, -1.43, "few long paragraphs", "many long paragraphs"),
    "titles_around": Weight(-0.44, 1.20, "links to other pages around", "few links to other pages around"),
    "brief": Weight(-0.84, 0.03, "little text", "enough text"),
    "named": Weight(0.87, 0.67, "an address that names one article", "an address that names no article"),
    "date": Weight(1.10, 0.76, "a date", "no date found"),
    "author": Weight(0.61, 0.60, "an author", "no author found"),
    "list_stated": Weight(-0.91, 0.02, "its data name a list", "its data name no list"),
    "password": Weight(-0.88, 0.06, "has a field for a password", "has no field for a password"),
}

# How likely the text is right (4-gram F1 with gold over .9), fitted by `python -m zrno.train.fit_confidence
# FOLDER --cross MODELS` on the same sets, all kinds of pages, with the labels of `grain`.
RIGHT_BIAS = -5.80
RIGHT: Mapping[str, float] = {
    "share": -0.85,
    "rows": -0.07,
    "rows_per_paragraph": -0.18,
    "titles_around": -0.23,
    "brief": -1.39,
    "named": 0.19,
    "date": -0.16,
    "author": 0.39,
    "list_stated": 0.65,
    "password": -0.15,
    "certain": 7.96,
    "doubtful": -3.28,
}
SURE: Mapping[str, Weight] = {
    "certain": Weight(
        7.96, 0.94, "the method is sure of what it kept", "the method is unsure of what it kept"
    ),
    "doubtful": Weight(-3.28, 0.22, "much text on the verge", "little text on the verge"),
}
# An article's own likelihood takes away only where it is low: above it says nothing about the text.
LIKE_AN_ARTICLE = 0.3
CALIBRATED = frozenset({"grain"})  # methods whose scores the fit has seen


def judge(
    blocks: Blocks,
    features: Features,
    labels: Sequence[Label],
    fields: Fields,
    *,
    url: str | None = None,
    calibrated: bool = True,
) -> tuple[float, str]:
    """The confidence (0..1), and why; `url` is where the page was fetched from.

    `calibrated` says that the labels' scores are those of a method the fit has seen (`CALIBRATED`).
    """
    kept = _kept(labels)
    words = int(features.words[kept].sum())
    if not words:
        return 0.0, "no text was kept"
    paragraphs = int((_prose(features) & kept).sum())
    found = _signals(blocks, features, labels, kept, fields, url)
    article, doubtful = _article(found), doubt(found)
    right = _logistic(RIGHT_BIAS + sum(weight * found[name] for name, weight in RIGHT.items()))
    score = right * doubtful if calibrated else article
    reason = _reason(words, paragraphs, found, _moved(found, calibrated=calibrated))
    if calibrated and doubtful < 1:
        reason = f"{reason}; looks like a page without a text of its own"
    if words < LONG_TEXT and missing(_headings(blocks.tree)):
        return score * MISSING, f"{reason}; its heading says the page is not there"
    if words < LONG_TEXT and locked(blocks.buffer):
        return score * LOCKED, f"{reason}; says that the rest is for subscribers"
    return score, reason


def doubt(found: Mapping[str, float]) -> float:
    """What is left of the confidence where the page looks like one without a text of its own."""
    return min(1.0, _article(found) / LIKE_AN_ARTICLE)


def _article(found: Mapping[str, float]) -> float:
    return _logistic(BIAS + sum(about.weight * found[name] for name, about in WEIGHTS.items()))


def _logistic(value: float) -> float:
    return 0.5 + 0.5 * math.tanh(0.5 * value)


def signals(
    blocks: Blocks, features: Features, labels: Sequence[Label], fields: Fields, *, url: str | None = None
) -> dict[str, float]:
    """The numbers the verdict rests on, by name; at least one block must be kept."""
    return _signals(blocks, features, labels, _kept(labels), fields, url)


def _signals(
    blocks: Blocks,
    features: Features,
    labels: Sequence[Label],
    kept: Flags,
    fields: Fields,
    url: str | None,
) -> dict[str, float]:
    tree, characters = blocks.tree, features.characters
    paragraphs = int((_prose(features) & kept).sum())
    scores = np.array([label.score for label in labels])
    unsure = np.abs(scores - 0.5) < UNSURE
    words = max(int(features.words[kept].sum()), 1)
    rows = _rows(tree, blocks.elements[kept][:MAX_LOOKED_AT].tolist())
    data = "".join(tree.data)[:MAX_DATA]
    return {
        "share": min(float(characters[kept].sum() / characters.sum()), MAX_SHARE),
        "rows": math.log1p(rows),
        "rows_per_paragraph": math.log((1 + rows) / (1 + paragraphs)),
        "titles_around": math.log1p(_titles_around(blocks, features, kept)),
        "brief": max(0.0, math.log(BRIEF / (1 + int(features.words[kept].sum())))),
        "named": _named(fields.canonical.value if fields.canonical else url or ""),
        "date": float(fields.date is not None),
        "author": float(fields.authors is not None),
        "list_stated": float(_LISTING.search(data) is not None),
        "certain": float((features.words * scores)[kept].sum()) / words,
        "doubtful": math.log1p(float(features.words[unsure].sum()) / words),
        "password": float(any(tree.get(field, "type").lower() == "password" for field in tree.find("input"))),
    }


def _kept(labels: Sequence[Label]) -> Flags:
    # Not `label.content`: a property call for each of a thousand blocks would be a third of the time.
    return np.array([label.kind not in CHAFF for label in labels], dtype=bool)


def _prose(features: Features) -> Flags:
    """Which blocks are paragraphs of running text."""
    long = (features.words >= PROSE_WORDS) & (features.sentences >= 2)
    prose: Flags = long & (features.link_share < PROSE_LINKS)
    return prose


def _rows(tree: Tree, elements: Sequence[int]) -> int:
    """How many siblings of one tag and class hold kept blocks, at most."""
    counts: Counter[tuple[int, str, str]] = Counter()
    seen: set[int] = set()
    for element in elements:
        for _ in range(MAX_CLIMB + 1):
            if element in seen or element < 0:
                break
            seen.add(element)
            parent, tag = tree.parents[element], tree.tags[element]
            if tag in _ROW_TAGS and (name := tree.get(element, "class")):
                counts[parent, tag, name] += 1
            element = parent
    return max(counts.values(), default=0)


def _titles_around(blocks: Blocks, features: Features, kept: Flags) -> int:
    """Linked blocks of a title's length in the smallest element that holds most of the kept words."""
    tree, words = blocks.tree, features.words
    low, high = TITLE_WORDS
    titles = (features.link_share > 0.5) & (words >= low) & (words <= high)
    longest = int(np.argmax(words * kept))
    element = int(blocks.elements[longest])
    around = [element, *tree.ancestors(element)]
    first = blocks.pieces[blocks.starts]
    begin = np.searchsorted(first, [tree.text_starts[each] for each in around])
    end = np.searchsorted(first, [tree.text_ends[each] for each in around])
    inside = np.concatenate([[0], np.cumsum(words * kept)])
    enough = inside[end] - inside[begin] >= REGION * inside[-1]
    place = int(np.argmax(enough))  # the root holds all
    return int(titles[begin[place] : end[place]].sum())


def _named(address: str) -> float:
    """Whether the last part of the page's address is a headline or a number."""
    try:
        steps = [step for step in urlsplit(address).path.split("/") if step] if address else None
    except ValueError:
        steps = None
    if steps is None:
        return UNKNOWN_ADDRESS
    words = [word for word in _SLUG.split(steps[-1]) if word.isalpha()] if steps else []
    digits = sum(character.isdigit() for step in steps[-2:] for character in step)
    return float(len(words) >= SLUG_WORDS or digits >= ID_DIGITS)


def _headings(tree: Tree) -> list[str]:
    return [page_title(tree), *(tree.text(element) for element in tree.find("h1")[:SHOWN])]


def _moved(found: Mapping[str, float], *, calibrated: bool) -> dict[str, float]:
    """What each signal adds to the verdict, against the mean of the training pages."""
    told = {**WEIGHTS, **SURE} if calibrated else WEIGHTS
    weights = RIGHT if calibrated else {name: about.weight for name, about in WEIGHTS.items()}
    return {name: weights[name] * (found[name] - about.mean) for name, about in told.items()}


def _reason(words: int, paragraphs: int, found: Mapping[str, float], moved: Mapping[str, float]) -> str:
    """The size of the text, and what spoke loudest for it and against it."""
    order = sorted(moved, key=lambda name: -abs(moved[name]))
    said = [f"{words:,} words, {paragraphs} long paragraph{'' if paragraphs == 1 else 's'}"]
    for side, sign in (("for", 1), ("against", -1)):
        names = [name for name in order if sign * moved[name] > WORTH_SAYING and _known(name, found)]
        if names:
            said.append(f"{side} it: {', '.join(_phrase(name, found) for name in names[:SHOWN])}")
    return "; ".join(said)


def _known(name: str, found: Mapping[str, float]) -> bool:
    """Whether there is anything to say: of an address that is not known there is not."""
    return name != "named" or found[name] != UNKNOWN_ADDRESS


def _phrase(name: str, found: Mapping[str, float]) -> str:
    about = WEIGHTS.get(name) or SURE[name]
    if found[name] <= about.mean:
        return about.low
    boxes = name == "rows_per_paragraph" and found["rows"] > WEIGHTS["rows"].mean
    return f"{about.high} for so many boxes" if boxes else about.high
