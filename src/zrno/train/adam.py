"""AdamW (Kingma and Ba 2015; Loshchilov and Hutter 2019): warm start, cosine, averaged weights."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.floating[Any]]

RATE = 2e-3
BETAS = (0.9, 0.999)
DECAY = 0.02  # of the weights, per unit of the rate
WARM = 50  # steps in which the rate grows to its height
MAX_NORM = 1.0  # of the whole gradient
TINY = 1e-8
AVERAGED = 0.5  # of the steps: from then on the weights are averaged
AVERAGE = 0.99  # what stays of the average at each step


class Adam:
    """Moves weights against their gradients; the averaged weights are those to keep."""

    def __init__(self, weights: dict[str, Matrix], fixed: frozenset[str], steps: int, rate: float) -> None:
        self.weights = weights
        self.moving = [name for name in weights if name not in fixed]
        self.first = {name: np.zeros_like(weights[name]) for name in self.moving}
        self.second = {name: np.zeros_like(weights[name]) for name in self.moving}
        self.steps, self.done, self.rate = steps, 0, rate
        self.average: dict[str, Matrix] = {}

    def step(self, gradient: Mapping[str, Matrix]) -> None:
        """One step."""
        self.done += 1
        norm = math.sqrt(sum(float((gradient[name] ** 2).sum()) for name in self.moving))
        shrink = min(1.0, MAX_NORM / (norm + TINY))
        rate = (
            self.rate
            * min(1.0, self.done / min(WARM, self.steps))
            * (0.5 + 0.5 * math.cos(math.pi * self.done / self.steps))
        )
        slow, fast = (1 - beta**self.done for beta in BETAS)
        for name in self.moving:
            change = gradient[name] * shrink
            first, second = self.first[name], self.second[name]
            first += (1 - BETAS[0]) * (change - first)
            second += (1 - BETAS[1]) * (change * change - second)
            weight = self.weights[name]
            weight -= rate * ((first / slow) / (np.sqrt(second / fast) + TINY) + DECAY * weight)
        if self.done >= AVERAGED * self.steps:
            self._add_to_average()

    def result(self) -> dict[str, Matrix]:
        """The averaged weights, with those that did not move."""
        return {**self.weights, **self.average}

    def _add_to_average(self) -> None:
        for name in self.moving:
            known = self.average.get(name)
            if known is None:
                self.average[name] = self.weights[name].copy()
            else:
                known += (1 - AVERAGE) * (self.weights[name] - known)
