"""Page to Blocks: runs of text between block boundaries, cut in array operations.

A block is the text of an element without block children, or a run of bare text beside them; a
`<br>` ends a run too. Inline elements dissolve into their text. All texts stand in one buffer of code
points with white space collapsed, so that features are sums over slices of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from zrno.blocks.vocabulary import BLOCK_TAGS, DROPPED_TAGS, LINE_BREAK
from zrno.model import Page
from zrno.tree import Tree

Ints = NDArray[np.int32]
Codes = NDArray[np.uint16] | NDArray[np.uint32]

_SPACE = 32
# Soft hyphens and zero-width marks are typesetting, not text; joiners inside emoji stay.
_INVISIBLE = (0x00AD, 0x200B, 0x2060, 0xFEFF)
# Characters worked on at a time: few pages have more, and none takes more memory for it.
PORTION = 1_000_000
UNSCRIPTED = "noscript"
UNSCRIPTED_RATIO = 2  # times the text outside: then the page is what it says to readers without scripts
UNSCRIPTED_LEAST = 500  # characters; less is a notice to switch scripts on
_LAST_SPACE = 0x3000  # the ideographic space is the last one in Unicode
_SPACES = np.array(
    [chr(code).isspace() or code < _SPACE or 0x7F <= code < 0xA0 for code in range(_LAST_SPACE + 2)]
)


@dataclass(frozen=True, slots=True)
class Block:
    """One piece of text with its place in the page."""

    index: int
    text: str
    element: int  # the nearest block element
    tree: Tree

    first_piece: int  # its text pieces in the tree: first_piece .. last_piece inclusive
    last_piece: int
    breaks: int  # how many `<br>` alone stand between this block and the one before

    @property
    def tag(self) -> str:
        """The tag of the block's element."""
        return self.tree.tags[self.element]

    @property
    def path(self) -> str:
        """XPath of the element, or of the first text where the element holds more than this block."""
        start, end = self.tree.text_starts[self.element], self.tree.text_ends[self.element]
        outside = (*range(start, self.first_piece), *range(self.last_piece + 1, end))
        if any(not self.tree.texts[piece].isspace() for piece in outside):
            return self.tree.text_path(self.first_piece)
        return self.tree.path(self.element)


@dataclass(frozen=True, slots=True, eq=False)
class Blocks(Sequence[Block]):
    """All blocks of a page as columns; indexing makes a Block."""

    tree: Tree
    buffer: str  # the texts of all blocks, one after another
    codes: Codes  # the same as code points
    pieces: Ints  # the text piece each code point came from
    starts: Ints  # block i is buffer[starts[i]:ends[i]]
    ends: Ints
    elements: Ints
    breaks: Ints
    first_pieces: Ints  # the text piece each block begins in

    def __len__(self) -> int:
        return len(self.starts)

    @overload
    def __getitem__(self, index: int) -> Block: ...

    @overload
    def __getitem__(self, index: slice) -> list[Block]: ...

    def __getitem__(self, index: int | slice) -> Block | list[Block]:
        if isinstance(index, slice):
            return [self._block(i) for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._block(index % len(self))

    def __iter__(self) -> Iterator[Block]:
        return (self._block(i) for i in range(len(self)))

    @property
    def texts(self) -> list[str]:
        """The block texts in order."""
        spans = zip(self.starts.tolist(), self.ends.tolist(), strict=True)
        return [self.buffer[start:end] for start, end in spans]

    def inside(self, element: int) -> range:
        """The blocks whose text begins in an element: a run, since both are in document order."""
        span = self.tree.text_starts[element], self.tree.text_ends[element]
        low, high = np.searchsorted(self.first_pieces, span).tolist()
        return range(low, high)

    def at(self, path: str) -> Block:
        """The block of a path; KeyError where the page has none there."""
        element, piece = self.tree.resolve(path)
        start = self.tree.text_starts[element] if piece is None else piece
        end = self.tree.text_ends[element] if piece is None else piece + 1
        inside = np.flatnonzero((self.pieces >= start) & (self.pieces < end))
        if not len(inside):
            raise KeyError(path)
        return self._block(int(np.searchsorted(self.starts, inside[0], side="right")) - 1)

    def _block(self, index: int) -> Block:
        start, end = int(self.starts[index]), int(self.ends[index])
        return Block(
            index=index,
            text=self.buffer[start:end],
            element=int(self.elements[index]),
            tree=self.tree,
            first_piece=int(self.pieces[start]),
            last_piece=int(self.pieces[end - 1]),
            breaks=int(self.breaks[index]),
        )


def split(page: Page) -> Blocks:
    """The blocks of a page in document order."""
    tree = page.tree
    owners = np.asarray(tree.owners, dtype=np.int32)
    block_of = _nearest_block(tree)
    runs = _runs(tree, owners, block_of)
    codes, pieces = _collapsed(tree, owners, runs)
    starts = _starts(runs, pieces)
    ends = np.append(starts[1:], len(codes)).astype(np.int32) if len(starts) else starts
    elements = block_of[owners[pieces[starts]]] if len(starts) else starts
    return Blocks(
        tree=tree,
        buffer=codes.tobytes().decode("utf-16-le" if codes.dtype == np.uint16 else "utf-32-le", "replace"),
        codes=codes,
        pieces=pieces,
        starts=starts,
        ends=ends,
        elements=elements,
        breaks=_breaks(tree, elements, pieces, starts, ends),
        first_pieces=pieces[starts] if len(starts) else starts,
    )


def _nearest_block(tree: Tree) -> Ints:
    """For each element the nearest block element, itself included."""
    nearest: list[int] = []
    for element, (tag, parent) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        nearest.append(element if tag in BLOCK_TAGS or parent < 0 else nearest[parent])
    return np.array(nearest, dtype=np.int32)


def _boundaries(tree: Tree, tags: frozenset[str]) -> Ints:
    """Entry k: how many of the first k elements have one of these tags."""
    marks = np.zeros(len(tree) + 1, dtype=np.int32)
    for tag in tags & tree.index.keys():
        marks[np.asarray(tree.index[tag]) + 1] = 1
    return np.cumsum(marks, dtype=np.int32)


def _runs(tree: Tree, owners: Ints, block_of: Ints) -> Ints:
    """Number the runs: two neighbouring pieces share one when no boundary stands between them.

    A boundary is another nearest block, or a block or line break that opened in between (one that
    closed in between without having opened there would have been the first piece's nearest block).
    """
    if not len(owners):
        return owners
    openings = np.asarray(tree.openings, dtype=np.int32)
    opened = _boundaries(tree, BLOCK_TAGS | {LINE_BREAK})[openings]
    nearest = block_of[owners]
    new = (nearest[1:] != nearest[:-1]) | (opened[1:] != opened[:-1])
    return np.concatenate([[0], np.cumsum(new)]).astype(np.int32)


def _collapsed(tree: Tree, owners: Ints, runs: Ints) -> tuple[Codes, Ints]:
    """All ink of the page with single spaces between, and the piece of each code point.

    Done in portions that end where a run ends, so that a page of any size takes little beside its text.
    """
    shown = _shown(tree, owners)
    size = sum(map(len, tree.texts))
    # Two bytes do for nearly every page; emoji and rare ideographs need four.
    codes, pieces = np.empty(size, dtype=np.uint16), np.empty(size, dtype=np.int32)
    filled = 0
    for first, last in _portions(tree, runs):
        some_codes, some_pieces = _collapse(*_code_points(tree, shown, first, last), runs)
        until = filled + len(some_codes)
        if len(some_codes) and some_codes.max() > np.iinfo(codes.dtype).max:
            codes = codes.astype(np.uint32)
        codes[filled:until], pieces[filled:until] = some_codes, some_pieces
        filled = until
    codes.resize(filled, refcheck=False)
    pieces.resize(filled, refcheck=False)
    return codes, pieces


def _portions(tree: Tree, runs: Ints) -> Iterator[tuple[int, int]]:
    """Half-open ranges of pieces with about PORTION characters each, cut between runs."""
    ends = np.cumsum(np.fromiter(map(len, tree.texts), np.int64, len(tree.texts)))
    first = 0
    while first < len(ends):
        wanted = (ends[first - 1] if first else 0) + PORTION
        last = int(np.searchsorted(ends, wanted)) + 1
        last = int(np.searchsorted(runs, runs[min(last, len(ends)) - 1], side="right"))
        yield first, last
        first = last


def _code_points(tree: Tree, shown: NDArray[np.bool_], first: int, last: int) -> tuple[Codes, Ints]:
    """The code points of some pieces that readers see, and the piece of each."""
    texts = tree.texts[first:last]
    codes = np.frombuffer("".join(texts).encode("utf-32-le", "replace"), dtype=np.uint32)
    lengths = np.fromiter(map(len, texts), np.int32, len(texts))
    pieces = np.repeat(np.arange(first, last, dtype=np.int32), lengths)
    visible = shown[pieces]
    for code in _INVISIBLE:
        visible &= codes != code
    return codes[visible], pieces[visible]


def _shown(tree: Tree, owners: Ints) -> NDArray[np.bool_]:
    """Which pieces readers see: what lies in no dropped element.

    A page that a script would fill (many forums) has its text in `<noscript>`, for readers without
    scripts, of whom we are one.
    """
    shown = ~_inside(tree, DROPPED_TAGS)[owners]
    if UNSCRIPTED not in tree.index:
        return shown
    spoken = ~_inside(tree, DROPPED_TAGS - {UNSCRIPTED})[owners]
    lengths = np.fromiter((len(text.strip()) for text in tree.texts), np.int64, len(tree.texts))
    seen, unseen = int(lengths[shown].sum()), int(lengths[spoken & ~shown].sum())
    return spoken if unseen > max(UNSCRIPTED_RATIO * seen, UNSCRIPTED_LEAST) else shown


def _inside(tree: Tree, tags: frozenset[str]) -> NDArray[np.bool_]:
    """Which elements are, or lie in, one of these tags."""
    depth = np.zeros(len(tree) + 1, dtype=np.int32)
    for tag in tags & tree.index.keys():
        for element in tree.index[tag]:
            depth[element] += 1
            depth[tree.ends[element]] -= 1
    return np.cumsum(depth)[:-1] > 0


def _collapse(codes: Codes, pieces: Ints, runs: Ints) -> tuple[Codes, Ints]:
    """Keep the ink, and one space between inks of one run that had any space between them."""
    ink = np.flatnonzero(~is_space(codes))
    if not len(ink):
        return codes[:0], pieces[:0]
    gap = np.flatnonzero(ink[1:] > ink[:-1] + 1)
    gap = gap[runs[pieces[ink[gap]]] == runs[pieces[ink[gap + 1]]]]
    blanks = ink[gap] + 1
    kept = np.sort(np.concatenate([ink, blanks]))
    collapsed = codes.copy()
    collapsed[blanks] = _SPACE
    return collapsed[kept], pieces[kept]


def _starts(runs: Ints, pieces: Ints) -> Ints:
    """Where in the buffer a new run begins."""
    run = runs[pieces] if len(pieces) else pieces
    first = np.ones(len(run), dtype=bool)
    first[1:] = run[1:] != run[:-1]
    return np.flatnonzero(first).astype(np.int32)


def is_space(codes: Codes) -> NDArray[np.bool_]:
    """Which code points are white space or control characters."""
    return np.asarray(_SPACES[np.minimum(codes, len(_SPACES) - 1)])


def _breaks(tree: Tree, elements: Ints, pieces: Ints, starts: Ints, ends: Ints) -> Ints:
    """Line breaks before each block, 0 where anything else separates it from the one before."""
    if not len(starts):
        return starts
    openings = np.asarray(tree.openings, dtype=np.int32)
    before = openings[pieces[ends[:-1] - 1]]
    here = openings[pieces[starts[1:]]]
    lines = _boundaries(tree, frozenset({LINE_BREAK}))
    blocks = _boundaries(tree, BLOCK_TAGS)
    only = (blocks[here] == blocks[before]) & (elements[1:] == elements[:-1])
    return np.concatenate([[0], np.where(only, lines[here] - lines[before], 0)]).astype(np.int32)
