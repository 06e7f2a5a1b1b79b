"""Commands that label blocks share their options and the loop over sources."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from zrno import config
from zrno.cli.sources import Named, expand, progress
from zrno.errors import OptionError, ZrnoError
from zrno.model import MODES

if TYPE_CHECKING:
    from zrno.document import Document

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class How:
    """The options of a labelling command."""

    method: str | None
    mode: str | None
    given: tuple[str, ...]
    url: str | None
    retrieved: datetime | None
    allow_private: bool
    quiet: bool


def labelling(command: F) -> F:
    """Give a command the options of `How`."""
    for option in (
        click.option("--method", "-m", help="How to tell grain from chaff; `zrno methods` lists them."),
        click.option("--mode", type=click.Choice(MODES), help="Lean towards precision or recall."),
        click.option(
            "--set", "given", multiple=True, metavar="NAME=VALUE", help="An option of the method; repeatable."
        ),
        click.option("--url", help="The address a file was fetched from: makes its links absolute."),
        click.option(
            "--retrieved",
            type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]),
            help="When a file was fetched: tells what day “yesterday” in it is.",
        ),
        click.option("--allow-private", is_flag=True, help="Also fetch from private and loopback addresses."),
        click.option("--quiet", "-q", is_flag=True, help="No progress and no notes."),
    ):
        command = option(command)
    return command


Result = tuple[str, "Document | ZrnoError"]


def documents(names: tuple[str, ...], how: How) -> Iterator[Result]:
    """Each source's name with its document or error; an option that is wrong for all stops at once."""
    from zrno.extraction import extract

    settings, options = _settings(how.allow_private), _pairs(how.given)
    for each in progress(expand(names), how.quiet):
        if not isinstance(each, Named):
            yield each.where, each
            continue
        try:
            doc = extract(
                each.source,
                method=how.method,
                mode=how.mode,
                url=how.url,
                options=options,
                retrieved=how.retrieved,
                settings=settings,
            )
        except OptionError:
            raise
        except ZrnoError as error:
            yield each.name, error
        else:
            yield each.name, doc


def complain(name: str, error: ZrnoError) -> None:
    """One line on standard error."""
    place = "" if name in str(error) else f"{name}: "
    click.echo(f"zrno: {place}{error}", err=True)


def _settings(allow_private: bool) -> config.Settings:
    loaded = config.load()
    return replace(loaded, fetch=replace(loaded.fetch, allow_private=True)) if allow_private else loaded


def _pairs(given: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise OptionError(f"--set {each!r} has no value", hint="write --set NAME=VALUE")
        found[name.strip()] = value
    return found
