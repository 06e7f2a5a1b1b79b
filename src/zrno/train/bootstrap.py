"""How far a mean over pages could be off: it is taken again over pages drawn anew, many times.

Whole sites are drawn, since pages of one site share their template and so their score. All measures of all
tools are weighed by the same draws, so differences between tools have an interval too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

DRAWS = 1_000  # the ends of the interval then move by a tenth of its width at most
ENDS = (2.5, 97.5)  # per cent


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the ends of its 95 % interval."""

    value: float
    low: float
    high: float


def weights(sites: Sequence[str], *, seed: int = 0, draws: int = DRAWS) -> Floats:
    """How often each page is drawn, a row per draw; the first row is the sample itself, each page once."""
    names, place = np.unique(np.array(sites, dtype=object).astype(str), return_inverse=True)
    count = max(len(names), 1)
    drawn = np.random.default_rng(seed).integers(0, count, (draws, len(names)))
    offsets = np.arange(draws)[:, None] * count
    times = np.bincount((drawn + offsets).ravel(), minlength=draws * count).reshape(draws, count)
    return np.concatenate([np.ones((1, len(sites))), times[:, place].astype(np.float64)])


def means(values: Floats, drawn: Floats) -> Floats:
    """The mean of a column of page values under each row of weights; pages that are nan do not count."""
    known = ~np.isnan(values)
    total = drawn @ known.astype(np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(drawn @ np.where(known, values, 0.0) / total)


def estimate(figures: Floats) -> Estimate:
    """A figure computed under every row of weights, as value and interval."""
    drawn = figures[1:][~np.isnan(figures[1:])]
    low, high = np.percentile(drawn, ENDS).tolist() if len(drawn) else (np.nan, np.nan)
    return Estimate(float(figures[0]), low, high)
