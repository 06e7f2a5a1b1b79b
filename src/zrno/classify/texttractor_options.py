"""The options of method `texttractor`: thresholds of the three classes and the numbers of post-analysis."""

from __future__ import annotations

from dataclasses import dataclass, replace

from zrno.blocks.headline import MIN_LIKENESS
from zrno.model import Mode
from zrno.parameters import parameter

# Post-analysis says "bad" by the score 0, so a threshold has to lie above it.
_ABOVE_BAD = 0.01


@dataclass(frozen=True, slots=True)
class TexttractorOptions:
    """See docs/algorithms/texttractor.md for the source of each number."""

    model: str = parameter("texttractor", "name of a shipped network, or a folder that `zrno train` wrote")
    post_analysis: bool = parameter(True, "correct the network's verdicts by what stands around")
    good: float = parameter(0.2, "a block is good from this score on", low=_ABOVE_BAD, high=1)
    almost: float = parameter(0.05, "a block is almost good from this score on", low=_ABOVE_BAD, high=1)
    start_likeness: float = parameter(
        MIN_LIKENESS, "the heading is at least so like <title> to start the text", low=0, high=1
    )
    start_distance: int = parameter(
        3, "blocks at least so far before that heading are bad", low=1, high=10_000
    )
    path_blocks: int = parameter(
        3, "so many good blocks under one element make all blocks under it good", low=1, high=10_000
    )
    lonely_reach: int = parameter(
        5, "a last good block is bad without a good one so near before it", low=1, high=10_000
    )
    lonely_spared: bool = parameter(
        True, "but not where all good blocks would go (not in the published method)"
    )
    neighbour_reach: int = parameter(
        3, "how far on each side an almost good block looks for good ones", low=1, high=10_000
    )
    edge: float = parameter(
        0.1, "share of the blocks at each end of the page where one good side is enough", low=0, high=0.5
    )
    mode_shift: float = parameter(
        0.3, "how far both thresholds rise for precision and sink for recall", low=0, high=1
    )

    def for_mode(self, mode: Mode) -> TexttractorOptions:
        """The same options with the thresholds of a mode."""
        shift = {"precision": self.mode_shift, "recall": -self.mode_shift}.get(mode, 0.0)
        return replace(self, good=_shifted(self.good, shift), almost=_shifted(self.almost, shift))


def _shifted(threshold: float, shift: float) -> float:
    return min(1.0, max(_ABOVE_BAD, threshold + shift))
