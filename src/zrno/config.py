"""Settings: defaults with their source, then a TOML file, then the environment.

The file is `zrno.toml` in the working folder, or the one named by ZRNO_SETTINGS. A variable
`ZRNO_FETCH_TIMEOUT=5` overrides `timeout` of the table `[fetch]`.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from zrno.errors import SettingsError

MEBIBYTE = 1024 * 1024
FILE_NAME = "zrno.toml"
PREFIX = "ZRNO_"


@dataclass(frozen=True, slots=True)
class Limits:
    """What one page may cost; more is refused by name."""

    bytes: int = 32 * MEBIBYTE  # the largest page of the 6,000 measured has 8 MB
    nodes: int = 1_000_000  # about 400 MB of columns
    depth: int = 512  # where browsers stop nesting (Blink's kMaximumHTMLParserDOMTreeDepth)


@dataclass(frozen=True, slots=True)
class Fetch:
    """How pages are fetched."""

    timeout: float = 20.0  # seconds without progress
    deadline: float = 60.0  # seconds for one page, redirects included
    redirects: int = 10  # browsers allow 20; ten already means trouble
    agent: str = "zrno (+https://pypi.org/project/zrno)"  # honest: says what it is
    allow_private: bool = False  # private and loopback addresses are refused


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings; `methods` holds the options of each method by name."""

    method: str = "news"
    mode: str = "balanced"
    limits: Limits = Limits()
    fetch: Fetch = Fetch()
    methods: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def load(path: Path | None = None, environ: Mapping[str, str] | None = None) -> Settings:
    """The settings of a file (default: see above) with the environment on top."""
    environ = os.environ if environ is None else environ
    values = _read(path, environ)
    methods = _table(values.pop("methods", {}), "methods")
    for name, options in methods.items():
        _table(options, f"methods.{name}")
    settings = Settings(methods=methods)
    for table in ("limits", "fetch"):
        given = _table(values.pop(table, {}), table) | _from_environment(table, environ)
        section = _override(getattr(settings, table), given, f"[{table}]")
        settings = replace(settings, **{table: section})
    top = {k: environ[PREFIX + k.upper()] for k in ("method", "mode") if PREFIX + k.upper() in environ}
    result: Settings = _override(settings, values | top, "top level")
    return result


def _read(path: Path | None, environ: Mapping[str, str]) -> dict[str, Any]:
    named = path or (Path(environ["ZRNO_SETTINGS"]) if "ZRNO_SETTINGS" in environ else None)
    place = named or Path(FILE_NAME)
    if named is None and not place.is_file():
        return {}
    try:
        return tomllib.loads(place.read_text("utf-8"))
    except OSError as error:
        raise SettingsError("cannot read the settings", where=str(place), hint=str(error)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError("not valid TOML", where=str(place), hint=str(error)) from error


def _table(value: Any, name: str) -> dict[str, Any]:
    if not isinstance(value, dict):
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
    if kind is bool and isinstance(value, str):
        if value.lower() in ("1", "true", "yes", "on"):
            return True
        if value.lower() in ("0", "false", "no", "off"):
            return False
    elif kind is bool or isinstance(value, bool):
        if kind is bool and isinstance(value, bool):
            return value
    elif kind is str:
        if isinstance(value, str):
            return value
    elif (number := _number(value, kind)) is not None:
        return number
    raise SettingsError(f"{value!r} is no {kind.__name__}", where=where)


def _number(value: Any, kind: type[Any]) -> Any:
    """A number that is not negative, whole where a whole one is asked for; None for anything else."""
    try:
        read = kind(value)
    except (TypeError, ValueError, OverflowError):
        return None
    whole = kind is float or not isinstance(value, float) or value == read
    return read if whole and 0 <= read < float("inf") else None
