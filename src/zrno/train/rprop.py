"""Resilient back-propagation (Rprop) of method `texttractor`'s network, on all examples at once.

The variant is iRprop- (Igel, Huesken 2000) with the numbers FANN starts from: each weight has its own step,
which grows while the slope keeps its sign and shrinks when it turns; a turned slope is forgotten. Where the
published variant then rests for one epoch, FANN goes up by the smaller step, and so do we.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from zrno.classify.texttractor_network import ACTIVATIONS, PORTION, SIZES, Network, Singles

# FANN's defaults.
GROWTH, SHRINKAGE = np.float32(1.2), np.float32(0.5)
FIRST_STEP, MAX_STEP = np.float32(0.1), np.float32(50)
MIN_STEP = np.float32(0.0001)  # a step of 0 would never grow again
MAX_WEIGHT = np.float32(1500)
FIRST_WEIGHTS = 0.1  # drawn between this and its negative
# A symmetric output spans 2, so FANN halves the difference: an error of 1 is the worst in its scale.
SPAN = np.float32(2)


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """A trained network and the mean squared error of every epoch."""

    network: Network
    errors: Sequence[float]


def first_network(seed: int, sizes: Sequence[int] = SIZES) -> Network:
    """A network of small random weights; the same for the same seed."""
    draw = np.random.default_rng(seed)
    shapes = [(below + 1, above) for below, above in pairwise(sizes)]
    return Network([draw.uniform(-FIRST_WEIGHTS, FIRST_WEIGHTS, s).astype(np.float32) for s in shapes])


def train(network: Network, inputs: Singles, targets: Singles, *, epochs: int) -> Trained:
    """The network of the best of so many epochs."""
    weights = [each.copy() for each in network.weights]
    steps = [np.full_like(each, FIRST_STEP) for each in weights]
    before = [np.zeros_like(each) for each in weights]
    errors: list[float] = []
    best = network
    for _ in range(epochs):
        slopes, error = gradient(Network(weights), inputs, targets)
        if error < min(errors, default=np.inf):  # a step that is too large makes it worse for a while
            best = Network([each.copy() for each in weights])
        errors.append(error)
        for each, step, slope, last in zip(weights, steps, slopes, before, strict=True):
            update(each, step, slope, last)
        before = slopes
    return Trained(best, errors)


def update(weights: Singles, steps: Singles, slopes: Singles, before: Singles) -> None:
    """One step of FANN's iRprop-, in place: weights and steps move, turned slopes become 0."""
    turned = slopes * np.sign(before) < 0
    # FANN moves a weight up where its slope has just turned. It does the same to one that has no slope at
    # all, which drives the weights of inputs that never occur to their limit: those rest here.
    direction = np.where(turned, np.float32(1), np.sign(slopes))
    np.maximum(steps, MIN_STEP, out=steps)
    steps *= np.where(turned, SHRINKAGE, GROWTH)
    np.minimum(steps, MAX_STEP, out=steps)
    slopes[turned] = 0
    weights += direction * steps
    np.clip(weights, -MAX_WEIGHT, MAX_WEIGHT, out=weights)


def gradient(network: Network, inputs: Singles, targets: Singles) -> tuple[list[Singles], float]:
    """The slope down which each weight lowers the squared error, and the mean of that error."""
    totals = [np.zeros_like(each) for each in network.weights]
    error = 0.0
    for at in range(0, len(inputs), PORTION):
        some = slice(at, at + PORTION)
        error += _add_slopes(network, inputs[some], targets[some], totals)
    return totals, error / max(len(inputs), 1)


def _add_slopes(network: Network, inputs: Singles, targets: Singles, totals: Sequence[Singles]) -> float:
    """Back-propagate some examples; their summed squared error."""
    sums, values = network.layers(inputs)
    miss = (targets[:, None] - values[-1]) / SPAN
    back = miss
    for layer in range(len(totals) - 1, -1, -1):
        activation = ACTIVATIONS[layer - len(totals)]
        back = back * activation.slope(sums[layer], values[layer])
        back *= np.float32(activation.steepness)
        below = values[layer - 1] if layer else inputs
        totals[layer][:-1] += below.T @ back
        totals[layer][-1] += back.sum(axis=0)
        if layer:
            back = back @ network.weights[layer][:-1].T
    return float((miss * miss).sum())
