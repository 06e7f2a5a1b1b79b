"""Where blocks lie in the tree: each element's run of blocks, so that subtree sums are differences.

With `total = sums(column)`, the sum over the blocks of element `e` is `total[last[e]] - total[first[e]]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zrno.blocks.split import Blocks

Floats = NDArray[np.float64]
Ints = NDArray[np.integer[Any]]


@dataclass(frozen=True, slots=True, eq=False)
class Ranges:
    """Columns over the elements of a page."""

    first: Ints  # the first block of each element
    last: Ints  # one past its last block
    parents: Ints  # the root is its own parent
    grown: Ints  # the nearest ancestor with more blocks; the root where there is none
    depths: Ints

    def total(self, sums: Floats, elements: Ints) -> Floats:
        """The sums of a column over the blocks of some elements."""
        return np.asarray(sums[self.last[elements]] - sums[self.first[elements]])


def ranges(blocks: Blocks) -> Ranges:
    """The runs of blocks of all elements."""
    tree = blocks.tree
    parents = np.maximum(np.asarray(tree.parents, dtype=np.int32), 0)
    first = np.searchsorted(blocks.first_pieces, np.asarray(tree.text_starts)).astype(np.int32)
    last = np.searchsorted(blocks.first_pieces, np.asarray(tree.text_ends)).astype(np.int32)
    return Ranges(first, last, parents, _grown(first, last, parents), _depths(parents))


def sums(column: NDArray[np.generic]) -> Floats:
    """Entry k is the sum of the first k values."""
    total = np.zeros(len(column) + 1, dtype=np.float64)
    np.cumsum(column, out=total[1:])
    return total


def _grown(first: Ints, last: Ints, parents: Ints) -> Ints:
    """Climb while the run of blocks stays the same, all elements at once, in doubling steps."""
    size = last - first
    above = parents
    while True:
        same = (size[above] == size) & (above != parents[above])
        if not same.any():
            return above
        # Whoever stands at an ancestor of its own size goes on to where that ancestor stands.
        climbed = np.where(same, above[above], above)
        if (climbed == above).all():
            return above
        above = climbed


def _depths(parents: Ints) -> Ints:
    depths = (parents != np.arange(len(parents))).astype(np.int32)
    above = parents
    while (above != 0).any():
        depths = depths + depths[above]
        above = above[above]
    return np.asarray(depths)
