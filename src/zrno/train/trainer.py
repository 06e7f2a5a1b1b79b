"""What training is: a function from examples to a model's folder, registered like the methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from zrno.classify.models import Card, DataUsed
from zrno.train.datasets import Example

TRAINERS = "zrno.trainers"
FOLDS = 5  # of sites: a page is seen with what was counted on the other four


def fold_folder(out: Path, part: int) -> Path:
    """Where the model lies that has not seen the sites of a fold."""
    return out / f"fold-{part}"


@dataclass(frozen=True, slots=True)
class Job:
    """What to train from, and where the model goes."""

    examples: Sequence[Example]
    out: Path  # an existing folder; its name is the model's
    data: tuple[DataUsed, ...]
    command: str  # that repeats the training
    seed: int = 0
    report: Callable[[str], None] = print
    start: str = ""  # a trained model to go on from, where the method can
    cross: bool = False  # also a model for each fold of sites, trained on the others, in fold-0, fold-1, ...


@dataclass(frozen=True, slots=True)
class Trainer:
    """A registered way of making a model: writes the file and the card into `job.out`."""

    name: str
    summary: str  # one line
    fit: Callable[[Job], Card]
    goes_on: bool = False  # whether it knows `start` and `cross`
