"""Trained models: each a folder with its file and a card that says what it was made from and how good it is.

The shipped ones lie beside this file; a user's own is any folder that `zrno train` wrote. Nothing here
reads a format that could run code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from zrno.errors import OptionError, SourceError

T = TypeVar("T")

CARD = "card.json"
SHIPPED = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class DataUsed:
    """One data set a model was made from."""

    name: str
    pages: int
    licence: str
    source: str


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured score, with all it takes to judge and to repeat it."""

    set: str
    measure: str
    value: float
    low: float  # of the 95 % interval
    high: float
    pages: int
    baseline: float | None  # of all the text of the pages
    command: str


@dataclass(frozen=True, slots=True)
class Card:
    """What a model is, what it was made from, and what it scored."""

    name: str
    method: str
    summary: str
    licence: str
    trained: str  # day, ISO 8601
    seed: int
    command: str
    data: tuple[DataUsed, ...]
    figures: tuple[Figure, ...]
    file: str  # the model file in the same folder
    notes: str = ""


def cards() -> list[Card]:
    """The cards of the shipped models, by name."""
    return [read_card(path.parent) for path in sorted(SHIPPED.glob(f"*/{CARD}"))]


def locate(model: str) -> Path:
    """The folder of a shipped model by its name, or of the user's own by its path."""
    for folder in (SHIPPED / model, Path(model)) if "/" not in model else (Path(model),):
        with suppress(OSError, ValueError):  # a name no file system takes is no folder
            if (folder / CARD).is_file():
                return folder
    known = ", ".join(card.name for card in cards())
    raise OptionError(f"no model {model!r}", hint=f"known: {known}; or a folder that `zrno train` wrote")


def read_card(folder: Path) -> Card:
    """The card of a model's folder."""
    path = folder / CARD
    try:
        return _card(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, TypeError, KeyError, RecursionError) as error:
        raise SourceError("the model card cannot be read", where=str(path), hint=str(error)) from error


def write_card(folder: Path, card: Card) -> None:
    """Write the card into a model's folder."""
    text = json.dumps(asdict(card), ensure_ascii=False, indent=1)
    (folder / CARD).write_text(text + "\n", "utf-8")


def with_figures(card: Card, figures: tuple[Figure, ...]) -> Card:
    """The same card with other figures."""
    return replace(card, figures=figures)


def _card(values: Mapping[str, Any]) -> Card:
    data = tuple(_typed(DataUsed(**each)) for each in values["data"])
    figures = tuple(_typed(Figure(**each)) for each in values["figures"])
    card = _typed(Card(**{**values, "data": data, "figures": figures}))
    if Path(card.file).name != card.file:
        raise ValueError(f"the file {card.file!r} is not in the folder")
    return card


def _typed(value: T) -> T:
    """The same; TypeError where a text is no text or a number no number."""
    number = (int, float)
    kinds: Mapping[str, Any] = {
        "str": str,
        "int": int,
        "float": number,
        "float | None": (*number, type(None)),
    }
    for column in fields(value):  # type: ignore[arg-type]
        kind = kinds.get(str(column.type))
        if kind is not None and not isinstance(getattr(value, column.name), kind):
            raise TypeError(f"{column.name} should be {column.type}")
    return value
