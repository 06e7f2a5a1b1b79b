"""Blocks to named numbers: computed once, in array operations, shared by all methods.

Counts are sums over slices of the blocks' code-point buffer (`reduceat`); what holds of an element
and all below it (hidden, link, navigation ...) is painted over its half-open range.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from zrno.blocks.characters import DIGIT, IDEOGRAPH, LETTER, STOP, UPPER, classes
from zrno.blocks.split import Blocks, Ints
from zrno.blocks.vocabulary import HEADING_TAGS, ITEM_TAGS, POSITIVE_INLINE
from zrno.tree import Tree

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]

_HIDING = re.compile(r"display\s{0,4}:\s{0,4}none|visibility\s{0,4}:\s{0,4}hidden", re.IGNORECASE)
_SPACE = 32
# A Chinese text has about a third of the characters of its English or Czech translation.
IDEOGRAPH_LETTERS = 3


@dataclass(frozen=True, slots=True, eq=False)
class Features:
    """One column per feature, one row per block."""

    characters: Ints  # length of the text
    letters: Ints
    digits: Ints
    ideographs: Ints
    words: Ints  # separated by spaces; an ideograph is a word by itself
    capital_words: Ints  # start with a capital
    upper_words: Ints  # all letters are capitals, two at least
    sentences: Ints
    bars: Ints  # the character |
    links: Ints  # link elements that begin in the block
    link_words: Ints
    link_characters: Ints
    images: Ints  # images between the previous block and the end of this one
    inline: Ints  # inline elements that speak for written text (cite, code, em ...)
    heading: Flags
    paragraph: Flags
    item: Flags  # li, dd, dt
    hidden: Flags  # by attribute or inline style
    copyright: Flags  # holds ©

    @property
    def link_share(self) -> Floats:
        """Share of the words that stand in links; 0 for a block without words."""
        return self.link_words / np.maximum(self.words, 1)

    @property
    def lengths(self) -> Ints:
        """Characters, an ideograph counting as many as it takes letters to say the same."""
        return self.characters + (IDEOGRAPH_LETTERS - 1) * self.ideographs

    @property
    def sentence_length(self) -> Floats:
        """Mean words per sentence."""
        return self.words / np.maximum(self.sentences, 1)

    def row(self, block: int) -> dict[str, float]:
        """The numbers of one block by name, for explaining."""
        return {column.name: float(getattr(self, column.name)[block]) for column in fields(self)}


def measure(blocks: Blocks) -> Features:
    """The features of all blocks."""
    counts = _Counts(blocks)
    tree, elements = blocks.tree, blocks.elements
    tags = [tree.tags[element] for element in elements.tolist()]
    link = covered(tree, _links(tree))
    in_link = link[np.asarray(tree.owners, dtype=np.int32)][blocks.pieces] if len(blocks) else counts.none
    begins = _word_starts(blocks, counts.bits)
    capitals = (counts.bits & UPPER) > 0
    opened = _Opened(blocks)
    return Features(
        characters=blocks.ends - blocks.starts,
        letters=counts.total((counts.bits & LETTER) > 0),
        digits=counts.total((counts.bits & DIGIT) > 0),
        ideographs=counts.total((counts.bits & IDEOGRAPH) > 0),
        words=counts.total(begins),
        capital_words=counts.total(begins & capitals),
        upper_words=_upper_words(blocks, begins, counts),
        sentences=np.maximum(counts.total(_sentence_ends(blocks, counts.bits)), 1),
        bars=counts.total(blocks.codes == ord("|")),
        links=opened(_links(tree)),
        link_words=counts.total(begins & in_link),
        link_characters=counts.total(in_link & (blocks.codes != _SPACE)),
        images=opened(tree.find("img", "picture", "amp-img")),
        inline=opened(tree.find(*POSITIVE_INLINE)),
        heading=_mask(tag in HEADING_TAGS for tag in tags),
        paragraph=_mask(tag == "p" for tag in tags),
        item=_mask(tag in ITEM_TAGS for tag in tags),
        hidden=covered(tree, _hidden(tree))[elements] if len(blocks) else counts.none,
        copyright=counts.total(blocks.codes == ord("©")) > 0,
    )


def covered(tree: Tree, elements: Iterable[int]) -> Flags:
    """Which elements are among these or lie below one of them."""
    depth = np.zeros(len(tree) + 1, dtype=np.int32)
    for element in elements:
        depth[element] += 1
        depth[tree.ends[element]] -= 1
    return np.cumsum(depth)[:-1] > 0


class _Counts:
    """Sums of character flags over the blocks."""

    def __init__(self, blocks: Blocks) -> None:
        self.bits = classes(blocks.codes)
        self.starts = blocks.starts
        self.none = np.zeros(0, dtype=bool)

    def total(self, flags: Flags) -> Ints:
        if not len(self.starts):
            return np.zeros(0, dtype=np.int32)
        return np.add.reduceat(flags, self.starts, dtype=np.int32)


def _word_starts(blocks: Blocks, bits: NDArray[np.uint8]) -> Flags:
    begins = np.zeros(len(blocks.codes), dtype=bool)
    if len(begins):
        ink = blocks.codes != _SPACE
        begins[1:] = ink[1:] & ~ink[:-1]
        begins[blocks.starts] = True
        begins |= (bits & IDEOGRAPH) > 0
    return begins


def _upper_words(blocks: Blocks, begins: Flags, counts: _Counts) -> Ints:
    starts = np.flatnonzero(begins)
    if not len(starts):
        return np.zeros(len(blocks), dtype=np.int32)
    letters = np.add.reduceat((counts.bits & LETTER) > 0, starts, dtype=np.int32)
    capitals = np.add.reduceat((counts.bits & UPPER) > 0, starts, dtype=np.int32)
    flags = np.zeros(len(blocks.codes), dtype=bool)
    flags[starts] = (capitals == letters) & (letters >= 2)
    return counts.total(flags)


def _sentence_ends(blocks: Blocks, bits: NDArray[np.uint8]) -> Flags:
    """Stops before a space, before an ideograph or at the end of a block; `...` counts once."""
    stops = (bits & STOP) > 0
    if not len(stops):
        return stops
    after = np.zeros(len(stops), dtype=bool)
    after[:-1] = (blocks.codes[1:] == _SPACE) | ((bits[1:] & IDEOGRAPH) > 0)
    after[blocks.ends - 1] = True
    return stops & after


class _Opened:
    """Counts elements that open after the previous block's text and up to the end of this one's."""

    def __init__(self, blocks: Blocks) -> None:
        openings = np.asarray(blocks.tree.openings, dtype=np.int32)
        self.until = openings[blocks.pieces[blocks.ends - 1]] if len(blocks) else blocks.ends

    def __call__(self, elements: list[int]) -> Ints:
        seen = np.searchsorted(np.asarray(elements, dtype=np.int32), self.until, side="left")
        return np.diff(seen, prepend=0).astype(np.int32)


def _links(tree: Tree) -> list[int]:
    return [element for element in tree.find("a") if "href" in tree.attributes[element]]


def _hidden(tree: Tree) -> list[int]:
    return [
        element
        for element, attributes in enumerate(tree.attributes)
        if attributes and ("hidden" in attributes or _HIDING.search(attributes.get("style", "")))
    ]


def _mask(flags: Iterable[bool]) -> Flags:
    return np.fromiter(flags, dtype=bool)
