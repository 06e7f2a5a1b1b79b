"""The page cut at every tag, inline ones too, and put together again by labels.

The pieces lie inside the blocks; the page's title, which is in no block, is the first piece. Labels are
h heading, p paragraph, l list item, c continuation of what is before, o other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks
from zrno.blocks.split import Ints
from zrno.model import Label

LABELS = ("h", "p", "l", "c", "o")
CONTINUED, OTHER = "c", "o"
MAX_TITLE = 1000  # characters; a longer "title" is an element that was never closed

_SPACE = 32


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """The pieces of a page as columns over one buffer: that of the blocks with the title in front."""

    blocks: Blocks
    codes: NDArray[np.uint32]
    buffer: str
    title: int  # characters of the title in the buffer: 0 where the page has none
    starts: Ints  # piece i is buffer[starts[i]:ends[i]]
    ends: Ints
    block_of: Ints  # its block, -1 for the title
    owners: Ints  # the element its text stands in
    openings: Ints  # how many elements had opened before it
    places: Ints  # the tree's text it begins in

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def texts(self) -> list[str]:
        """The piece texts in order, spaces at their edges kept."""
        spans = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return [self.buffer[start:end] for start, end in spans]

    @property
    def body(self) -> int:
        """The first piece that lies in a block."""
        return 1 if self.title else 0

    def part(self, first: int, last: int) -> Pieces:
        """Some of the pieces, as if the page had no more."""
        inside, start, end = slice(first, last), int(self.starts[first]), int(self.ends[last - 1])
        return Pieces(
            blocks=self.blocks,
            codes=self.codes[start:end],
            buffer=self.buffer[start:end],
            title=0 if first else self.title,
            starts=self.starts[inside] - start,
            ends=self.ends[inside] - start,
            block_of=self.block_of[inside],
            owners=self.owners[inside],
            openings=self.openings[inside],
            places=self.places[inside],
        )


class TitledLabels(list[Label]):
    """The labels of the blocks, and the title where it was found to be a heading of the text."""

    def __init__(self, labels: Sequence[Label], title: str) -> None:
        super().__init__(labels)
        self.title = title


def cut(blocks: Blocks) -> Pieces:
    """The pieces of a page in document order."""
    tree = blocks.tree
    element, title = _title(blocks)
    starts = _starts(blocks)
    pieces = blocks.pieces[starts] if len(starts) else starts
    owners, openings = (np.asarray(each, dtype=np.int32) for each in (tree.owners, tree.openings))
    block_of = np.searchsorted(blocks.starts, starts, side="right").astype(np.int32) - 1
    head, size = [0] if title else [], len(title)
    codes = np.concatenate([np.frombuffer(title.encode("utf-32-le", "replace"), np.uint32), blocks.codes])
    starts = np.concatenate([head, starts + size]).astype(np.int32)
    return Pieces(
        blocks=blocks,
        codes=codes.astype(np.uint32),
        buffer=title + blocks.buffer,
        title=size,
        starts=starts,
        ends=np.append(starts[1:], len(codes)).astype(np.int32) if len(starts) else starts,
        block_of=np.concatenate([[-1 for _ in head], block_of]).astype(np.int32),
        owners=np.concatenate([[element for _ in head], owners[pieces]]).astype(np.int32),
        openings=np.concatenate([[element + 1 for _ in head], openings[pieces]]).astype(np.int32),
        places=np.concatenate([[tree.text_starts[element] for _ in head], pieces]).astype(np.int32),
    )


def units(pieces: Pieces, labels: Sequence[str]) -> list[tuple[str, str]]:
    """Mark and text of what the labels keep: h, p and l begin a unit, c goes on with it, o vanishes."""
    begun = [index for index, label in enumerate(labels) if label not in (CONTINUED, OTHER)]
    first = next((index for index, label in enumerate(labels) if label != OTHER), len(labels))
    if begun[:1] != [first] and first < len(labels):
        begun.insert(0, first)  # a continuation of nothing begins a paragraph
    texts, block_of = pieces.texts, pieces.block_of.tolist()
    found = []
    for start, end in pairwise([*begun, len(labels)]):
        text = " ".join("".join(_glued(texts, block_of, labels, start, end)).split())
        found.append(("p" if labels[start] == CONTINUED else labels[start], text))
    return [(mark, text) for mark, text in found if text]


def cleaneval(pieces: Pieces, labels: Sequence[str]) -> str:
    """The CleanEval form of labelled pieces: one line per unit with its mark in front."""
    return "\n".join(f"<{mark}>{text}" for mark, text in units(pieces, labels))


def _glued(
    texts: Sequence[str], block_of: Sequence[int], labels: Sequence[str], start: int, end: int
) -> Iterator[str]:
    """The kept texts of one unit, a space between those of different blocks."""
    for index in range(start, end):
        if labels[index] != OTHER:
            if index > start and block_of[index] != block_of[index - 1]:
                yield " "
            yield texts[index]


def _title(blocks: Blocks) -> tuple[int, str]:
    """The element and the text of the page's title; one that stands in the body is a block by itself."""
    tree = blocks.tree
    for element in tree.find("title"):
        if tree.tags[tree.parents[element]] == "head":
            return element, tree.text(element)[:MAX_TITLE].strip()
    return 0, ""


def _starts(blocks: Blocks) -> Ints:
    """Where in the blocks' buffer a piece begins: at ink with a tag or a block's edge before it."""
    if not len(blocks):
        return blocks.starts
    tree, pieces = blocks.tree, blocks.pieces
    owners, openings = (np.asarray(each, dtype=np.int32) for each in (tree.owners, tree.openings))
    ink = np.flatnonzero(blocks.codes != _SPACE)
    inked = pieces[ink]
    # Without a tag between them (a comment may stand there) two texts are one piece.
    new = np.ones(len(ink), dtype=bool)
    new[1:] = (owners[inked[1:]] != owners[inked[:-1]]) | (openings[inked[1:]] != openings[inked[:-1]])
    begins = np.zeros(len(pieces), dtype=bool)
    begins[ink[new]] = True
    begins[blocks.starts] = True
    return np.flatnonzero(begins).astype(np.int32)
