"""Gold text against the page: which of its words are in gold, and so which blocks.

A monotone alignment of words: runs of four words both texts share are anchors, chained so that the order
is kept and as many as possible hold; the gaps between them are filled by ever shorter runs. Gold pieces
that stand elsewhere on the page are looked for in what is left. A short text that recurs on a page is gold
only where its gold neighbours are near.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks
from zrno.blocks.split import Ints
from zrno.blocks.stopwords import WORD, words
from zrno.train.datasets import Example

Floats = NDArray[np.float64]

ANCHOR = 4  # words of a run; shorter ones occur by chance, longer ones break at every difference
FILLERS = (3, 2, 1)  # words of the runs that fill a gap between anchors, in this order
MAX_OCCURRENCES = 12  # of a run in gold; one that recurs more says nothing about the place
# A gap may be so much larger on the page than in gold; in a larger one single words meet by chance.
MAX_STRETCH, MIN_STRETCH = 4, 20
MIN_MOVED = 8  # words of a gold piece looked for outside the order
MOVES = 3  # times what is left is searched for moved pieces
SHORT = 5  # words of a block that may recur by chance (menu entries, dates, names)
NEAR = 60  # page words within which the gold neighbour of a short block must stand
CONTENT = 0.5  # of a block's words; between .3 and .7 the labels hardly change

_UNIT = re.compile(r"<\s?(h|p|l)\b[^<>]{0,200}>", re.IGNORECASE)
_ADDRESS_LINE = re.compile(r"\s*URL:[^\n]*\n")


@dataclass(frozen=True, slots=True, eq=False)
class Gold:
    """The words of a gold text and the units (heading, paragraph, list item) they stand in."""

    words: Sequence[str]
    units: Ints  # the unit of each word
    kinds: str  # h, p or l, one character per unit
    marked: bool  # whether the kinds were given by people


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """For each word of the page its word in gold."""

    places: Ints  # where each page word begins in the blocks' buffer
    matches: Ints  # its gold word, -1 where it has none
    gold: Gold

    @property
    def coverage(self) -> float:
        """The share of the gold words found on the page."""
        return float((self.matches >= 0).sum() / max(len(self.gold.words), 1))

    def shares(self, starts: Ints) -> Floats:
        """For each span of the buffer the share of its words that are gold; 0 without words."""
        span = np.searchsorted(starts, self.places, side="right") - 1
        total = np.bincount(span, minlength=len(starts))
        found = np.bincount(span[self.matches >= 0], minlength=len(starts))
        return np.asarray(found / np.maximum(total, 1), dtype=np.float64)

    def labels(self, starts: Ints) -> list[str]:
        """For each span h, p or l, c where it goes on with the unit before, o where it is not gold."""
        span = np.searchsorted(starts, self.places, side="right") - 1
        content = self.shares(starts) > CONTENT
        labels, last = [], -1
        firsts = np.searchsorted(span, np.arange(len(starts) + 1))
        for index in range(len(starts)):
            if not content[index]:
                labels.append("o")
                continue
            matches = self.matches[firsts[index] : firsts[index + 1]]
            unit = int(np.bincount(self.gold.units[matches[matches >= 0]]).argmax())
            labels.append("c" if unit == last else self.gold.kinds[unit])
            last = unit
        return labels


def gold_of(example: Example) -> Gold:
    """The gold of an example: its marked units where there are any, else its lines as paragraphs."""
    marked = _marked(example.markup) if example.markup else []
    units = marked or [("p", line) for line in example.gold.splitlines()]
    split = [(kind, words(text)) for kind, text in units]
    split = [(kind, each) for kind, each in split if each]
    return Gold(
        words=[word for _, each in split for word in each],
        units=np.repeat(np.arange(len(split)), [len(each) for _, each in split]).astype(np.int32),
        kinds="".join(kind for kind, _ in split),
        marked=bool(marked),
    )


def align(blocks: Blocks, gold: Gold) -> Alignment:
    """The words of a page with their places in gold."""
    found, places, block_of = _page_words(blocks)
    numbers: dict[str, int] = {}
    wanted = [numbers.setdefault(word, len(numbers)) for word in gold.words]
    page = [numbers.get(word, -1) for word in found]
    matches = np.full(len(page), -1, dtype=np.int32)
    _fill(page, wanted, matches, (0, len(page)), (0, len(wanted)))
    for _ in range(MOVES):
        if not _moved(page, wanted, matches):
            break
    _drop_strays(matches, block_of, len(wanted))
    return Alignment(places, matches, gold)


def _marked(markup: str) -> list[tuple[str, str]]:
    """Kind and text of each marked unit; text before the first mark is a paragraph."""
    parts = _UNIT.split(_ADDRESS_LINE.sub("", markup, count=1))
    if len(parts) < 3:
        return []
    return [("p", parts[0]), *zip(map(str.lower, parts[1::2]), parts[2::2], strict=True)]


def _page_words(blocks: Blocks) -> tuple[list[str], Ints, Ints]:
    """All words of the page, where each begins in the buffer, and its block."""
    found: list[str] = []
    places: list[int] = []
    owners: list[int] = []
    for index, (start, end) in enumerate(zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True)):
        for match in WORD.finditer(blocks.buffer, start, end):
            found.append(match[0].lower())
            places.append(match.start())
            owners.append(index)
    return found, np.array(places, dtype=np.int32), np.array(owners, dtype=np.int32)


def _fill(
    page: Sequence[int], gold: Sequence[int], matches: Ints, page_gap: tuple[int, int], gap: tuple[int, int]
) -> None:
    """Align one gap: anchors, then the gaps they leave by shorter and shorter runs."""
    gaps = [(page_gap, gap)]
    for length in (ANCHOR, *FILLERS):
        gaps = [
            smaller
            for (low, high), (first, last) in gaps
            for smaller in _chain(page, gold, matches, (low, high), (first, last), length)
        ]
        gaps = [
            (narrowed, within)
            for around, within in gaps
            if (narrowed := _narrowed(around, within, len(page), len(gold), length))[1] > narrowed[0]
        ]


def _narrowed(
    around: tuple[int, int], within: tuple[int, int], page_size: int, gold_size: int, length: int
) -> tuple[int, int]:
    """The part of a page gap worth filling: near the anchors, where the gap is far larger than in gold."""
    (low, high), (first, last) = around, within
    size = MIN_STRETCH + MAX_STRETCH * (last - first)
    if first >= last:
        return low, low
    if high - low <= size or length == ANCHOR:
        return low, high
    if first == 0:  # a title stands right above the body
        return high - size, high
    if last == gold_size or high == page_size:
        return low, low + size
    return low, high if length > min(FILLERS) + 1 else low


def _chain(
    page: Sequence[int],
    gold: Sequence[int],
    matches: Ints,
    around: tuple[int, int],
    within: tuple[int, int],
    length: int,
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Match the longest chain of common runs in a gap, both orders kept; the gaps that are left."""
    (low, high), (first, last) = around, within
    pairs = _longest_chain(_occurrences(gold, first, last, length), page, low, high, length)
    gaps = []
    page_end, gold_end = low, first
    for at, to in pairs:
        if at > page_end and to > gold_end:
            gaps.append(((page_end, at), (gold_end, to)))
        # Runs that overlap without following each other would take a word twice.
        skipped = max(page_end - at, gold_end - to, 0)
        matches[at + skipped : at + length] = range(to + skipped, to + length)
        page_end, gold_end = max(page_end, at + length), max(gold_end, to + length)
    if high > page_end and last > gold_end:
        gaps.append(((page_end, high), (gold_end, last)))
    return gaps


def _occurrences(gold: Sequence[int], first: int, last: int, length: int) -> dict[tuple[int, ...], list[int]]:
    where: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for to in range(first, last - length + 1):
        where[tuple(gold[to : to + length])].append(to)
    return where


def _longest_chain(
    where: dict[tuple[int, ...], list[int]], page: Sequence[int], low: int, high: int, length: int
) -> list[tuple[int, int]]:
    """The longest chain of (page, gold) places that grow together (Hunt and Szymanski 1977).

    Among chains of one length the one with the latest page places, since what repeats above the
    text (a teaser, a table of contents) repeats it.
    """
    tails: list[int] = []  # the smallest gold place a chain of each length ends with
    nodes: list[tuple[int, int, int]] = []  # page place, gold place, node before
    last_of: list[int] = []
    for at in range(low, high - length + 1):
        places = where.get(tuple(page[at : at + length]), ())
        if len(places) > MAX_OCCURRENCES:
            continue
        for to in reversed(places):
            rank = bisect_left(tails, to)
            nodes.append((at, to, last_of[rank - 1] if rank else -1))
            if rank == len(tails):
                tails.append(to)
                last_of.append(len(nodes) - 1)
            else:
                tails[rank] = to
                last_of[rank] = len(nodes) - 1
    chain: list[tuple[int, int]] = []
    node = last_of[-1] if last_of else -1
    while node >= 0:
        at, to, node = nodes[node]
        chain.append((at, to))
    return chain[::-1]


def _moved(page: Sequence[int], gold: Sequence[int], matches: Ints) -> int:
    """Match gold pieces that stand elsewhere on the page among the words still free; how many."""
    free = np.ones(len(gold), dtype=bool)
    free[matches[matches >= 0]] = False
    rest = [word if left else -2 for word, left in zip(gold, free.tolist(), strict=True)]
    open_page = [word if match < 0 else -1 for word, match in zip(page, matches.tolist(), strict=True)]
    found = 0
    pairs = _longest_chain(_occurrences(rest, 0, len(rest), MIN_MOVED), open_page, 0, len(page), MIN_MOVED)
    for at, to in pairs:
        if -1 in open_page[at : at + MIN_MOVED]:
            continue
        matches[at : at + MIN_MOVED] = range(to, to + MIN_MOVED)
        found += 1
    return found


def _drop_strays(matches: Ints, block_of: Ints, gold_size: int) -> None:
    """Unmatch short blocks whose nearest neighbours in gold are not near on the page."""
    matched = np.flatnonzero(matches >= 0)
    where = np.full(gold_size, -1, dtype=np.int64)  # page place of each gold word
    where[matches[matched]] = matched
    held = np.flatnonzero(where >= 0)
    firsts = np.flatnonzero(np.diff(block_of, prepend=-1))
    lasts = np.append(firsts[1:], len(block_of))[: len(firsts)]
    for first, last in zip(firsts.tolist(), lasts.tolist(), strict=True):
        inside = matches[first:last]
        hits = inside[inside >= 0]
        if last - first > SHORT or not len(hits):
            continue
        low, high = np.searchsorted(held, [hits.min(), hits.max() + 1])
        around = [*where[held[max(low - 1, 0) : low]], *where[held[high : high + 1]]]
        if all(abs(place - first) > NEAR for place in around):
            inside[:] = -1
