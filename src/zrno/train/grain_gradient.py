"""The way back through the network of `grain`: how the loss changes with every weight.

The way forward is that of `classify/grain_network`, with dropout; the tests hold both together and compare
the gradient with finite differences.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from zrno.classify.grain_network import (
    BOXES,
    STEPS,
    TREE_LAYERS,
    WIDTH,
    Batch,
    Ints,
    Matrix,
    Network,
    box_runs,
    even,
    group_means,
    neighbours,
    page_means,
    surroundings,
)

Gradient = dict[str, Matrix]
Loss = Callable[[Matrix], tuple[float, Matrix]]  # logits -> loss, and how it changes with them


def fresh(features: int, classes: int, seed: int, mean: Matrix, scale: Matrix) -> Network:
    """A network that has learned nothing: random weights of the usual size (He et al. 2015)."""
    chance = np.random.default_rng(seed)

    def dense(inputs: int, outputs: int, gain: float = 2.0) -> Matrix:
        drawn = chance.standard_normal((inputs, outputs)) * np.sqrt(gain / inputs)
        return np.asarray(drawn, dtype=np.float32)

    weights: dict[str, Matrix] = {"mean": mean, "scale": scale}
    weights |= {"in.w": dense(features, WIDTH), "in.b": np.zeros(WIDTH, np.float32)}
    for layer in range(len(STEPS)):
        # Residual branches begin small, so that the depth does not add up at the start.
        weights[f"conv{layer}.w"] = dense(WIDTH, 3 * WIDTH, 0.5)
        weights[f"page{layer}.w"] = dense(WIDTH, WIDTH, 0.5)
        weights[f"page{layer}.b"] = np.zeros(WIDTH, np.float32)
        weights[f"even{layer}.w"] = np.ones(WIDTH, np.float32)
        weights[f"even{layer}.b"] = np.zeros(WIDTH, np.float32)
    for layer in TREE_LAYERS:
        weights[f"tree{layer}.w"] = dense((BOXES + 1) * WIDTH, WIDTH, 0.5)
        weights[f"tree{layer}.b"] = np.zeros(WIDTH, np.float32)
    weights |= {"out.w": dense(WIDTH, classes, 0.5), "out.b": np.zeros(classes, np.float32)}
    return Network(weights)


class Step:
    """One way forward and back over a batch."""

    def __init__(self, network: Network, batch: Batch, values: Matrix, dropout: float, seed: int) -> None:
        self.network, self.batch, self.values = network, batch, values
        self.chance = np.random.default_rng(seed)
        self.dropout = dropout
        self.gradient: Gradient = {}

    def run(self, loss: Loss) -> tuple[float, Gradient]:
        """The loss and its gradient; `values` are the standardised features."""
        network, batch = self.network, self.batch
        branches: list[tuple[str, int, Matrix, Matrix]] = []  # kind, layer, state before, scaled mask
        state, mask = self._gate(self.values @ network["in.w"] + network["in.b"])
        first = mask
        for layer, step in enumerate(STEPS):
            level = even(state)[0] * network[f"even{layer}.w"] + network[f"even{layer}.b"]
            page = page_means(level, batch) @ network[f"page{layer}.w"] + network[f"page{layer}.b"]
            heard = neighbours(level @ network[f"conv{layer}.w"], batch, step)
            output, mask = self._gate(heard + np.repeat(page, batch.sizes, axis=0))
            branches.append(("conv", layer, state, mask))
            state = state + output
            if layer in TREE_LAYERS:
                around = surroundings(state, batch) @ network[f"tree{layer}.w"] + network[f"tree{layer}.b"]
                output, mask = self._gate(around)
                branches.append(("tree", layer, state, mask))
                state = state + output
        value, change = loss(state @ network["out.w"] + network["out.b"])
        self._dense("out", state, change)
        back = change @ network["out.w"].T
        for kind, layer, before, mask in reversed(branches):
            back = back + (self._conv if kind == "conv" else self._tree)(layer, before, back * mask)
        self._dense("in", self.values, back * first)
        return value, self.gradient

    def _gate(self, values: Matrix) -> tuple[Matrix, Matrix]:
        """Rectified values, some of them dropped and the rest raised; and the mask that did it."""
        mask = (values > 0).astype(np.float32)
        if self.dropout:
            kept = self.chance.random(values.shape, dtype=np.float32) >= self.dropout
            mask *= kept * np.float32(1 / (1 - self.dropout))
        return values * mask, mask

    def _dense(self, name: str, inputs: Matrix, change: Matrix) -> None:
        self.gradient[f"{name}.w"] = inputs.T @ change
        self.gradient[f"{name}.b"] = change.sum(axis=0)

    def _conv(self, layer: int, before: Matrix, change: Matrix) -> Matrix:
        batch, network = self.batch, self.network
        evened, inverse = even(before)
        level = evened * network[f"even{layer}.w"] + network[f"even{layer}.b"]
        spread = _neighbours_back(change, batch, STEPS[layer])
        self.gradient[f"conv{layer}.w"] = level.T @ spread
        per_page = np.add.reduceat(change, batch.starts[:-1], axis=0)
        self._dense(f"page{layer}", page_means(level, batch), per_page)
        pages = per_page @ network[f"page{layer}.w"].T / batch.sizes[:, None].astype(np.float32)
        back = spread @ network[f"conv{layer}.w"].T + np.repeat(pages, batch.sizes, axis=0)
        self.gradient[f"even{layer}.w"] = (back * evened).sum(axis=0)
        self.gradient[f"even{layer}.b"] = back.sum(axis=0)
        return _even_back(back * network[f"even{layer}.w"], evened, inverse)

    def _tree(self, layer: int, before: Matrix, change: Matrix) -> Matrix:
        self._dense(f"tree{layer}", surroundings(before, self.batch), change)
        parts = np.split(change @ self.network[f"tree{layer}.w"].T, BOXES + 1, axis=1)
        # A mean over the like is its own way back: each of them hears all the others.
        total = group_means(parts[-1], self.batch)
        for part, (first, end) in zip(parts, self.batch.boxes, strict=False):
            total = total + _boxes_back(part, first, end)
        return total


def _even_back(change: Matrix, evened: Matrix, inverse: Matrix) -> Matrix:
    along = np.einsum("bw,bw->b", change, evened)[:, None] / np.float32(change.shape[1])
    return np.asarray((change - change.mean(axis=1, keepdims=True) - evened * along) * inverse)


def _neighbours_back(change: Matrix, batch: Batch, step: int) -> Matrix:
    width = change.shape[1]
    spread = np.zeros((len(change), 3 * width), dtype=np.float32)
    spread[:, width : 2 * width] = change
    for start, end in zip(batch.starts[:-1].tolist(), batch.starts[1:].tolist(), strict=True):
        if end - start > step:
            spread[start : end - step, :width] = change[start + step : end]
            spread[start + step : end, 2 * width :] = change[start : end - step]
    return spread


def _boxes_back(change: Matrix, first: Ints, end: Ints) -> Matrix:
    """To every block the changes of all whose box holds it."""
    runs, _ = box_runs(first, end)
    begin, stop = first[runs], end[runs]
    shares = np.add.reduceat(change, runs, axis=0) / (stop - begin)[:, None].astype(np.float32)
    edges = np.zeros((len(change) + 1, change.shape[1]), dtype=np.float32)
    for places, sign in ((begin, 1), (stop, -1)):
        order = np.argsort(places, kind="stable")
        at = places[order]
        firsts = np.flatnonzero(np.diff(at, prepend=-1))
        edges[at[firsts]] += sign * np.add.reduceat(shares[order], firsts, axis=0)
    return np.cumsum(edges, axis=0, dtype=np.float64)[:-1].astype(np.float32)
