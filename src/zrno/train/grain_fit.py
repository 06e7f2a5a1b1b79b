"""Sheets of features and targets to a trained network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zrno.classify.grain_network import BOXES, Batch, Ints, Matrix, Network, forward, standard
from zrno.train.adam import RATE, Adam
from zrno.train.grain_gradient import Loss, Step, fresh

EPOCHS = 10
MORE_EPOCHS, MORE_RATE = 30, 5e-4  # when going on from a trained network with a few pages
BLOCKS = 6000  # of one step: some twenty pages
DROPOUT = 0.25
NOISE = 0.1  # standard deviations added to every feature
# Pages on which a whole family of features is hidden, so that none is relied on alone: other sites
# have other names, other languages other words.
HIDDEN = {"names": 0.35, "lexical": 0.3, "page": 0.1}
MORE_STEPS = 8  # of such an epoch, at least
MIN_SCALE = 1e-4  # of a feature that hardly varies


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """One page for training: what is seen, what is wanted, how much each block counts for each class."""

    values: Matrix
    boxes: Ints  # per block and level: first and end
    groups: Ints
    targets: Matrix  # a column per class
    weights: Matrix  # likewise


def fit(
    sheets: Sequence[Sheet],
    names: Sequence[str],
    seed: int,
    report: Callable[[str], None],
    start: Network | None = None,
) -> Network:
    """A network trained on the sheets, from nothing or from a start; the same seed gives the same network."""
    chance = np.random.default_rng(seed)
    epochs = EPOCHS if start is None else MORE_EPOCHS
    most = _most(sheets, start)
    rounds = [list(_portions(sheets, chance.permutation(len(sheets)), most)) for _ in range(epochs)]
    network = start or fresh(len(names), sheets[0].targets.shape[1], seed, *_scales(sheets))
    weights = {name: weight.copy() for name, weight in network.weights.items()}
    rate = RATE if start is None else MORE_RATE
    adam = Adam(weights, frozenset({"mean", "scale"}), sum(map(len, rounds)), rate)
    network = Network(adam.weights)
    hidden = {family: _columns(names, family) for family in HIDDEN}
    for number, portions in enumerate(rounds, 1):
        losses = []
        for portion in portions:
            chosen = [sheets[page] for page in portion]
            batch = batch_of(chosen)
            values = _disturbed(standard(network, batch.values), batch, hidden, chance)
            step = Step(network, batch, values, DROPOUT, int(chance.integers(2**31)))
            loss, gradient = step.run(_loss(chosen))
            adam.step(gradient)
            losses.append(loss)
        report(f"epoch {number} of {epochs}: loss {np.mean(losses):.4f}")
    return Network(adam.result())


def predict(network: Network, sheets: Sequence[Sheet]) -> list[Matrix]:
    """The logits of the blocks of each sheet."""
    return [forward(network, batch_of([sheet])) for sheet in sheets]


def batch_of(sheets: Sequence[Sheet]) -> Batch:
    """Several pages as one batch."""
    starts = np.concatenate([[0], np.cumsum([len(sheet.values) for sheet in sheets])])
    boxes = np.concatenate([sheet.boxes + start for sheet, start in zip(sheets, starts, strict=False)])
    shift = np.concatenate([[0], np.cumsum([int(sheet.groups.max()) + 1 for sheet in sheets])])
    groups = np.concatenate([sheet.groups + first for sheet, first in zip(sheets, shift, strict=False)])
    return Batch(
        values=np.concatenate([sheet.values for sheet in sheets]),
        starts=starts,
        boxes=[(boxes[:, level, 0], boxes[:, level, 1]) for level in range(BOXES)],
        groups=groups,
    )


def _most(sheets: Sequence[Sheet], start: Network | None) -> int:
    """Blocks of one step: a few pages are cut into several, or a network that goes on takes too few steps."""
    blocks = sum(len(sheet.values) for sheet in sheets)
    return BLOCKS if start is None else min(BLOCKS, max(blocks // MORE_STEPS, 1))


def _portions(sheets: Sequence[Sheet], order: NDArray[np.int64], most: int) -> Iterator[list[int]]:
    portion: list[int] = []
    size = 0
    for page in order.tolist():
        portion.append(page)
        size += len(sheets[page].values)
        if size >= most:
            yield portion
            portion, size = [], 0
    if portion:
        yield portion


def _scales(sheets: Sequence[Sheet]) -> tuple[Matrix, Matrix]:
    count = sum(len(sheet.values) for sheet in sheets)
    mean = sum(sheet.values.sum(axis=0, dtype=np.float64) for sheet in sheets) / count
    square = sum(((sheet.values - mean) ** 2).sum(axis=0, dtype=np.float64) for sheet in sheets) / count
    return mean.astype(np.float32), (1 / (np.sqrt(square) + MIN_SCALE)).astype(np.float32)


def _columns(names: Sequence[str], family: str) -> list[int]:
    return [column for column, name in enumerate(names) if name.split()[0] == family]


def _disturbed(
    values: Matrix, batch: Batch, hidden: dict[str, list[int]], chance: np.random.Generator
) -> Matrix:
    values = values + NOISE * chance.standard_normal(values.shape, dtype=np.float32)
    for family, columns in hidden.items():
        gone = np.repeat(chance.random(len(batch.sizes)) < HIDDEN[family], batch.sizes)
        values[np.ix_(gone, np.array(columns, dtype=np.int64))] = 0
    return values


def _loss(sheets: Sequence[Sheet]) -> Loss:
    """Cross-entropy of every class, each block by its weight, the mean over pages."""
    targets = np.concatenate([sheet.targets for sheet in sheets])
    weights = np.concatenate([sheet.weights for sheet in sheets]) / np.float32(len(sheets))

    def loss(logits: Matrix) -> tuple[float, Matrix]:
        entropy = np.logaddexp(0, logits) - targets * logits
        share = 0.5 + 0.5 * np.tanh(0.5 * logits)  # the logistic function, without overflow
        return float((weights * entropy).sum()), ((share - targets) * weights).astype(np.float32)

    return loss
