"""The network of `grain`: each block hears its neighbours, its boxes, its like and its page, again and again.

A residual network over the blocks of a page. In each layer a block sees the blocks `step` before and after
it and the mean of the page; after some layers also the means of the boxes around it and of the blocks of
its make. All of it is matrix products and running sums. See docs/algorithms/grain.md.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.floating[Any]]  # float32 but in the tests of the gradient
Ints = NDArray[np.integer[Any]]

STEPS = (1, 2, 4, 8, 16, 1)  # how far each layer looks
TREE_LAYERS = (1, 3, 5)  # after these a block hears its boxes and its like
BOXES = 4  # levels of boxes heard
WIDTH = 48  # numbers a block carries; 96 were no better on other sites' pages
TINY = np.float32(1e-5)  # added to a variance
_VECTORS = (("page", "b"), ("even", "w"), ("even", "b"))
CLIP = 6.0  # standard deviations; what lies beyond is a page unlike any seen


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """Weights by name."""

    weights: Mapping[str, Matrix]

    def __getitem__(self, name: str) -> Matrix:
        return self.weights[name]


@dataclass(frozen=True, eq=False)  # no slots: what is worked out once is kept
class Batch:
    """The blocks of one or more pages, one after another, and who belongs together."""

    values: Matrix  # features, a row per block
    starts: Ints  # the first block of each page, and the end of the last
    boxes: Sequence[tuple[Ints, Ints]]  # per level, for each block: first and end of the box's blocks
    groups: Ints  # blocks of one make share a number, 0, 1, ...

    @cached_property
    def sizes(self) -> Ints:
        """The number of blocks of each page."""
        return np.diff(self.starts)

    @cached_property
    def runs(self) -> list[tuple[Ints, Ints]]:
        """Per level: where a run of blocks with the same box begins, and its length."""
        return [box_runs(first, end) for first, end in self.boxes]

    @cached_property
    def like(self) -> tuple[Ints, Ints, Matrix]:
        """The blocks ordered by make, where each make begins there, and one over its size."""
        order = np.argsort(self.groups, kind="stable")
        firsts = np.flatnonzero(np.diff(self.groups[order], prepend=-1))
        sizes = np.diff(firsts, append=len(order))
        return order, firsts, (1 / sizes[:, None]).astype(np.float32)


def shapes(features: int, classes: int) -> dict[str, tuple[int, ...]]:
    """The shape of every weight."""
    found: dict[str, tuple[int, ...]] = {"mean": (features,), "scale": (features,)}
    found |= {"in.w": (features, WIDTH), "in.b": (WIDTH,), "out.w": (WIDTH, classes), "out.b": (classes,)}
    for layer in range(len(STEPS)):
        found |= {f"conv{layer}.w": (WIDTH, 3 * WIDTH), f"page{layer}.w": (WIDTH, WIDTH)}
        found |= {
            f"{name}{layer}.{part}": (WIDTH,) for name, part in (("page", "b"), ("even", "w"), ("even", "b"))
        }
    for layer in TREE_LAYERS:
        found |= {f"tree{layer}.w": ((BOXES + 1) * WIDTH, WIDTH), f"tree{layer}.b": (WIDTH,)}
    return found


def forward(network: Network, batch: Batch) -> Matrix:
    """The logits of each block, a column per class."""
    state = relu(standard(network, batch.values) @ network["in.w"] + network["in.b"])
    for layer, step in enumerate(STEPS):
        level = even(state)[0] * network[f"even{layer}.w"] + network[f"even{layer}.b"]
        page = page_means(level, batch) @ network[f"page{layer}.w"] + network[f"page{layer}.b"]
        heard = neighbours(level @ network[f"conv{layer}.w"], batch, step)
        heard += page if len(page) == 1 else np.repeat(page, batch.sizes, axis=0)
        state = state + relu(heard)
        if layer in TREE_LAYERS:
            state = state + relu(
                surroundings(state, batch) @ network[f"tree{layer}.w"] + network[f"tree{layer}.b"]
            )
    return np.asarray(state @ network["out.w"] + network["out.b"])


def standard(network: Network, values: Matrix) -> Matrix:
    """The features in standard deviations from their means."""
    return np.asarray(np.clip((values - network["mean"]) * network["scale"], -CLIP, CLIP))


def relu(values: Matrix) -> Matrix:
    """What is above zero."""
    return np.maximum(values, 0, out=values)


def even(state: Matrix) -> tuple[Matrix, Matrix]:
    """Each block's numbers with mean 0 and deviation 1 (layer normalisation), and 1 / the deviation."""
    centred = state - state.mean(axis=1, keepdims=True)
    square = np.einsum("bw,bw->b", centred, centred)[:, None] / np.float32(state.shape[1])
    inverse = 1 / np.sqrt(square + TINY)
    return centred * inverse, inverse


def neighbours(heard: Matrix, batch: Batch, step: int) -> Matrix:
    """What each block says to itself, to the one `step` after and to the one `step` before it, summed.

    The three parts stand side by side in `heard`; nothing crosses from page to page.
    """
    width = heard.shape[1] // 3
    total = heard[:, width : 2 * width].copy()
    for start, end in zip(batch.starts[:-1].tolist(), batch.starts[1:].tolist(), strict=True):
        if end - start > step:
            total[start + step : end] += heard[start : end - step, :width]
            total[start : end - step] += heard[start + step : end, 2 * width :]
    return total


def page_means(state: Matrix, batch: Batch) -> Matrix:
    """The mean over the blocks of each page."""
    return np.asarray(
        np.add.reduceat(state, batch.starts[:-1], axis=0) / batch.sizes[:, None].astype(np.float32)
    )


def surroundings(state: Matrix, batch: Batch) -> Matrix:
    """The means over the boxes of each block and over the blocks of its make, side by side."""
    total = np.zeros((len(state) + 1, state.shape[1]), dtype=np.float64)
    np.cumsum(state, axis=0, out=total[1:])
    width = state.shape[1]
    heard = np.empty((len(state), (len(batch.boxes) + 1) * width), dtype=np.float32)
    for level, ((first, end), (runs, sizes)) in enumerate(zip(batch.boxes, batch.runs, strict=True)):
        begin, stop = first[runs], end[runs]
        means = (total[stop] - total[begin]) / (stop - begin)[:, None]
        heard[:, level * width : (level + 1) * width] = np.repeat(means.astype(np.float32), sizes, axis=0)
    heard[:, -width:] = group_means(state, batch)
    return heard


def box_runs(first: Ints, end: Ints) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Where a run of blocks with the same box begins, and its length: neighbours mostly share theirs."""
    new = np.ones(len(first), dtype=bool)
    new[1:] = (first[1:] != first[:-1]) | (end[1:] != end[:-1])
    runs = np.flatnonzero(new)
    return runs, np.diff(runs, append=len(first))


def group_means(state: Matrix, batch: Batch) -> Matrix:
    """For each block the mean over the blocks of its make."""
    order, firsts, share = batch.like
    means = np.add.reduceat(state[order], firsts, axis=0) * share
    return np.asarray(means[batch.groups])
