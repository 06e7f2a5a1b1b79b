"""Name to thing: one door for built-ins and plugins, the entry points of installed packages.

A package offers a method by one line in its own pyproject.toml:

    [project.entry-points."zrno.methods"]
    mine = "my_package.my_module:METHOD"

The built-in methods and writers enter by the same lines in Zrno's own pyproject.toml.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from zrno.errors import OptionError

METHODS = "zrno.methods"
WRITERS = "zrno.writers"


def names(group: str) -> list[str]:
    """The registered names of a group, sorted."""
    return sorted(_points(group))


def load(group: str, name: str) -> Any:
    """The thing registered under a name; OptionError names those that exist."""
    points = _points(group)
    if name not in points:
        known = ", ".join(sorted(points)) or "none: is the package installed?"
        raise OptionError(f"no {group.removeprefix('zrno.')[:-1]} {name!r}", hint=f"known: {known}")
    try:
        return points[name].load()
    except (ImportError, AttributeError) as error:
        place = points[name].value
        raise OptionError(f"{name!r} cannot be loaded from {place}", hint=str(error)) from error


@cache  # what is installed does not change while a program runs; looking it up takes milliseconds
def _points(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group)}
