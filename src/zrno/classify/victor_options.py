"""The numbers of method `victor` that a user may change."""

from __future__ import annotations

from dataclasses import dataclass

from zrno.model import Mode
from zrno.parameters import parameter


@dataclass(frozen=True, slots=True)
class VictorOptions:
    """A model and how sure it must be; the defaults of the thresholds are in docs/algorithms/victor.md."""

    model: str = parameter("victor", "name of a shipped model (victor, victor-cs), or a folder of yours")
    threshold: float = parameter(0.4, "probability from which a piece is content", low=0.0, high=1.0)
    precise: float = parameter(0.6, "the same under --mode precision", low=0.0, high=1.0)
    generous: float = parameter(0.1, "the same under --mode recall", low=0.0, high=1.0)

    def least(self, mode: Mode) -> float:
        """The probability a piece needs under a mode."""
        return {"precision": self.precise, "balanced": self.threshold, "recall": self.generous}[mode]
