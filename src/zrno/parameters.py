"""Named parameters with default, range and meaning: help texts, forms and checks are made from them.

A parameter class is a frozen dataclass whose fields are made by `parameter(...)`.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, TypeVar

from zrno.errors import OptionError

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter as shown to people; `None` stands for an open end of the range."""

    name: str
    default: Any
    low: float | None
    high: float | None
    meaning: str


def parameter(default: Any, meaning: str, *, low: float | None = None, high: float | None = None) -> Any:
    """A dataclass field with a range, both ends included."""
    return field(default=default, metadata={"meaning": meaning, "low": low, "high": high})


def describe(kind: type[Any]) -> list[Parameter]:
    """The parameters of a parameter class."""
    return [_describe(column) for column in fields(kind)]


def build(kind: type[P], given: Mapping[str, Any]) -> P:
    """A parameter class from names and values (text is read); OptionError says what is wrong."""
    known = {each.name: each for each in describe(kind)}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if not isinstance(name, str) or name not in known:
            near = difflib.get_close_matches(str(name), known, 1)
            hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known) or 'none'}"
            raise OptionError(f"no option {name!r}", hint=hint)
        values[name] = _checked(known[name], value)
    return kind(**values)


def _describe(column: Field[Any]) -> Parameter:
    note = column.metadata
    return Parameter(column.name, column.default, note.get("low"), note.get("high"), note.get("meaning", ""))


def _checked(about: Parameter, value: Any) -> Any:
    kind = type(about.default)
    if kind is bool:
        return _truth(about, value)
    try:
        read = kind(value)
    except (TypeError, ValueError, OverflowError) as error:
        raise OptionError(f"{about.name}={value!r} is no {kind.__name__}") from error
    if kind is str:
        return read
    low = -float("inf") if about.low is None else about.low
    high = float("inf") if about.high is None else about.high
    if not low <= read <= high or (kind is int and float(value) != read):
        raise OptionError(f"{about.name}={value!r} is out of range", hint=f"from {about.low} to {about.high}")
    return read


def _truth(about: Parameter, value: Any) -> bool:
    words = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
    read = words.get(str(value).strip().lower())
    if read is None:
        raise OptionError(f"{about.name}={value!r} is neither true nor false")
    return read
