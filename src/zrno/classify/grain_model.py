"""The file of a `grain` model: weights, tables and thresholds in one archive of arrays, nothing that runs."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tokenize import TokenError
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from zrno.classify.grain_features import Tables
from zrno.classify.grain_network import Matrix, Network, shapes
from zrno.classify.models import locate, read_card
from zrno.errors import SourceError
from zrno.model import Mode

FILE = "model.npz"
KINDS = ("names", "tags", "words", "texts")
# In this order the columns of the network's output: content first, then what chaff can be.
CLASSES = ("content", "comment", "caption", "byline", "teaser")
# What reading an archive that is none, or a hostile one, raises.
_BROKEN = (
    OSError, EOFError, ValueError, TypeError, KeyError, OverflowError, MemoryError, RuntimeError,
    RecursionError, BadZipFile, zlib.error, TokenError,
)  # fmt: skip
_DECIMALS = 3  # of the log-odds


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """All that `grain` has learned."""

    network: Network
    tables: Tables
    columns: tuple[str, ...]  # the features in their order
    thresholds: Mapping[Mode, float]  # of the probability of content


@cache  # a model does not change while a program runs, and reading it takes longer than using it
def load(name: str) -> Model:
    """The model of a name or folder."""
    folder = locate(name)
    path = folder / read_card(folder).file
    try:
        with path.open("rb") as stream, np.load(stream, allow_pickle=False) as arrays:
            return _model(arrays)
    except _BROKEN as error:
        raise SourceError("the model cannot be read", where=str(path), hint=str(error)) from error


def save(model: Model, folder: Path) -> Path:
    """Write the model's file into a folder."""
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, weight in model.network.weights.items():
        arrays[f"network.{name}"] = weight.astype(np.float32)
    for kind in KINDS:
        table: Mapping[str, float] = getattr(model.tables, kind)
        tokens = sorted(table)
        arrays[f"{kind}.tokens"] = np.frombuffer(json.dumps(tokens, ensure_ascii=False).encode(), np.uint8)
        scaled = np.array([table[token] for token in tokens]) * 10**_DECIMALS
        arrays[f"{kind}.odds"] = np.round(scaled).astype(np.int16)
    arrays["columns"] = np.array(model.columns)
    arrays["thresholds"] = np.array([model.thresholds[mode] for mode in ("precision", "balanced", "recall")])
    path = folder / FILE
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]
    return path


def _check(weights: Mapping[str, Matrix], columns: int) -> None:
    """ValueError where a weight is missing or has another shape than the network's."""
    for name, shape in shapes(columns, len(CLASSES)).items():
        if name not in weights or weights[name].shape != shape:
            raise ValueError(f"{name} should have the shape {shape}")
        if not np.isfinite(weights[name]).all():
            raise ValueError(f"{name} holds what is no number")


def _model(arrays: Mapping[str, NDArray[np.generic]]) -> Model:
    weights = {
        name.removeprefix("network."): np.asarray(arrays[name], dtype=np.float32)
        for name in arrays
        if name.startswith("network.")
    }
    tables = {}
    for kind in KINDS:
        tokens = json.loads(arrays[f"{kind}.tokens"].tobytes())
        odds = np.asarray(arrays[f"{kind}.odds"], dtype=np.float64) / 10**_DECIMALS
        tables[kind] = dict(zip(tokens, odds.tolist(), strict=True))
    _check(weights, len(arrays["columns"]))
    precision, balanced, recall = (float(value) for value in np.asarray(arrays["thresholds"], dtype=float))
    if not all(0 < threshold < 1 for threshold in (precision, balanced, recall)):
        raise ValueError("a threshold is no probability")
    return Model(
        network=Network(weights),
        tables=Tables(**tables),
        columns=tuple(str(name) for name in arrays["columns"]),
        thresholds={"precision": precision, "balanced": balanced, "recall": recall},
    )
