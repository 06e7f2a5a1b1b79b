"""How much of a gold text another text has, in words."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from zrno.blocks.stopwords import words


@dataclass(frozen=True, slots=True)
class Overlap:
    """How much of a text is gold (precision) and how much of the gold it has (recall)."""

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
