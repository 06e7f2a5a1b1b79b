"""The network of method `texttractor`: 78-39-19-9-1, with the activation functions as FANN defines them.

A neuron's sum is multiplied by the steepness of its layer before the function is applied. FANN also clips
the sums at 150 / steepness; all three functions are constant long before that, so nothing is clipped here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from zrno.errors import SourceError

Singles = NDArray[np.float32]

FILE = "network.npz"
SIZES = (78, 39, 19, 9, 1)
# Rows worked on at a time: what they need stays in the processor's cache.
PORTION = 4096

# FANN's stepwise sigmoid is the polygon through .5, .75, .95 and .995 of the true one, 1 / (1 + exp(-2 x)),
# and through their mirror images; beyond the last corner it jumps to 1 or 0.
_HEIGHTS = np.array([0.5, 0.75, 0.95, 0.995])
_CORNERS = np.log(_HEIGHTS / (1 - _HEIGHTS)) / 2
_SLOPES = np.diff(_HEIGHTS) / np.diff(_CORNERS)
_LINES = tuple(
    (np.float32(slope), np.float32(height - 0.5 - slope * corner))
    for slope, height, corner in zip(_SLOPES, _HEIGHTS, _CORNERS, strict=False)
)
_LAST_CORNER = np.float32(_CORNERS[-1])
_HALF = np.float32(0.5)


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation function of scaled sums, and its derivative as FANN trains with it."""

    steepness: float
    value: Callable[[Singles], Singles]
    slope: Callable[[Singles, Singles], Singles]  # of scaled sums and values; the steepness left out


def sigmoid_stepwise(sums: Singles) -> Singles:
    """The sigmoid from 0 to 1 in straight pieces."""
    # Right of 0 the polygon is concave, so it is the least of its lines; the left is its mirror image.
    distance = np.abs(sums)
    values = distance * _LINES[0][0]
    for slope, offset in _LINES[1:]:
        line = distance * slope
        line += offset
        np.minimum(values, line, out=values)
    values[distance >= _LAST_CORNER] = _HALF
    np.copysign(values, sums, out=values)
    values += _HALF
    return values


def sigmoid_slope(sums: Singles, values: Singles) -> Singles:  # noqa: ARG001
    """The derivative of the true sigmoid, kept off 0 as FANN does."""
    kept = np.clip(values, 0.01, 0.99)
    return np.asarray(2 * kept * (1 - kept), dtype=np.float32)


def gaussian_symmetric(sums: Singles) -> Singles:
    """The bell curve from -1 (far away) to 1 (at 0)."""
    values: Singles = np.exp(-sums * sums)
    values *= 2
    values -= 1
    return values


def gaussian_slope(sums: Singles, values: Singles) -> Singles:
    """Its derivative."""
    return np.asarray(-2 * sums * (values + 1), dtype=np.float32)


def linear_symmetric(sums: Singles) -> Singles:
    """The sum itself, cut off at -1 and 1."""
    return np.clip(sums, -1, 1)


def linear_slope(sums: Singles, values: Singles) -> Singles:  # noqa: ARG001
    """1 also where it is cut off, as in FANN: a wrong answer that is saturated must still be learned."""
    return np.ones_like(sums)


# The published table of layers: function and steepness.
ACTIVATIONS = (
    Activation(0.65, sigmoid_stepwise, sigmoid_slope),
    Activation(0.75, gaussian_symmetric, gaussian_slope),
    Activation(0.75, gaussian_symmetric, gaussian_slope),
    Activation(0.80, linear_symmetric, linear_slope),
)


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """The weights between the layers; the last row of each matrix is the bias."""

    weights: Sequence[Singles]

    def run(self, inputs: Singles) -> Singles:
        """The output for each row, from -1 to 1."""
        parts = [self.layers(inputs[at : at + PORTION])[1][-1][:, 0] for at in range(0, len(inputs), PORTION)]
        return np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)

    def layers(self, inputs: Singles) -> tuple[list[Singles], list[Singles]]:
        """The scaled sums and the values of every layer behind the input."""
        sums, values = [], []  # type: list[Singles], list[Singles]
        below = inputs
        for weights, activation in zip(self.weights, ACTIVATIONS, strict=True):
            total = below @ weights[:-1]
            total += weights[-1]
            total *= np.float32(activation.steepness)
            below = activation.value(total)
            sums.append(total)
            values.append(below)
        return sums, values


def save(network: Network, folder: Path) -> None:
    """Write the network's file into a model's folder."""
    arrays = {f"layer{number}": weights for number, weights in enumerate(network.weights, start=1)}
    np.savez_compressed(folder / FILE, allow_pickle=False, **arrays)


@cache  # a model's file does not change while a program runs
def load(folder: Path) -> Network:
    """The network of a model's folder."""
    place = folder / FILE
    shapes = [(below + 1, above) for below, above in pairwise(SIZES)]
    try:
        with place.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
            weights = [arrays[f"layer{number}"] for number in range(1, len(shapes) + 1)]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise SourceError("the network cannot be read", where=str(place), hint=str(error)) from error
    if any(each.shape != shape for each, shape in zip(weights, shapes, strict=True)):
        raise SourceError("no network of this method", where=str(place), hint=f"layers {SIZES} expected")
    return Network([each.astype(np.float32) for each in weights])
