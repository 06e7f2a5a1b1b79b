"""The markup around victor's pieces: tags above, before and behind them, and links."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from zrno.classify.victor_pieces import Pieces

Floats = NDArray[np.float64]
Columns = dict[str, Floats]

# The tags told apart; all others are too rare to learn from.
TAGS = tuple(
    """
    a abbr address article aside b big blockquote body br button center cite code dd div dl dt em fieldset
    figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i img input label li main nav ol option p
    pre section small span strike strong sub sup table tbody td th thead time title tr tt u ul
    """.split()
)
MANY = 3  # tags of a kind around a piece, or in a gap, from which on they are not counted


class Grid:
    """Tags around each piece, and those opened and closed since the piece before, as counts."""

    def __init__(self, pieces: Pieces) -> None:
        tree = pieces.blocks.tree
        size = len(pieces), len(TAGS)
        self.around, self.opened = np.zeros(size, dtype=np.int16), np.zeros(size, dtype=np.int16)
        ends = np.asarray(tree.ends, dtype=np.int64)
        for place, tag in enumerate(TAGS):
            if tag not in tree.index:
                continue
            elements = np.asarray(tree.index[tag], dtype=np.int64)
            closing = np.sort(ends[elements])
            # Elements up to the owner that have not ended there are around it.
            begun = np.searchsorted(elements, pieces.owners, side="right")
            self.around[:, place] = begun - np.searchsorted(closing, pieces.owners, side="right")
            seen = np.searchsorted(elements, pieces.openings, side="left")
            self.opened[:, place] = np.diff(seen, prepend=0)
        self.closed = self.opened - self.around
        self.closed[1:] += self.around[:-1]

    def enclosing(self) -> list[tuple[str, ...]]:
        """The tags around each piece."""
        return _spelt([(self.around, "in")])

    def before(self) -> list[tuple[str, ...]]:
        """The tags between each piece and the one before."""
        return _spelt([(self.opened, "opened"), (self.closed, "closed")])

    def behind(self) -> list[tuple[str, ...]]:
        """The tags between each piece and the next."""
        opened, closed = (np.concatenate([each[1:], each[:1] * 0]) for each in (self.opened, self.closed))
        return _spelt([(opened, "opens"), (closed, "closes")])


def _spelt(groups: Sequence[tuple[NDArray[np.int16], str]]) -> list[tuple[str, ...]]:
    """Names for the counts in each row; few rows differ, so each is spelt once."""
    rows = np.ascontiguousarray(np.concatenate([np.minimum(counts, MANY) for counts, _ in groups], axis=1))
    columns = [(prefix, tag) for _, prefix in groups for tag in TAGS]
    memo: dict[bytes, tuple[str, ...]] = {}
    found = []
    for row in rows.astype(np.int8):
        key = row.tobytes()
        if key not in memo:
            there = np.flatnonzero(row > 0).tolist()
            memo[key] = tuple(f"{columns[place][0]}:{columns[place][1]}{row[place]}" for place in there)
        found.append(memo[key])
    return found


def links(pieces: Pieces, shares: Floats) -> list[tuple[str, ...]]:
    """The element of each piece's block with how linked the block is, and where a linked piece leads."""
    tree, linked = pieces.blocks.tree, np.select([shares >= 1, shares > 0], ["whole", "partly"], "not")
    links = np.asarray(tree.index.get("a", ()), dtype=np.int64)
    place = np.searchsorted(links, pieces.owners, side="right") - 1
    ends = np.asarray(tree.ends, dtype=np.int64)
    above = links[np.maximum(place, 0)] if len(links) else np.zeros(len(pieces), dtype=np.int64)
    inside = (place >= 0) & (pieces.owners < ends[above])
    blocks = pieces.blocks.elements[pieces.block_of] if len(pieces.blocks) else pieces.owners
    elements = np.where(pieces.block_of >= 0, blocks, pieces.owners)
    rows = zip(elements.tolist(), linked.tolist(), above.tolist(), inside.tolist(), strict=True)
    known = frozenset(TAGS)
    memo: dict[tuple[str, str, str], tuple[str, ...]] = {}
    found = []
    for element, share, link, there in rows:
        tag = tree.tags[element] if tree.tags[element] in known else "other"
        key = tag, share, _target(tree.attributes[link].get("href", "")) if there else ""
        if key not in memo:
            memo[key] = (f"block={tag}/{share}", *([f"leads={key[2]}"] if key[2] else []))
        found.append(memo[key])
    return found


def _target(address: str) -> str:
    """What kind of address a link has."""
    address = address.strip().lower()
    if not address or address[0] == "#":
        return "here"
    scheme = address.partition(":")[0]
    if scheme in ("http", "https") or address.startswith("//"):
        return "away"
    return scheme if scheme in ("mailto", "javascript") else "site"


def counts(pieces: Pieces, grid: Grid) -> Columns:
    """How many tags, of whatever kind, are around a piece, and how many stand on either side of it."""
    opened, closed = (each.sum(axis=1).astype(np.float64) for each in (grid.opened, grid.closed))
    tags = opened + closed
    tree = pieces.blocks.tree
    ends = np.sort(np.asarray(tree.ends, dtype=np.int64))
    depth = pieces.owners + 1 - np.searchsorted(ends, pieces.owners, side="right")
    return {"depth": depth.astype(np.float64), "tags_before": tags, "tags_behind": np.append(tags[1:], 0.0)}
