"""CleanEval lines."""

from __future__ import annotations

from collections.abc import Callable

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.config import Limits
from zrno.document.document import Document
from zrno.document.structure import Cell, Code, Heading, Image, Item, List, Paragraph, Quote, Table, Text
from zrno.document.writers.cleaneval import write
from zrno.model import Kind, Label, Page

Make = Callable[..., Document]


def para(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def test_units_of_a_page() -> None:
    html = (
        "<h1>Hello World!</h1><p>A page made of a paragraph<br>and a list.</p>"
        "<ul><li>It has <b>bold</b> fonts.<li>And <i>italic</i>, too.</ul><p>contact</p>"
    )
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    labels = [
        Label(n, Kind.OTHER if block.text == "contact" else Kind.PARAGRAPH, 1, "")
        for n, block in enumerate(blocks)
    ]
    doc = Document(page, blocks, measure(blocks), labels, "victor", "balanced")
    assert write(doc).split("\n") == [
        "<h>Hello World!",
        "<p>A page made of a paragraph and a list.",
        "<l>It has bold fonts.",
        "<l>And italic, too.",
    ]


def test_items_with_more_than_a_line(document: Make) -> None:
    inner = List(True, (Item((para("c"),)),))
    doc = document(List(False, (Item((para("a"), para("b"), inner)), Item((Heading(2, (Text("d"),)),)))))
    assert write(doc) == "<l>a\n<p>b\n<l>c\n<h>d"


def test_an_item_known_to_the_method_alone() -> None:
    page = Page(parse_tree("<div>- a</div>", limits=Limits()))
    blocks, labels = split(page), [Label(0, Kind.ITEM, 1.0, "")]
    doc = Document(page, blocks, measure(blocks), labels, "victor", "balanced")
    assert write(doc) == "<l>- a"


def test_everything_else_is_a_paragraph(document: Make) -> None:
    table = Table(((Cell((Text("x"),)), Cell((Text("y"),))),), (Text("Tab."),))
    doc = document(Quote((para("q"),)), Code("a\n  b"), Image("/x", "", (Text("popis"),)), Image("/y"), table)
    assert write(doc) == "<p>q\n<p>a b\n<p>Tab.\n<p>x y"


def test_the_texts_own_brackets_stay(document: Make) -> None:
    assert write(document(para("1 < 2 & <p>"))) == "<p>1 < 2 & <p>"
