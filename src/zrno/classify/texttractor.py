"""Method `texttractor`: a small neural network scores every block, then four rules correct its verdicts.

See docs/algorithms/texttractor.md. The stages can be called one by one: `zrno.blocks.split` and `measure`,
`network_scores`, `post_analyse`; `analyse` runs them all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.features import Flags, Floats
from zrno.classify.kinds import kinds_of
from zrno.classify.method import Method
from zrno.classify.models import locate
from zrno.classify.texttractor_features import inputs
from zrno.classify.texttractor_network import load
from zrno.classify.texttractor_options import TexttractorOptions
from zrno.classify.texttractor_post import PostAnalysis, look_around, post_analyse
from zrno.model import Label, Mode, Page

__all__ = ["METHOD", "Analysis", "Verdict", "analyse", "label", "network_scores", "post_analyse"]

# A label's score from which a block is grain; a lower one is kept this far below it.
GRAIN, BELOW = 0.5, 0.499
# What each step of post-analysis says of the blocks it accepts and rejects; 0 stands for the network.
_ACCEPTED = (
    "good by the network",
    "the heading most like the title",
    "under one element with other good blocks",
    "",
    "almost good by the network, and good blocks stand around it",
)
_REJECTED = (
    "{} by the network",
    "before the heading of the text",
    "",
    "alone behind the text",
    "almost good by the network, but no good blocks stand around it",
)


class Verdict(IntEnum):
    """The three classes of blocks."""

    BAD = 0
    ALMOST = 1
    GOOD = 2

    @property
    def word(self) -> str:
        """The class in words."""
        return ("bad", "almost good", "good")[self]


Verdicts = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """Both scores of every block, from -1 to 1, and its class by each of them."""

    nn_scores: Floats  # of the network
    scores: Floats  # after post-analysis; the network's where that is off
    nn_verdicts: Verdicts
    verdicts: Verdicts
    steps: NDArray[np.int8]  # of post-analysis: the last that changed the score, 0 for none

    @property
    def nn_good(self) -> Flags:
        """The blocks the network finds good."""
        return np.equal(self.nn_verdicts, Verdict.GOOD)

    @property
    def good(self) -> Flags:
        """The blocks that are good in the end: the main text."""
        return np.equal(self.verdicts, Verdict.GOOD)


def label(
    page: Page, blocks: Blocks, features: Features, *, mode: Mode, options: TexttractorOptions
) -> list[Label]:
    """Label the good blocks as content; the reason tells both scores."""
    options = options.for_mode(mode)
    analysis = analyse(page, blocks, features, options)
    kinds = kinds_of(blocks, analysis.good.tolist())
    rows = zip(kinds, _from_zero(analysis, options.good).tolist(), _reasons(analysis), strict=True)
    return [Label(block, kind, round(score, 3), reason) for block, (kind, score, reason) in enumerate(rows)]


def analyse(page: Page, blocks: Blocks, features: Features, options: TexttractorOptions) -> Analysis:  # noqa: ARG001
    """Score the blocks by the network, then by post-analysis unless that is off."""
    nn_scores = network_scores(blocks, features, options)
    after = PostAnalysis(nn_scores, np.zeros(len(blocks), dtype=np.int8))
    if options.post_analysis:
        after = post_analyse(nn_scores, look_around(blocks, features), options)
    verdicts = _verdicts(nn_scores, options), _verdicts(after.scores, options)
    return Analysis(nn_scores, after.scores, *verdicts, after.steps)


def network_scores(blocks: Blocks, features: Features, options: TexttractorOptions) -> Floats:
    """The network's score of each block, from -1 to 1."""
    network = load(locate(options.model))
    return network.run(inputs(blocks, features)).astype(np.float64)


def _verdicts(scores: Floats, options: TexttractorOptions) -> Verdicts:
    almost = np.where(scores >= options.almost, Verdict.ALMOST, Verdict.BAD)
    return np.where(scores >= options.good, Verdict.GOOD, almost).astype(np.int8)


def _from_zero(analysis: Analysis, good: float) -> Floats:
    """Scores from 0 to 1 in the same order, with the threshold of good blocks in the middle."""
    scores, width = analysis.scores, max(1 - good, np.finfo(float).tiny)
    above = GRAIN + (1 - GRAIN) * (scores - good) / width
    below = np.minimum(GRAIN * (scores + 1) / (good + 1), BELOW)
    return np.where(analysis.good, np.clip(above, GRAIN, 1), np.maximum(below, 0))


def _reasons(analysis: Analysis) -> Iterator[str]:
    columns = analysis.nn_scores, analysis.scores, analysis.nn_verdicts, analysis.good, analysis.steps
    for nn_score, score, verdict, good, step in zip(*(each.tolist() for each in columns), strict=True):
        why = _ACCEPTED[step] if good else _REJECTED[step].format(Verdict(verdict).word)
        yield f"nn_score {nn_score:.2f}, score {score:.2f}: {why}"


METHOD = Method(
    name="texttractor",
    summary="a neural network over 26 features of a block and its neighbours, then four correcting rules",
    source="Mrózek 2014, extraction of the main text from web documents (BUT Brno)",
    licence="Apache-2.0; the networks carry their own in their cards",
    label=label,
    options=TexttractorOptions,
)
