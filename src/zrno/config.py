"""Settings: defaults with their source, then a TOML file, then the environment.

The file is `zrno.toml` in the working folder, or the one named by ZRNO_SETTINGS (empty: none). A
variable `ZRNO_FETCH_TIMEOUT=5` overrides `timeout` of the table `[fetch]`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from zrno.errors import SettingsError

MEBIBYTE = 1024 * 1024
FILE_NAME = "zrno.toml"
PREFIX = "ZRNO_"
FILE_VARIABLE = f"{PREFIX}SETTINGS"
LONGEST = 1e9  # seconds, thirty years; the clocks of systems overflow not far above


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost; more is refused by name."""

    bytes: int = 32 * MEBIBYTE  # the largest page of the 6,000 measured has 8 MB
    nodes: int = 1_000_000  # about 400 MB of columns
    depth: int = 512  # where browsers stop nesting (Blink's kMaximumHTMLParserDOMTreeDepth)

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True)
class Fetch:
    """How pages are fetched."""

    timeout: float = 20.0  # seconds without progress
    deadline: float = 60.0  # seconds for one page, redirects included
    redirects: int = 10  # browsers allow 20; ten already means trouble
    agent: str = "zrno (+https://pypi.org/project/zrno)"  # honest: says what it is
    allow_private: bool = False  # private, loopback, link-local and other special addresses are refused

    def __post_init__(self) -> None:
        _check(self)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; `methods` holds the options of each method by name."""

    method: str = "grain"
    mode: str = "balanced"
    limits: Limits = field(default_factory=Limits)
    fetch: Fetch = field(default_factory=Fetch)
    methods: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _check(self)
        for name, options in self.methods.items():
            _table(options, f"methods.{name}")


def load(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of a file (default: see above) with the environment on top."""
    environ = os.environ if environ is None else environ
    values = _read(path, environ)
    settings = Settings(methods=_table(values.pop("methods", {}), "methods"))
    for table in ("limits", "fetch"):
        given = {**_table(values.pop(table, {}), table), **_from_environment(table, environ)}
        section = _override(getattr(settings, table), given, f"[{table}]")
        settings = replace(settings, **{table: section})
    top = {k: environ[PREFIX + k.upper()] for k in ("method", "mode") if PREFIX + k.upper() in environ}
    result: Settings = _override(settings, values | top, "top level")
    return result


def _read(path: Path | None, environ: Mapping[str, str]) -> dict[str, Any]:
    if path is None and environ.get(FILE_VARIABLE) == "":
        return {}
    named = path or (Path(environ[FILE_VARIABLE]) if FILE_VARIABLE in environ else None)
    place = named or Path(FILE_NAME)
    try:
        if named is None and not place.is_file():
            return {}
        return tomllib.loads(place.read_text("utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
        raise SettingsError("cannot read the settings", where=str(place), hint=reason) from error
    except (ValueError, RecursionError) as error:  # ValueError: not UTF-8, no TOML, a number without end
        raise SettingsError("not valid TOML", where=str(place), hint=str(error)) from error


def _table(value: Any, name: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise SettingsError(f"{name} must be a table", hint=f"write [{name}] above its settings")
    return value


def _from_environment(table: str, environ: Mapping[str, str]) -> dict[str, str]:
    start = f"{PREFIX}{table.upper()}_"
    return {k[len(start) :].lower(): v for k, v in environ.items() if k.startswith(start)}


def _override(section: Any, given: Mapping[str, Any], where: str) -> Any:
    known = {f.name: getattr(section, f.name) for f in fields(section)}
    changes: dict[str, Any] = {}
    for name, value in given.items():
        if name not in known:
            hint = f"known: {', '.join(sorted(known))}"
            raise SettingsError(f"unknown setting {name!r}", where=where, hint=hint)
        changes[name] = _convert(value, known[name], f"{where} {name}")
    return replace(section, **changes)


def _convert(value: Any, default: Any, where: str) -> Any:
    """The value in the default's type; text from the environment is read."""
    kind = type(default)
    read = value
    if isinstance(value, str):
        read = _from_text(value, kind)
    elif kind is int and isinstance(value, float) and value.is_integer():
        read = int(value)
    elif kind is float and isinstance(value, int) and not isinstance(value, bool):
        read = _from_text(str(value), float)
    if not _fits(read, kind):
        raise SettingsError(_misfit(value, kind), where=where)
    return read


def _from_text(text: str, kind: type[Any]) -> Any:
    """What a text says in a type; the text itself where it says nothing of the kind."""
    if kind is bool:
        words = {"1": True, "true": True, "yes": True, "on": True}
        words |= {"0": False, "false": False, "no": False, "off": False}
        return words.get(text.lower(), text)
    try:
        return kind(text) if kind in (int, float) else text
    except ValueError:
        return text


def _check(section: Any) -> None:
    """Also who builds settings in Python learns of a wrong value here, not somewhere in the chain."""
    for each in fields(section):
        kind: Any = each.default_factory if each.default is MISSING else type(each.default)
        value = getattr(section, each.name)
        if not _fits(value, Mapping if kind is dict else kind):
            raise SettingsError(_misfit(value, kind), where=f"{type(section).__name__} {each.name}")


def _fits(value: Any, kind: type[Any]) -> bool:
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0
    if kind is float:
        # Written so that it is false for nan.
        return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= LONGEST
    return isinstance(value, kind)


def _misfit(value: Any, kind: type[Any]) -> str:
    wanted = {int: "int from 0 up", float: f"float from 0 to {LONGEST:g}"}.get(kind, kind.__name__)
    return f"{value!r} is no {wanted}"
