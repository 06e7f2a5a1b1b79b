"""The language tables beside this file, read once."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def language_tables() -> dict[str, Any]:
    """The tables of languages.toml."""
    return toml("languages.toml")


def toml(name: str) -> dict[str, Any]:
    """A table beside this file."""
    import tomllib
    from importlib import resources

    return tomllib.loads(resources.files(__name__).joinpath(name).read_text("utf-8"))
