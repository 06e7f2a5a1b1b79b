"""How much two texts share as multisets: of words, and of shingles (runs of four words).

Shingles are what the article extraction benchmark counts: they see order, words alone do not. A text
of less than four words is one shingle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

SIZE = 4  # words of a shingle, as in the article extraction benchmark


@dataclass(frozen=True, slots=True)
class Shared:
    """Counts of what two multisets share and of what only one has."""

    both: int
    only_found: int
    only_gold: int

    @property
    def precision(self) -> float:
        """The share of the found that is gold; nan where nothing was found, as then nothing is wrong."""
        found = self.both + self.only_found
        return self.both / found if found else nan

    @property
    def recall(self) -> float:
        """The share of gold that was found; nan without gold."""
        gold = self.both + self.only_gold
        return self.both / gold if gold else nan

    @property
    def f1(self) -> float:
        """Their harmonic mean; 1 where both multisets are empty."""
        total = 2 * self.both + self.only_found + self.only_gold
        return 2 * self.both / total if total else 1.0


class Shingles:
    """The words and shingles of a gold text, ready to be compared with many texts."""

    def __init__(self, gold: Sequence[str]) -> None:
        self._numbers = {word: number for number, word in enumerate(dict.fromkeys(gold))}
        values = self._numbered(gold)
        self._words = _Bag(values)
        self._pairs = _Bag(self._joined(values))
        self._shingles = _Bag(self._runs(values))

    def words(self, found: Sequence[str]) -> Shared:
        """The words shared with a text, each as often as it stands in both."""
        return self._words.shared(self._numbered(found))

    def shingles(self, found: Sequence[str]) -> Shared:
        """The shingles shared with a text."""
        return self._shingles.shared(self._runs(self._numbered(found)))

    def _numbered(self, words: Sequence[str]) -> Ints:
        unknown, find = len(self._numbers), self._numbers.get
        return np.fromiter((find(word, unknown) for word in words), np.int64, len(words))

    def _joined(self, values: Ints) -> Ints:
        """A number for each pair of neighbours, the last words of a short text beside nothing."""
        absent = len(self._numbers) + 1
        if 0 < len(values) < SIZE:
            values = np.append(values, [absent] * (SIZE - len(values)))
        return values[:-1] * (absent + 1) + values[1:]

    def _runs(self, values: Ints) -> Ints:
        """A number for each run of four words: two pairs of the gold text.

        Pairs are ranked first, so that the numbers stay exact whatever the vocabulary; a run with a pair
        that gold has not is none of gold's runs.
        """
        pairs = self._pairs.ranks(self._joined(values))
        return pairs[:-2] * (len(self._pairs.keys) + 1) + pairs[2:]


class _Bag:
    """A multiset of numbers."""

    def __init__(self, values: Ints) -> None:
        self.keys, self._counts = np.unique(values, return_counts=True)
        self._size = len(values)

    def ranks(self, values: Ints) -> Ints:
        """The rank of each value among the keys; their number where it is none of them."""
        if not len(self.keys):
            return np.zeros(len(values), dtype=np.int64)
        place = np.minimum(np.searchsorted(self.keys, values), len(self.keys) - 1)
        return np.where(self.keys[place] == values, place, len(self.keys))

    def shared(self, values: Ints) -> Shared:
        """What a list of values has in common with this multiset."""
        found = np.bincount(self.ranks(values), minlength=len(self.keys) + 1)[: len(self.keys)]
        both = int(np.minimum(found, self._counts).sum())
        return Shared(both, len(values) - both, self._size - both)
