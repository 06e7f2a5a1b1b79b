"""Gold text against blocks: which blocks are in it, and how much of it a text has.

A first, simple alignment: runs of four words are looked up in the gold text wherever they stand
there. Blocks too short for one run must occur whole, near a longer block that is gold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zrno.blocks.stopwords import words

RUN = 4  # words; shorter runs occur by chance, longer ones break at every difference
# How far a short block may stand from a longer gold block: heading, byline and caption are near.
NEAR = 3
CONTENT = 0.5  # of its words; between .3 and .7 the labels hardly change


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much of a text is gold (precision) and how much of the gold it has (recall), in words."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean; 0 where nothing is shared."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def overlap(text: str, gold: str) -> Overlap:
    """The words two texts share, each as often as it stands in both."""
    found, wanted = Counter(words(text)), Counter(words(gold))
    if not found or not wanted:
        same = float(not found and not wanted)
        return Overlap(same, same)
    shared = (found & wanted).total()
    return Overlap(shared / found.total(), shared / wanted.total())


def shares(texts: Sequence[str], gold: str) -> NDArray[np.float64]:
    """For each block text the share of its words that stand in gold."""
    wanted = words(gold)
    runs = _runs(wanted, RUN)
    split = [words(text) for text in texts]
    found = np.array([_share(each, runs) for each in split], dtype=np.float64)
    known = found >= CONTENT
    line = f" {' '.join(wanted)} "
    for index, each in enumerate(split):
        if len(each) < RUN:
            near = known[max(0, index - NEAR) : index + NEAR + 1].any()
            found[index] = float(bool(each) and bool(near) and f" {' '.join(each)} " in line)
    return found


def _runs(sequence: Sequence[str], length: int) -> frozenset[tuple[str, ...]]:
    return frozenset(zip(*(sequence[start:] for start in range(length)), strict=False))


def _share(block: Sequence[str], runs: frozenset[tuple[str, ...]]) -> float:
    covered = np.zeros(len(block), dtype=bool)
    for start in range(len(block) - RUN + 1):
        if tuple(block[start : start + RUN]) in runs:
            covered[start : start + RUN] = True
    return float(covered.mean()) if len(block) else 0.0
