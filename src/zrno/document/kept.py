"""The kept blocks of a page, and how many of them an element holds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from zrno.blocks import Blocks


class Kept:
    """Block numbers in order, with counts per element in logarithmic time."""

    def __init__(self, blocks: Blocks, order: Sequence[int]) -> None:
        self.tree, self.order = blocks.tree, order
        self.first: list[int] = blocks.first_pieces.tolist()  # the first text piece of every block
        chosen = np.asarray(order, dtype=np.intp)
        self._first_kept: list[int] = blocks.first_pieces[chosen].tolist()
        lengths = (blocks.ends - blocks.starts)[chosen]
        self._characters: list[int] = [0, *np.cumsum(lengths).tolist()]

    def within(self, element: int) -> range:
        """Which kept blocks begin in the element, as positions in `order`."""
        tree, first = self.tree, self._first_kept
        low = bisect_left(first, tree.text_starts[element])
        return range(low, bisect_left(first, tree.text_ends[element], low))

    def characters(self, element: int) -> int:
        """How many characters the kept blocks in the element have."""
        inside = self.within(element)
        return self._characters[inside.stop] - self._characters[inside.start]

    def blocks(self, element: int) -> int:
        """How many blocks begin in the element, kept or not."""
        tree, first = self.tree, self.first
        low = bisect_left(first, tree.text_starts[element])
        return bisect_left(first, tree.text_ends[element], low) - low
