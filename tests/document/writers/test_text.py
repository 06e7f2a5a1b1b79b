"""Plain text: no markers, one line per item and row, an empty line between paragraphs."""

from __future__ import annotations

from collections.abc import Callable

from zrno.document.document import Document
from zrno.document.structure import (
    Cell,
    Code,
    Emphasis,
    Heading,
    Image,
    Item,
    LineBreak,
    Link,
    List,
    Paragraph,
    Quote,
    Table,
    Text,
)
from zrno.document.writers.text import write

Make = Callable[..., Document]


def para(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def test_paragraphs_headings_and_line_breaks(document: Make) -> None:
    doc = document(
        Heading(1, (Text("Nadpis"), LineBreak(), Text("dál"))),
        Paragraph((Text("a "), Link("/x", (Emphasis((Text("b"),)),)), LineBreak(), Text("c"))),
    )
    assert write(doc) == "Nadpis dál\n\na b\nc"


def test_lists_are_lines(document: Make) -> None:
    inner = List(True, (Item((para("b"),)), Item((para("c"), para("d")))), 3)
    assert write(document(List(False, (Item((para("a"), inner)),)), para("e"))) == "a\nb\nc\nd\n\ne"


def test_tables_are_lines_with_tabs(document: Make) -> None:
    rows = (
        (Cell((Text("A"),), header=True), Cell((Text("B"),), header=True)),
        (Cell(()), Cell((Text("1"), LineBreak(), Text("2")))),
        (Cell((Text("x"),)), Cell(())),
    )
    assert write(document(Table(rows, (Text("Tab."),)))) == "Tab.\nA\tB\n\t1 2\nx"


def test_code_is_verbatim_and_pictures_are_left_out(document: Make) -> None:
    doc = document(Code("a\n  b"), Image("/x.jpg", "alt"), Quote((Image("/y.jpg", "", (Text("popis"),)),)))
    assert write(doc) == "a\n  b"


def test_nothing(document: Make) -> None:
    assert write(document()) == ""


def test_columns_stay_under_high_and_wide_cells(document: Make) -> None:
    rows = (
        (Cell((Text("A"),), rows=2), Cell((Text("B"),), columns=2), Cell((Text("C"),))),
        (Cell((Text("d"),)), Cell((Text("e"),)), Cell((Text("f"),))),
    )
    assert write(document(Table(rows))) == "A\tB\t\tC\n\td\te\tf"
