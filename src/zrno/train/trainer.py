"""What training is: a function from examples to a model's folder, registered like the methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from zrno.classify.models import Card, DataUsed
from zrno.train.datasets import Example

TRAINERS = "zrno.trainers"


@dataclass(frozen=True, slots=True)
class Job:
    """What to train from, and where the model goes."""

    examples: Sequence[Example]
    out: Path  # an existing folder; its name is the model's
    data: tuple[DataUsed, ...]
    command: str  # that repeats the training
    seed: int = 0
    report: Callable[[str], None] = print


@dataclass(frozen=True, slots=True)
class Trainer:
    """A registered way of making a model: writes the file and the card into `job.out`."""

    name: str
    summary: str  # one line
    fit: Callable[[Job], Card]
