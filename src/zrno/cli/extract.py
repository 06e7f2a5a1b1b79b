"""`zrno extract`: sources to documents."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

import click

from zrno import registry
from zrno.cli.labelling import How, Result, complain, documents, labelling
from zrno.cli.output import in_line, on_terminal, output
from zrno.cli.sources import is_folder
from zrno.errors import ZrnoError

if TYPE_CHECKING:
    from zrno.document import Document


WIDTH = 160  # of a table that goes to a file or pipe
SURE = 0.5  # confidence from which a page is rather an article than not


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
    if table and format_ is not None:
        raise click.UsageError("--table is a format of its own; leave out --format.")
    if format_ is not None:
        registry.load(registry.WRITERS, format_)
    results = documents(sources, How(**how))
    with output(path) as stream:
        if table:
            count = _as_table(results, stream)
        elif len(sources) == 1 and not is_folder(sources[0]):
            count = _as_document(results, stream, format_ or "text")
        else:
            count = _as_lines(results, stream, format_)
        if count.failed and not count.done:
            sys.exit(1)  # from within: an earlier file stays as it was
    if count.failed:
        sys.exit(1)


@dataclass(slots=True)
class _Count:
    done: int = 0
    failed: int = 0


def _as_document(results: Iterator[Result], stream: IO[str], format_: str) -> _Count:
    count = _Count()
    for name, result in results:
        try:
            if isinstance(result, ZrnoError):
                raise result
            written = result.write(format_)
        except ZrnoError as error:
            complain(name, error)
            count.failed += 1
            continue
        _write(written if written.endswith("\n") else written + "\n", stream)
        count.done += 1
    return count


def _as_lines(results: Iterator[Result], stream: IO[str], format_: str | None) -> _Count:
    count = _Count()
    for name, result in results:
        try:
            if isinstance(result, ZrnoError):
                raise result
            record = _record(result, format_)
            count.done += 1
        except ZrnoError as error:
            complain(name, error)
            count.failed += 1
            record = {"error": type(error).__name__, "message": str(error)}
        _write(json.dumps({"source": name, **record}, ensure_ascii=False) + "\n", stream)
        stream.flush()
    return count


def _write(text: str, stream: IO[str]) -> None:
    stream.write(on_terminal(text) if stream.isatty() else text)


def _record(doc: Document, format_: str | None) -> dict[str, Any]:
    if format_ is None or format_ == "json":
        return doc.to_dict()
    return {"format": format_, "document": doc.write(format_)}


def _as_table(results: Iterator[Result], stream: IO[str]) -> _Count:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("page", "title", "date", "authors", "lang", "words", "confidence", "encoding", expand=False)
    count = _Count()
    for name, result in results:
        short = in_line(name.rpartition("/")[2])
        if isinstance(result, ZrnoError):
            complain(name, result)
            count.failed += 1
            table.add_row(Text(short), Text(in_line(f"{type(result).__name__}: {result.what}"), style="red"))
            continue
        # Text, not markup: a title may hold [brackets].
        *cells, confidence, encoding = (Text(in_line(cell)) for cell in (short, *_row(result)))
        confidence.stylize("green" if result.confidence >= SURE else "yellow")
        table.add_row(*cells, confidence, encoding)
        count.done += 1
    width = None if stream.isatty() else WIDTH
    Console(file=stream, width=width).print(table)
    return count


def _row(doc: Document) -> list[str]:
    from zrno.blocks.stopwords import words

    return [
        doc.title.value if doc.title else "-",
        doc.date.value.date().isoformat() if doc.date else "-",
        ", ".join(doc.authors.value) if doc.authors else "-",
        doc.language.value if doc.language else "-",
        str(len(words(doc.text))),
        f"{doc.confidence:.2f}",
        doc.encoding,
    ]
