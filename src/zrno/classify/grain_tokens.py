"""The words a page is written in behind the scenes: class, id, role and tag words of its elements.

Each is looked up in a learned table of log-odds for content. A table knows only what was seen on several
sites, so that no single site is learned by heart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.ranges import Ints, Ranges
from zrno.blocks.stopwords import WORD
from zrno.tree import Tree

Floats = NDArray[np.float64]
Table = Mapping[str, float]

MAX_NAMES = 300  # characters of class and id looked at; generated ones go on for pages
MAX_TOKENS = 24  # of one element
SHORT_TEXT = 30  # words of a block whose words are looked up; longer ones speak by their length
MAX_EXACT = 40  # characters of a text that is looked up whole
MAX_COMMENTS = 0.97  # of the page's blocks
_PART = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}")
# How the web names the box of readers' comments, in the languages that name it in their own.
_COMMENTS = re.compile(r"^[.#]?(?:comment|disqus|dsq|respond|repl(?:y|ies)|koment|komment|coment|diskus)")
_DIGITS = re.compile(r"\d+")
_NAMED = ("role", "itemprop", "itemtype", "property", "typeof", "data-type", "data-testid", "aria-label")

_NAMED_SET = frozenset(_NAMED)
_UNKNOWN = (0.0, 0.0, 0.0)


def element_tokens(tree: Tree, elements: Sequence[int]) -> tuple[list[tuple[str, ...]], Ints]:
    """The distinct sets of tokens on these elements, and for each element which one it has (-1: none)."""
    sets: list[tuple[str, ...]] = []
    numbers: dict[tuple[str, ...], int] = {}
    which = np.full(len(elements), -1, dtype=np.int32)
    attributes = tree.attributes
    for place, element in enumerate(elements):
        found = attributes[element]
        if not found:
            continue
        key = (found.get("class", ""), found.get("id", ""))
        if not _NAMED_SET.isdisjoint(found):
            key += tuple(found[name] for name in _NAMED if name in found)  # type: ignore[assignment]
        number = numbers.get(key)
        if number is None:
            number = numbers[key] = len(sets)
            sets.append(_tokens(*key))
        which[place] = number
    return sets, which


@lru_cache(maxsize=20_000)  # the same class names recur from page to page
def _tokens(*names: str) -> tuple[str, ...]:
    """Whole names and the words in them, each once, lower-case, digits as 0."""
    found: dict[str, None] = {}
    for mark, value in zip(".#", names[:2], strict=True):
        for name in value[:MAX_NAMES].split():
            found[mark + _DIGITS.sub("0", name.lower())] = None
            for part in _PART.findall(name):
                found[part.lower()] = None
    for value in names[2:]:
        found["=" + value[:MAX_EXACT].lower()] = None
    return tuple(found)[:MAX_TOKENS]


@lru_cache(maxsize=20_000)
def _about_comments(tokens: tuple[str, ...]) -> bool:
    return any(map(_COMMENTS.match, tokens))


def comment_blocks(sets: Sequence[tuple[str, ...]], which: Ints, spans: Ranges) -> NDArray[np.bool_]:
    """The blocks in boxes named for comments; `which` goes over the elements that have blocks."""
    count = int(spans.last.max(initial=0))
    named = np.array([*map(_about_comments, sets), False])[which]
    filled = np.flatnonzero(spans.last > spans.first)
    boxes = filled[named]
    # A name on all of the page (a theme's "comments-open") is no name of a box.
    boxes = boxes[(spans.last - spans.first)[boxes] < MAX_COMMENTS * count]
    inside = np.zeros(count + 1, dtype=np.int32)
    np.add.at(inside, spans.first[boxes], 1)
    np.add.at(inside, spans.last[boxes], -1)
    return np.asarray(np.cumsum(inside)[:-1] > 0)


def tag_tokens(blocks: Blocks, parents: Ints) -> list[str]:
    """For each block the tags of its element and the two above."""
    tags = blocks.tree.tags
    own = blocks.elements
    above = parents[own] if len(own) else own
    over = parents[above] if len(own) else own
    rows = zip(own.tolist(), above.tolist(), over.tolist(), strict=True)
    return [f"{tags[a]}<{tags[b]}<{tags[c]}" for a, b, c in rows]


def text_tokens(blocks: Blocks, features: Features) -> tuple[list[list[str]], list[str]]:
    """For each block its words where it is short, and its whole text where it is very short."""
    split: list[list[str]] = []
    exact: list[str] = []
    columns = (blocks.starts, blocks.ends, features.words, features.digits)
    for start, end, count, digits in zip(*(column.tolist() for column in columns), strict=True):
        if count > SHORT_TEXT:
            split.append([])
            exact.append("")
            continue
        text = blocks.buffer[start:end].lower()
        if digits:
            text = _DIGITS.sub("0", text)
        split.append(WORD.findall(text))
        exact.append(text if len(text) <= MAX_EXACT else "")
    return split, exact


def odds(sets: Sequence[Sequence[str]], table: Table) -> Floats:
    """Mean, least and greatest log-odds of each set of tokens; zeros where the table knows none."""
    rows: list[tuple[float, float, float]] = []
    get = table.get
    for tokens in sets:
        known = [value for token in tokens if (value := get(token)) is not None]
        rows.append((sum(known) / len(known), min(known), max(known)) if known else _UNKNOWN)
    rows.append(_UNKNOWN)  # for -1
    return np.array(rows)


def over_path(values: Floats, ranges: Ranges) -> tuple[Floats, Floats, Floats]:
    """Least, greatest and sum of a value over each element and all above it, in doubling steps."""
    nobody = len(values)  # stands above the root
    above = np.append(ranges.parents, nobody)
    above[0] = nobody
    least, greatest, total = np.append(values, 0), np.append(values, 0), np.append(values, 0)
    while (above != nobody).any():
        least = np.minimum(least, least[above])
        greatest = np.maximum(greatest, greatest[above])
        total = total + total[above]
        above = above[above]
    return least[:-1], greatest[:-1], total[:-1]
