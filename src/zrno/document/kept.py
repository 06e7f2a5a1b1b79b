"""The kept blocks of a page, and how many of them an element holds."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate

from zrno.blocks import Blocks
from zrno.model import Label


class Kept:
    """Block numbers in order, with counts per element in logarithmic time."""

    def __init__(self, blocks: Blocks, labels: Sequence[Label]) -> None:
        self.tree = blocks.tree
        self.order = [index for index, label in enumerate(labels) if label.content]
        starts, ends = blocks.starts.tolist(), blocks.ends.tolist()
        self.first: list[int] = blocks.pieces[blocks.starts].tolist()  # the first text piece of every block
        self._first_kept = [self.first[index] for index in self.order]
        self._characters: list[int] = list(accumulate((ends[i] - starts[i] for i in self.order), initial=0))

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
