"""Name to thing: one door for built-ins and plugins, the entry points of installed packages.

A package offers a method by one line in its own pyproject.toml:

    [project.entry-points."zrno.methods"]
    mine = "my_package.my_module:METHOD"

The built-in methods and writers enter by the same lines in Zrno's own pyproject.toml. What others
wrote is checked here, when it is loaded and at each call, so that a fault is told with its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass, replace
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from zrno.errors import OptionError, PluginError, ZrnoError

METHODS = "zrno.methods"
WRITERS = "zrno.writers"

_OWN = "zrno."
_WORDS = ("name", "summary", "source", "licence")  # what a method says of itself


def names(group: str) -> list[str]:
    """The registered names of a group, sorted."""
    return sorted(_points(group))


def load(group: str, name: str) -> Any:
    """The thing registered under a name.

    OptionError names those that exist; PluginError says why one cannot be used.
    """
    points = _points(group)
    if not isinstance(name, str) or name not in points:
        known = ", ".join(sorted(points)) or "none: is the package installed?"
        raise OptionError(f"no {_noun(group)} {name!r}", hint=f"known: {known}")
    point, plugin = points[name], f"{_noun(group)} {name!r} of {points[name].value}"
    with _blamed(plugin, "cannot be loaded"):
        thing = point.load()
    if point.value.startswith(_OWN):
        return thing  # checked by our tests; its faults shall keep their traceback
    with _blamed(plugin, "cannot be used"):
        guard = {METHODS: _method, WRITERS: _writer}.get(group)
        return guard(thing, plugin) if guard else thing


@cache  # what is installed does not change while a program runs; looking it up takes milliseconds
def _points(group: str) -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=group)}


def _noun(group: str) -> str:
    return group.removeprefix(_OWN).removesuffix("s")


@contextmanager
def _blamed(plugin: str, what: str) -> Iterator[None]:
    """Whatever foreign code raises, as an error that names it."""
    try:
        yield
    except ZrnoError:
        raise
    except (Exception, SystemExit) as error:
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
        raise PluginError(f"{what}: {said}", where=plugin, hint="tell its author") from error


def _method(thing: Any, plugin: str) -> Any:
    """The same method with a guard before its function."""
    label = getattr(thing, "label", None)
    if not is_dataclass(thing) or isinstance(thing, type) or not callable(label):
        raise _broken(plugin, f"{type(thing).__name__} is no method", "make it with zrno.classify.Method")
    for word in _WORDS:
        if not isinstance(getattr(thing, word, None), str):
            raise _broken(plugin, f"its {word} is no text")
    options = getattr(thing, "options", None)
    if not (isinstance(options, type) and is_dataclass(options)):
        raise _broken(plugin, "its options are no dataclass", "see zrno.parameters")
    options()  # every option needs a default; what this raises says which has none
    return replace(thing, label=_guarded_label(label, plugin))


def _writer(thing: Any, plugin: str) -> Callable[[Any], str]:
    """The same writer, guarded."""
    if not callable(thing):
        raise _broken(plugin, f"{type(thing).__name__} is no writer", "register a function")

    def write(doc: Any) -> str:
        with _blamed(plugin, "failed"):
            text = thing(doc)
        if not isinstance(text, str):
            raise _broken(plugin, f"gave {type(text).__name__} instead of text")
        return text

    return write


def _guarded_label(label: Callable[..., Any], plugin: str) -> Callable[..., Any]:
    def guarded(page: Any, blocks: Any, features: Any, *, mode: Any, options: Any) -> Any:
        with _blamed(plugin, "failed"):
            labels = list(label(page, blocks, features, mode=mode, options=options))
        _check_labels(labels, len(blocks), plugin)
        return labels

    return guarded


def _check_labels(labels: Sequence[Any], blocks: int, plugin: str) -> None:
    from zrno.model import Kind, Label

    if len(labels) != blocks:
        raise _broken(plugin, f"gave {len(labels)} labels for {blocks} blocks")
    for place, each in enumerate(labels):
        if not isinstance(each, Label):
            raise _broken(plugin, f"gave {type(each).__name__} for block {place}", "give a Label")
        if each.block != place:
            raise _broken(plugin, f"label {place} is that of block {each.block!r}", "keep their order")
        if not isinstance(each.kind, Kind) or not (isinstance(each.why, str) or callable(each.why)):
            raise _broken(plugin, f"the label of block {place} needs a Kind and a reason in words")
        if not isinstance(each.score, int | float) or not 0 <= each.score <= 1:
            raise _broken(plugin, f"the score of block {place} is {each.score!r}", "from 0 to 1")


def _broken(plugin: str, what: str, hint: str = "") -> PluginError:
    return PluginError(what, where=plugin, hint=hint)
