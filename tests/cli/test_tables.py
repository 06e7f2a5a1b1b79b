"""Tables for people: nothing in a page or a name reaches the terminal as a command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from types import FrameType

import pytest

import zrno
from zrno.cli.blocks import SHOWN, _as_table
from zrno.cli.extract import _as_document, _as_lines

Run = Callable[..., subprocess.CompletedProcess[bytes]]
TITLE = "Most \x1b]0;x\x07\x9b31m"
HOSTILE = f"<title>{TITLE}</title><h1>{TITLE}</h1><meta name=author content='Jan\x1b[5m Novák'>"
NAMES = ["[/red] a.html", "[bold]b.html", "c\\[.html", "d\x1b[31m\n.html"]


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("command", [["blocks"], ["extract", "--table"]])
def test_names_and_pages_can_hold_anything(run: Run, saved: Path, tmp_path: Path, command: list[str]) -> None:
    page = saved.read_text("utf-8")
    (tmp_path / "[").mkdir()
    for name in NAMES:
        (tmp_path / name).write_text(HOSTILE + page, "utf-8")
    done = run(*command, *NAMES)
    assert done.returncode == 0, done.stderr
    shown = done.stdout.decode()
    assert not set(shown) & set("\x1b\x07\x9b\x00\r")
    for name in ("red] a.html", "[bold]b.html", "c\\[.html", "d[31m .html"):
        assert name in shown


def test_names_in_complaints_are_harmless_too(run: Run) -> None:
    done = run("extract", "absent\x1b[31m\n.html")
    assert done.stderr == b"zrno: absent[31m .html: no such file\n"


def test_the_table_of_blocks_shows_every_block() -> None:
    """Worked out by hand: cells are padded to the longest, a text over 70 characters is cut."""
    long = "slovo " * 40
    doc = zrno.extract(f"<h2>Nadpis</h2><p>{long}</p>", method="news")
    stream = StringIO()
    _as_table("page.html", doc, stream, several=False)
    head, *rows = stream.getvalue().splitlines()
    assert head.startswith("method news, confidence ")
    assert [row.split()[0] for row in rows[:1]] == ["score"]
    assert len(rows) == 3
    start = rows[0].index("text")
    assert rows[1][start:] == "Nadpis"
    assert rows[2][start:] == long[: SHOWN - 1] + "…"


def test_on_a_terminal_a_row_is_a_line_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("NO_COLOR", raising=False)
    doc = zrno.extract(f"<p>{'slovo ' * 40}</p>", method="news")
    stream = Terminal()
    _as_table("page.html", doc, stream, several=False)
    row = stream.getvalue().splitlines()[2]
    assert row.startswith("\x1b[")
    assert row.endswith("…\x1b[0m")
    plain = row.partition("m")[2].removesuffix("\x1b[0m")
    assert len(plain) == 100
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    _as_table("page.html", doc, stream, several=False)
    assert stream.getvalue().splitlines()[2] == plain


def test_a_row_takes_few_steps() -> None:
    """A page of 300,000 small blocks must not take many times longer to show than to read."""
    doc = zrno.extract("<p>a" * 500, method="news")
    assert len(doc.blocks) == 500
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:  # noqa: ARG001
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        _as_table("page.html", doc, StringIO(), several=False)
    finally:
        sys.setprofile(None)
    assert calls < 50 * len(doc.blocks)


@pytest.mark.parametrize("write", [_as_document, _as_lines])
def test_a_document_on_a_terminal_cannot_steer_it(write: Callable[..., object]) -> None:
    class Loud:
        def write(self, name: str) -> str:  # noqa: ARG002
            return "a\x9b31mb"

    for stream, expected in ((Terminal(), False), (StringIO(), True)):
        write(iter([("page", Loud())]), stream, "text")
        assert ("\x9b" in stream.getvalue()) is expected
