"""`zrno blocks`: every block with its label, score and reason."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

import click

from zrno.cli.labelling import How, Result, complain, documents, labelling
from zrno.cli.output import output
from zrno.errors import ZrnoError

if TYPE_CHECKING:
    from zrno.document import Document

WIDTH = 160  # of a table that goes to a file or pipe
SHOWN = 70  # characters of a block's text in the table


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
    found, failed = _collect(documents(sources, How(**how)))
    if report is not None:
        from zrno.show.report import report_page

        with output(report) as stream:
            stream.write(report_page(found))
        if not how["quiet"]:
            click.echo(f"wrote {report}", err=True)
    else:
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
    for block, label in zip(doc.blocks, doc.labels, strict=True):
        record: dict[str, Any] = {"source": name} if several else {}
        record |= {
            "index": block.index,
            "label": label.kind.value,
            "content": label.content,
            "score": label.score,
            "reason": label.reason,
            "element": block.tag,
            "path": block.path,
            "text": block.text,
        }
        stream.write(json.dumps(record, ensure_ascii=False) + "\n")


def _as_table(name: str, doc: Document, stream: IO[str], several: bool) -> None:
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    title = f"{name}: " if several else ""
    table = Table(
        "score",
        "label",
        "element",
        "reason",
        "text",
        title=f"{title}method {doc.method}, confidence {doc.confidence:.2f} ({doc.confidence_reason})",
    )
    for block, label in zip(doc.blocks, doc.labels, strict=True):
        shown = block.text if len(block.text) <= SHOWN else block.text[: SHOWN - 1] + "…"
        style = "green" if label.content else "dim"
        table.add_row(
            f"{label.score:.2f}",
            label.kind.value,
            block.tag,
            escape(label.reason),
            escape(shown),
            style=style,
        )
    width = None if stream.isatty() else WIDTH
    Console(file=stream, width=width).print(table)
