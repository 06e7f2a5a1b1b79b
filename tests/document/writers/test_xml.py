"""TEI: well-formed for any text, with divisions that follow the headings."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.document.document import DateField, Document, Fields
from zrno.document.structure import (
    Cell,
    Code,
    CodeSpan,
    Emphasis,
    Heading,
    Image,
    Item,
    LineBreak,
    Link,
    List,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
)
from zrno.document.writers.xml import write
from zrno.model import Field

Make = Callable[..., Document]
TEI = "{http://www.tei-c.org/ns/1.0}"


def body(doc: Document) -> str:
    whole = write(doc)
    return whole[whole.index("<body>") + len("<body>\n") : whole.index("\n</body>")]


def para(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def test_header(document: Make) -> None:
    fields = Fields(
        title=Field("Lávka & potok", "h1", 0.9),
        date=DateField(datetime(2024, 5, 3, tzinfo=UTC), "time", 0.8),
        authors=Field(("Jana Malá", "Petr Velký"), "byline", 0.7),
        site_name=Field("Noviny", "meta", 0.9),
        keywords=Field(("voda",), "meta", 0.9),
        description=Field("Krátce", "meta", 0.9),
        language=Field("cs", "text", 0.9),
    )
    root = ElementTree.fromstring(write(document(fields=fields, url="https://a.example/?a&b")))
    header = root.find(f"{TEI}teiHeader")
    assert header is not None
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "cs"
    assert [each.text for each in header.iter(f"{TEI}title")] == ["Lávka & potok", "Lávka & potok"]
    assert [each.text for each in header.iter(f"{TEI}author")] == ["Jana Malá", "Petr Velký"]
    assert [each.text for each in header.iter(f"{TEI}publisher")] == ["Noviny"]
    assert [each.get("when") for each in header.iter(f"{TEI}date")] == ["2024-05-03T00:00:00+00:00"]
    assert [each.get("target") for each in header.iter(f"{TEI}ptr")] == ["https://a.example/?a&b"]
    assert [each.text for each in header.iter(f"{TEI}term")] == ["voda"]
    parts = [each.tag.removeprefix(TEI) for each in header[0]]
    assert parts == ["titleStmt", "publicationStmt", "sourceDesc"]


def test_divisions_follow_the_headings(document: Make) -> None:
    headings = [Heading(level, (Text(str(level)),)) for level in (1, 2, 2, 3, 1)]
    nodes = [para("úvod")]
    assert body(document(*nodes, *headings)).replace("\n", "") == (
        "<p>úvod</p><div><head>1</head><div><head>2</head></div>"
        "<div><head>2</head><div><head>3</head></div></div></div><div><head>1</head></div>"
    )


def test_every_node(document: Make) -> None:
    children = (
        Strong((Text("a"),)),
        Emphasis((Text("b"),)),
        CodeSpan("c"),
        LineBreak(),
        Link("/d?e&f", (Text("d"),)),
    )
    doc = document(
        Paragraph(children),
        Code("x\n y", "py"),
        Quote((Heading(2, (Text("q"),)),)),
        List(True, (Item((para("i"),)), Item((para("j"), para("k")))), 4),
        List(False, (Item((para("l"),)),)),
        Image("/p.jpg", "alt", (Text("popis"),)),
        Table(((Cell((Text("t"),), header=True, columns=2, rows=3), Cell(())),), (Text("Tab."),)),
    )
    assert body(doc) == (
        '<p><hi rend="bold">a</hi><hi rend="italic">b</hi><code>c</code><lb/>'
        '<ref target="/d?e&amp;f">d</ref></p>\n'
        '<p><code lang="py" xml:space="preserve">x\n y</code></p>\n'
        '<quote>\n<p rend="heading">q</p>\n</quote>\n'
        '<list rend="numbered">\n<item n="4">i</item>\n<item n="5"><p>j</p>\n<p>k</p></item>\n</list>\n'
        '<list rend="bulleted">\n<item>l</item>\n</list>\n'
        '<figure><head>popis</head><figDesc>alt</figDesc><graphic url="/p.jpg"/></figure>\n'
        "<table>\n<head>Tab.</head>\n"
        '<row><cell role="label" cols="2" rows="3">t</cell><cell></cell></row>\n</table>'
    )


def test_an_empty_document_has_an_empty_paragraph(document: Make) -> None:
    assert body(document()) == "<p/>"


@settings(deadline=None)
@given(st.text(st.characters() | st.sampled_from("<>&\"']]>\x00\x0b\x1f\ufffe\uffff\ud800")))
def test_well_formed_for_any_text(document: Make, text: str) -> None:
    fields = Fields(title=Field(text, "h1", 1.0), language=Field(text, "html", 1.0))
    nodes = (para(text), Paragraph((Link(text, (CodeSpan(text),)),)), Code(text, text), Image(text, text))
    root = ElementTree.fromstring(write(document(*nodes, fields=fields, url=text)))
    first = root.find(f".//{TEI}body/{TEI}p")
    allowed = "".join(
        each
        for each in text
        if each in "\t\n\r" or " " <= each <= "\ud7ff" or "\ue000" <= each <= "\ufffd" or each > "\uffff"
    )
    assert first is not None
    # XML readers turn every kind of line end into a line feed.
    assert (first.text or "") == allowed.replace("\r\n", "\n").replace("\r", "\n")


def test_items_with_numbers_of_their_own(document: Make) -> None:
    item = Paragraph((Text("a"),))
    written = write(document(List(True, (Item((item,)), Item((item,), 2), Item((item,))), 9)))
    assert [line for line in written.split("\n") if line.startswith("<item")] == [
        f'<item n="{number}">a</item>' for number in (9, 2, 3)
    ]
