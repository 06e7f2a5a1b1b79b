"""A trained victor: the CRF, the bins of its features, and what its weights say in words."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zrno.blocks.split import Ints
from zrno.classify.models import locate, read_card
from zrno.classify.victor_features import Bins, Measured
from zrno.classify.victor_pieces import LABELS, OTHER
from zrno.classify.victor_words import said
from zrno.errors import MissingExtra, SourceError

Floats = NDArray[np.float64]

MAGIC = b"lCRF"  # begins a CRFsuite model; its size in bytes follows
BINS = "bins.json"
FILE = "model.crfsuite"
# Pieces the CRF sees at a time, about 40 MB of attributes; few pages have more. Beyond a hundred
# neighbours on either side a window's edge is not felt.
WINDOW, MARGIN = 5_000, 100
NAMED = 3  # features in a reason
MEANINGS = {"h": "a heading", "p": "a paragraph", "l": "a list item", "c": "goes on", "o": "no content"}
TELLING = 0.1  # of a weight's difference from that of `o`; weaker ones explain nothing


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """The CRF with its bins; `evidence` holds for each label what speaks for it against `o`, and how much."""

    tagger: Any
    bins: Bins
    evidence: dict[str, dict[str, tuple[float, str]]]
    lock: Lock

    def probabilities(self, measured: Measured) -> Floats:
        """For each piece the probability of each of LABELS."""
        size = len(measured.names)
        if size and (unknown := self.bins.edges.keys() - measured.columns.keys()):
            what = f"the model wants features there are none of: {', '.join(sorted(unknown)[:NAMED])}"
            raise SourceError(what, hint="it was trained by another version: train it anew")
        found = np.zeros((size, len(LABELS)))
        for first in range(0, size, WINDOW):
            low, high = max(first - MARGIN, 0), min(first + WINDOW + MARGIN, size)
            last = min(first + WINDOW, size)
            rows = self.bins.rows(measured, np.arange(low, high, dtype=np.int32))
            found[first:last] = self._marginals(rows)[first - low : last - low]
        return found

    def reasons(self, labels: Sequence[str], measured: Measured | None, places: Ints) -> list[str]:
        """For some pieces and their labels what spoke most for them, in words."""
        if measured is None:
            return [f"{MEANINGS[label]}, on a page too large for reasons" for label in labels]
        rows = self.bins.rows(measured, places)
        return [self._reason(label, row) for label, row in zip(labels, rows, strict=True)]

    def _reason(self, label: str, row: Sequence[str]) -> str:
        telling = self.evidence[label]
        found = nlargest(NAMED, [telling[attribute] for attribute in row if attribute in telling])
        return f"{MEANINGS[label]}: {', '.join(words for _, words in found) or 'no single feature tells'}"

    def _marginals(self, rows: list[list[str]]) -> Floats:
        from pycrfsuite import ItemSequence

        items = ItemSequence(rows)
        found = np.zeros((len(rows), len(LABELS)))
        with self.lock:  # the tagger holds one sequence at a time, whoever asks
            self.tagger.set(items)
            known = self.tagger.labels()
            for column, label in enumerate(LABELS):
                if label in known:
                    marginal = self.tagger.marginal
                    found[:, column] = [marginal(label, place) for place in range(len(rows))]
        return found


def load(name: str) -> Model:
    """A shipped model by name, or one's own by its folder; read once."""
    return _kept(locate(name))


def write_bins(folder: Path, bins: Bins) -> None:
    """Keep the bins beside the CRF."""
    lines = (f" {json.dumps(name)}: {json.dumps(edges)}" for name, edges in bins.edges.items())
    (folder / BINS).write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


def read_model(folder: Path, file: str) -> Model:
    """The model of a folder, read anew."""
    try:
        from pycrfsuite import Tagger
    except ImportError as error:
        hint = "pip install python-crfsuite"
        raise MissingExtra("method victor needs a CRF library", hint=hint) from error
    path = folder / file
    tagger = Tagger()
    try:
        edges = json.loads((folder / BINS).read_text("utf-8"))
        bins = Bins({str(name): tuple(map(float, each)) for name, each in edges.items()})
        _check_size(path)
        tagger.open(str(path))
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise SourceError("the model cannot be read", where=str(path), hint=str(error)) from error
    return Model(tagger, bins, _evidence(tagger, bins), Lock())


def _check_size(path: Path) -> None:
    """ValueError for a file that was cut: the library believes the size in its head and reads on."""
    with path.open("rb") as stream:
        head = stream.read(len(MAGIC) + 4)
    if head[: len(MAGIC)] != MAGIC or int.from_bytes(head[len(MAGIC) :], "little") != path.stat().st_size:
        raise ValueError("the file is no CRF model, or was cut")


@cache
def _kept(folder: Path) -> Model:
    return read_model(folder, read_card(folder).file)


def _evidence(tagger: Any, bins: Bins) -> dict[str, dict[str, tuple[float, str]]]:
    """For each label the attributes with a telling weight for it against `o`; for `o`, against p."""
    weights: dict[str, dict[str, float]] = {label: {} for label in LABELS}
    for (attribute, label), weight in tagger.info().state_features.items():
        weights[label][attribute] = weight
    found = {}
    for label, own in weights.items():
        against = weights["p" if label == OTHER else OTHER]
        found[label] = {
            attribute: (gain, said(attribute, bins))
            for attribute in own.keys() | against.keys()
            if (gain := own.get(attribute, 0.0) - against.get(attribute, 0.0)) >= TELLING
        }
    return found
