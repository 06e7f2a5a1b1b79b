"""`zrno methods`: what is there, and the options of one."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Any

import click

from zrno import registry
from zrno.cli.labelling import complain
from zrno.cli.output import in_line, output
from zrno.errors import ZrnoError
from zrno.parameters import Parameter, describe

if TYPE_CHECKING:
    from zrno.classify import Method


@click.command(name="methods")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("-o", "--output", "path", help="Write to this file instead of standard output.")
@click.option("--quiet", "-q", is_flag=True, help="Names only.")
def command(name: str | None, as_json: bool, path: str | None, quiet: bool) -> None:
    """The methods with their source and licence; with a NAME its options.

    A plugin that cannot be used is named on standard error, with what is wrong, and the others are listed.

    \b
    Examples:
      zrno methods
      zrno methods news
    """
    from zrno.classify import find

    found: list[Method] = []
    broken = 0
    for each in [name] if name is not None else registry.names(registry.METHODS):
        try:
            found.append(find(each))
        except ZrnoError as error:
            if name is not None:
                raise
            complain(each, error)
            broken += 1
    with output(path) as stream:
        if as_json:
            # A plugin's defaults may be of any type.
            rows = [_record(each) for each in found]
            stream.write(json.dumps(rows, ensure_ascii=False, indent=1, default=str) + "\n")
        else:
            for method in found:
                _describe(method, stream, quiet=quiet, options=name is not None)
    if broken:
        sys.exit(1)


def _record(method: Method) -> dict[str, Any]:
    return {
        "name": method.name,
        "summary": method.summary,
        "source": method.source,
        "licence": method.licence,
        "options": [asdict(option) for option in describe(method.options)],
    }


def _describe(method: Method, stream: IO[str], *, quiet: bool, options: bool) -> None:
    if quiet:
        stream.write(in_line(method.name) + "\n")
        return
    stream.write(in_line(f"{method.name:12} {method.summary}") + "\n")
    stream.write(in_line(f"{'':12} source: {method.source}; licence: {method.licence}") + "\n")
    for option in describe(method.options) if options else []:
        head = f"{option.name} = {option.default}{_bounds(option)}"
        stream.write(f"  {in_line(head)}\n      {in_line(option.meaning)}\n")


def _bounds(option: Parameter) -> str:
    """The range of an option; an open end shows nothing."""
    if option.low is None and option.high is None:
        return ""
    low, high = ("" if end is None else f"{end:g}" for end in (option.low, option.high))
    return f" [{low} .. {high}]".replace("[ ", "[").replace(" ]", "]")
