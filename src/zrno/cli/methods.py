"""`zrno methods`: what is there, and the options of one."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from zrno import registry
from zrno.cli.output import output
from zrno.parameters import describe


@click.command(name="methods")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs.")
@click.option("-o", "--output", "path", help="Write to this file instead of standard output.")
@click.option("--quiet", "-q", is_flag=True, help="Names only.")
def command(name: str | None, as_json: bool, path: str | None, quiet: bool) -> None:
    """The methods with their source and licence; with a NAME its options.

    \b
    Examples:
      zrno methods
      zrno methods news
    """
    from zrno.classify import find

    names = [name] if name else registry.names(registry.METHODS)
    found = [find(each) for each in names]
    with output(path) as stream:
        if as_json:
            rows = [
                {
                    "name": each.name,
                    "summary": each.summary,
                    "source": each.source,
                    "licence": each.licence,
                    "options": [asdict(option) for option in describe(each.options)],
                }
                for each in found
            ]
            stream.write(json.dumps(rows, ensure_ascii=False, indent=1) + "\n")
            return
        for each in found:
            stream.write(each.name + "\n" if quiet else f"{each.name:12} {each.summary}\n")
            if not quiet:
                stream.write(f"{'':12} source: {each.source}; licence: {each.licence}\n")
            if name and not quiet:
                for option in describe(each.options):
                    bounds = "" if option.low is None else f" [{option.low:g} .. {option.high:g}]"
                    stream.write(f"  {option.name} = {option.default}{bounds}\n      {option.meaning}\n")
