"""Commands that label blocks share their options and the loop over sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

import click

from zrno import config
from zrno.acquire.source import is_address
from zrno.cli.output import in_line
from zrno.cli.sources import Named, expand, is_folder, progress
from zrno.errors import OptionError, SourceError, ZrnoError
from zrno.model import MODES
from zrno.parameters import build

if TYPE_CHECKING:
    from zrno.document import Document

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class How:
    """The options of a labelling command."""

    method: str | None
    mode: str | None
    given: tuple[str, ...]
    comments: bool
    captions: bool
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
        click.option("--comments", is_flag=True, help="Keep readers' comments as well (grain)."),
        click.option("--captions", is_flag=True, help="Keep captions outside the text as well (grain)."),
        click.option("--url", help="The address a file was fetched from: makes its links absolute."),
        click.option(
            "--retrieved",
            type=click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"]),
            help="When a file was fetched: tells what day “yesterday” in it is.",
        ),
        click.option(
            "--allow-private",
            is_flag=True,
            help="Fetch from every address: private, loopback and link-local (cloud metadata) too.",
        ),
        click.option("--quiet", "-q", is_flag=True, help="No progress and no notes."),
    ):
        command = option(command)
    return command


Result = tuple[str, "Document | ZrnoError"]


def documents(names: Sequence[str], how: How) -> Iterator[Result]:
    """Each source's name with its document or error; an option that is wrong for all stops at once."""
    _check_usage(names, how)
    settings, options = _settings(how.allow_private), _options(how)
    _check_method(how, settings, options)
    sources = expand(names, limit=settings.limits.bytes)
    return _documents(progress(sources, how.quiet), how, settings, options)


def complain(name: str, error: ZrnoError) -> None:
    """One line on standard error."""
    place = "" if name in str(error) else f"{name}: "
    click.echo(f"zrno: {in_line(place + str(error))}", err=True)


def _documents(
    sources: Iterable[Named | SourceError], how: How, settings: config.Settings, options: dict[str, str]
) -> Iterator[Result]:
    from zrno.extraction import extract

    for each in sources:
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


def _check_usage(names: Sequence[str], how: How) -> None:
    """What would be ignored without a word is wrong usage."""
    if how.url is not None and (len(names) > 1 or is_folder(names[0])):
        raise click.UsageError("--url is the address of one page; there are several sources.")
    if how.url is not None and is_address(names[0]):
        raise click.UsageError("--url is for a saved page; an address is its own.")
    if how.retrieved is not None and all(map(is_address, names)):
        raise click.UsageError("--retrieved is for saved pages; an address is fetched now.")


def _check_method(how: How, settings: config.Settings, options: dict[str, str]) -> None:
    """Before anything is read or written: a wrong method is wrong for all pages."""
    from zrno.classify import find

    name = how.method or settings.method
    build(find(name).options, {**settings.methods.get(name, {}), **options})


def _settings(allow_private: bool) -> config.Settings:
    loaded = config.load()
    return replace(loaded, fetch=replace(loaded.fetch, allow_private=True)) if allow_private else loaded


def _options(how: How) -> dict[str, str]:
    """The options of the method; a flag is one of them, and a method without it says so."""
    flags = {"comments": how.comments, "captions": how.captions}
    return {**{name: "true" for name, flag in flags.items() if flag}, **_pairs(how.given)}


def _pairs(given: tuple[str, ...]) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals:
            raise OptionError(f"--set {each!r} has no value", hint="write --set NAME=VALUE")
        found[name.strip()] = value
    return found
