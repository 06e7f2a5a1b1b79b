"""Right and wrong blocks of a page, counted as in the texttractor study (Mrózek 2014, table 5.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zrno.model import Kind

Bools = NDArray[np.bool_]

# Wrong blocks by kind: F caption of a photograph, H heading, LI list item, IN any other side text.
WRONG_KINDS = {Kind.CAPTION: "F", Kind.HEADING: "H", Kind.ITEM: "LI"}
SIDE_TEXT = "IN"


@dataclass(frozen=True, slots=True)
class BlockCounts:
    """The study's counts of one page, under its own abbreviations."""

    cb: int  # blocks of the page
    db: int  # blocks marked as text
    ndb: int  # of these, wrongly
    nb: int  # blocks of the text that were missed
    z: int | None  # blocks the start is off: below 0 too early; None where there is no text or none found
    k: int | None  # blocks the end is off: above 0 too late
    wrong: Mapping[str, int]  # the wrongly marked by kind: F, H, IN, LI

    @property
    def right(self) -> int:
        """Blocks of the text."""
        return self.db - self.ndb + self.nb

    @property
    def found(self) -> float:
        """Share of the text's blocks that were marked; 1 where there is no text."""
        return (self.db - self.ndb) / self.right if self.right else 1.0

    @property
    def noise(self) -> float:
        """Wrongly marked blocks as a share of the text's blocks; their number where there is no text."""
        return self.ndb / max(self.right, 1)


def count_blocks(marked: Bools, gold: Bools, kinds: Sequence[Kind]) -> BlockCounts:
    """Compare the blocks a method marked with those that are text."""
    wrong = np.flatnonzero(marked & ~gold)
    types = Counter(WRONG_KINDS.get(kinds[index], SIDE_TEXT) for index in wrong.tolist())
    ours, theirs = np.flatnonzero(marked), np.flatnonzero(gold)
    both = len(ours) > 0 and len(theirs) > 0
    return BlockCounts(
        cb=len(marked),
        db=len(ours),
        ndb=len(wrong),
        nb=int((gold & ~marked).sum()),
        z=int(ours[0] - theirs[0]) if both else None,
        k=int(ours[-1] - theirs[-1]) if both else None,
        wrong=dict(sorted(types.items())),
    )
