"""The figures of a set as a table for a terminal, made from the values that `zrno bench --json` writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any

Values = Mapping[str, Any]

WIDTH = 150  # of a table that goes to a file or pipe
NOTHING = "–"
STYLES = {"method": "bold", "peer": "", "reference": "dim"}
COLUMNS = ("tool", "P", "R", "F1", "95 %", "lead of first", "word F1", "ROUGE-L", "failed", "empty")
SPEED_COLUMNS = ("ms/page", "ratio")
BLOCK_COLUMNS = ("CB", "DB", "NDB", "NB", "Z", "K", "found", "noise", "F", "H", "IN", "LI")


def print_set(found: Values, stream: IO[str]) -> None:
    """One set as a table for a terminal."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(headline(found)), title_justify="left", expand=False)
    for number, column in enumerate(columns_of(found)):
        table.add_column(column, justify="right" if number else "left", no_wrap=True)
    for row in found["tools"]:
        table.add_row(*map(escape, cells_of(row, columns_of(found))), style=STYLES[row["role"]])
    console = Console(file=stream, width=None if stream.isatty() else WIDTH)
    console.print(table)
    for note in notes(found):
        console.print(escape(note), style="dim", highlight=False)


def headline(found: Values) -> str:
    """What a set is: its name and size, the baseline and the best that could be reached."""
    return (
        f"{found['name']}: {found['pages']} pages of {found['sites']} sites; "
        f"F1 of all text {number(found['baseline'])}, of the oracle {number(found['oracle'])}"
    )


def notes(found: Values) -> Iterator[str]:
    """What else there is to know about a set, a line each."""
    aligned = found["alignment"]
    if aligned:
        yield (
            f"gold words found on the pages: {aligned['found']:.1%}; pages whose oracle scores less than "
            f"{aligned['floor']}: {aligned['below']} (training leaves them out)"
        )
    marked = [row for row in found["tools"] if "cleaneval_markup" in row["measures"]]
    if marked:
        each = ", ".join(
            f"{row['name']} {_per_cent(row, 'cleaneval')} / {_per_cent(row, 'cleaneval_markup')}"
            for row in marked
        )
        yield f"CleanEval similarity, text only / with marks: {each}"
    for row in found["tools"]:
        if row["failures"]:
            worst = "; ".join(f"{count} x {why}" for why, count in row["failures"].items())
            yield f"{row['name']} failed on {row['failed']} pages: {worst}"


def number(value: float | None) -> str:
    """A figure between 0 and 1 with three digits."""
    return NOTHING if value is None else f"{value:.3f}"


def columns_of(found: Values) -> Sequence[str]:
    """The columns of a set's table; time only where it was measured."""
    timed = any(row["speed"] for row in found["tools"])
    return (*COLUMNS, *SPEED_COLUMNS) if timed else COLUMNS


def cells_of(row: Values, columns: Sequence[str]) -> list[str]:
    """The cells of a tool's row."""
    measures, speed = row["measures"], row["speed"]
    f1, lead = measures["f1"], row["lead"]
    values = {
        "tool": row["name"],
        "P": number(_value(measures, "precision")),
        "R": number(_value(measures, "recall")),
        "F1": number(f1["value"]),
        "95 %": _span(f1),
        "lead of first": f"{lead['value']:+.3f} ({lead['low']:+.3f} {lead['high']:+.3f})"
        if lead
        else NOTHING,
        "word F1": number(_value(measures, "word_f1")),
        "ROUGE-L": number(_value(measures, "rouge_l")),
        "failed": str(row["failed"]),
        "empty": str(row["empty"]),
        "ms/page": f"{speed['mean']:.1f}" if speed else NOTHING,
        "ratio": f"{speed['ratio']:.2f}" if speed and speed["ratio"] is not None else NOTHING,
    }
    return [values[column] for column in columns]


def _value(measures: Values, name: str) -> float | None:
    value: float | None = measures[name]["value"] if name in measures else None
    return value


def _span(figure: Values) -> str:
    return NOTHING if figure["low"] is None else f"{figure['low']:.3f} {figure['high']:.3f}"


def _per_cent(row: Values, measure: str) -> str:
    return f"{100 * row['measures'][measure]['value']:.1f}"
