"""`zrno blocks`: every block with its label, score and reason."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import IO, TYPE_CHECKING, Any

import click

from zrno.cli.labelling import How, Result, complain, documents, labelling
from zrno.cli.output import in_line, on_terminal, output
from zrno.errors import ZrnoError

if TYPE_CHECKING:
    from zrno.document import Document

SHOWN = 70  # characters of a block's text in the table
TAG = 60  # characters of a tag; a page may invent longer ones
SHORTEST = 20  # the same on a narrow terminal
WIDEST = 48  # characters a cell is padded to; a longer one pushes the rest to the right
COLUMNS = ("score", "label", "element", "reason", "text")


@click.command(name="blocks", no_args_is_help=True)
@click.argument("sources", nargs=-1, required=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON line per block.")
@click.option("--html", "report", help="Write a page with the blocks coloured by label to this file.")
@click.option("-o", "--output", "path", help="Write to this file instead of standard output.")
@labelling
def command(
    sources: tuple[str, ...], as_json: bool, report: str | None, path: str | None, **how: Any
) -> None:
    """Why each block of a page was kept or dropped: score, label, element, reason, text.

    \b
    Examples:
      zrno blocks page.html
      zrno blocks page.html --method markdown --json
      zrno blocks pages/ --html report.html
    """
    if report is not None and (as_json or path is not None):
        raise click.UsageError("--html writes a file of its own; leave out --json and --output.")
    found, failed = _collect(documents(sources, How(**how)))
    if found and report is not None:
        from zrno.show.report import report_page

        with output(report) as stream:
            stream.write(report_page(found))
        if not how["quiet"]:
            click.echo(f"wrote {in_line(report)}", err=True)
    elif found:
        with output(path) as stream:
            for name, doc in found:
                (_as_json if as_json else _as_table)(name, doc, stream, len(found) > 1)
    if failed:
        sys.exit(1)


def _collect(results: Iterable[Result]) -> tuple[list[tuple[str, Document]], int]:
    found: list[tuple[str, Document]] = []
    failed = 0
    for name, result in results:
        if isinstance(result, ZrnoError):
            complain(name, result)
            failed += 1
        else:
            found.append((name, result))
    return found, failed


def _as_json(name: str, doc: Document, stream: IO[str], several: bool) -> None:
    from zrno.document.paths import paths

    terminal = stream.isatty()
    for block, path, label in zip(doc.blocks, paths(doc.blocks), doc.labels, strict=True):
        record: dict[str, Any] = {"source": name} if several else {}
        record |= {
            "index": block.index,
            "label": label.kind.value,
            "content": label.content,
            "score": label.score,
            "reason": label.reason,
            "element": block.tag[:TAG],
            "path": path,
            "text": block.text,
        }
        line = json.dumps(record, ensure_ascii=False) + "\n"
        stream.write(on_terminal(line) if terminal else line)


def _as_table(name: str, doc: Document, stream: IO[str], several: bool) -> None:
    """Written line by line: a table laid out as a whole took minutes for a page of many small blocks."""
    sure = f"confidence {doc.confidence:.2f} ({doc.confidence_reason})"
    stream.write(in_line(f"{name}: " if several else "") + in_line(f"method {doc.method}, {sure}") + "\n")
    *cells, texts = zip(COLUMNS, *_rows(doc), strict=True)
    columns = [_padded(column) for column in cells]
    starts = [f"{'  '.join(row)}  " for row in zip(*columns, strict=True)]
    room = _room(stream, len(starts[0]))
    styles = [{"bold": True}, *({"fg": "green"} if label.content else {"dim": True} for label in doc.labels)]
    coloured = stream.isatty() and "NO_COLOR" not in os.environ
    for start, text, style in zip(starts, texts, styles, strict=True):
        line = start + (text if len(text) <= room else text[: room - 1] + "…")
        stream.write((click.style(line, **style) if coloured else line) + "\n")
    if several:
        stream.write("\n")


def _rows(doc: Document) -> Iterator[tuple[str, ...]]:
    for block, label in zip(doc.blocks, doc.labels, strict=True):
        cells = (block.tag[:TAG], label.reason, block.text[: SHOWN + 1])
        yield (f"{label.score:.2f}", label.kind.value, *map(in_line, cells))


def _padded(column: Sequence[str]) -> list[str]:
    width = min(WIDEST, max(map(len, column)))
    return [cell.ljust(width) for cell in column]


def _room(stream: IO[str], taken: int) -> int:
    """How much of a text is shown: on a terminal what is left of its line."""
    if not stream.isatty():
        return SHOWN
    return min(SHOWN, max(SHORTEST, shutil.get_terminal_size().columns - taken))
