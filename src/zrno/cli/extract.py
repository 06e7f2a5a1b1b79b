"""`zrno extract`: sources to documents."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import IO, TYPE_CHECKING, Any

import click

from zrno import registry
from zrno.cli.labelling import How, Result, complain, documents, labelling
from zrno.cli.output import output
from zrno.cli.sources import is_folder
from zrno.errors import OptionError, ZrnoError

if TYPE_CHECKING:
    from zrno.document import Document


WIDTH = 160  # of a table that goes to a file or pipe


@click.command(name="extract", no_args_is_help=True)
@click.argument("sources", nargs=-1, required=True)
@click.option("--format", "-f", "format_", help="text, markdown, html, json, xml or cleaneval.")
@click.option("--table", is_flag=True, help="A table for people: title, date, language, words, confidence.")
@click.option("-o", "--output", "path", help="Write to this file instead of standard output.")
@labelling
def command(sources: tuple[str, ...], format_: str | None, table: bool, path: str | None, **how: Any) -> None:
    """Text and fields of pages: files, folders, addresses, or - for standard input.

    One source gives its document in the chosen format (text by default); several give one JSON
    line each, in the order of the sources. A source that fails is named and does not stop the others.

    \b
    Examples:
      zrno extract page.html
      zrno extract page.html -f markdown -o page.md
      zrno extract pages/ more.html -o documents.jsonl
      curl -s https://example.org/ | zrno extract - --url https://example.org/
      zrno extract page.html -m news --set links_ratio=0.5
    """
    if format_ is not None and format_ not in registry.names(registry.WRITERS):
        known = ", ".join(registry.names(registry.WRITERS))
        raise OptionError(f"no format {format_!r}", hint=f"known: {known}")
    results = documents(sources, How(**how))
    with output(path) as stream:
        if table:
            failed = _as_table(results, stream)
        elif len(sources) == 1 and not is_folder(sources[0]):
            failed = _as_document(results, stream, format_ or "text")
        else:
            failed = _as_lines(results, stream, format_)
    if failed:
        sys.exit(1)


def _as_document(results: Iterator[Result], stream: IO[str], format_: str) -> int:
    for name, result in results:
        if isinstance(result, ZrnoError):
            complain(name, result)
            return 1
        written = result.write(format_)
        stream.write(written if written.endswith("\n") else written + "\n")
    return 0


def _as_lines(results: Iterator[Result], stream: IO[str], format_: str | None) -> int:
    failed = 0
    for name, result in results:
        if isinstance(result, ZrnoError):
            complain(name, result)
            failed += 1
            kind = type(result).__name__
            record: dict[str, Any] = {"source": name, "error": kind, "message": str(result)}
        else:
            record = {"source": name, **result.to_dict()}
            if format_ is not None and format_ != "json":
                record = {"source": name, "format": format_, "document": result.write(format_)}
        stream.write(json.dumps(record, ensure_ascii=False) + "\n")
        stream.flush()
    return failed


def _as_table(results: Iterator[Result], stream: IO[str]) -> int:
    from rich.console import Console
    from rich.table import Table

    table = Table("page", "title", "date", "authors", "lang", "words", "confidence", "encoding", expand=False)
    failed = 0
    for name, result in results:
        short = name.rpartition("/")[2]
        if isinstance(result, ZrnoError):
            failed += 1
            table.add_row(short, f"[red]{type(result).__name__}: {result.what}[/red]")
            continue
        table.add_row(*_row(short, result))
    width = None if stream.isatty() else WIDTH
    Console(file=stream, width=width).print(table)
    return failed


def _row(name: str, doc: Document) -> list[str]:
    from rich.markup import escape

    from zrno.blocks.stopwords import words

    colour = "green" if doc.confidence >= 0.5 else "yellow"
    return [
        escape(name),
        escape(doc.title.value if doc.title else "-"),
        doc.date.value.date().isoformat() if doc.date else "-",
        escape(", ".join(doc.authors.value) if doc.authors else "-"),
        doc.language.value if doc.language else "-",
        str(len(words(doc.text))),
        f"[{colour}]{doc.confidence:.2f}[/{colour}]",
        doc.encoding,
    ]
