"""HTML: our structure only, everything escaped."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.config import Limits
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
from zrno.document.writers.html import write
from zrno.model import Field

Make = Callable[..., Document]


def body(doc: Document) -> list[str]:
    lines = write(doc).split("\n")
    return lines[lines.index("<article>") + 1 : lines.index("</article>")]


def para(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def test_a_whole_page(document: Make) -> None:
    fields = Fields(
        title=Field('A "b" <c>', "h1", 0.9),
        date=DateField(datetime(2024, 5, 3, 10, 30, tzinfo=UTC), "time", 0.9),
        authors=Field(("Jana Malá", "Petr Velký"), "byline", 0.9),
        keywords=Field(("voda", "les"), "meta", 0.9),
        description=Field("Krátce & jasně", "meta", 0.9),
        language=Field("cs", "text", 0.9),
    )
    assert write(document(para("Text"), fields=fields, url="https://a.example/?a=1&b")).split("\n") == [
        "<!DOCTYPE html>",
        '<html lang="cs">',
        "<head>",
        '<meta charset="utf-8">',
        '<title>A "b" &lt;c&gt;</title>',
        '<meta name="author" content="Jana Malá">',
        '<meta name="author" content="Petr Velký">',
        '<meta name="date" content="2024-05-03T10:30:00+00:00">',
        '<meta name="keywords" content="voda, les">',
        '<meta name="description" content="Krátce &amp; jasně">',
        '<meta name="generator" content="zrno">',
        '<link rel="canonical" href="https://a.example/?a=1&amp;b">',
        "</head>",
        "<body>",
        "<article>",
        "<p>Text</p>",
        "</article>",
        "</body>",
        "</html>",
    ]


def test_every_node(document: Make) -> None:
    children = (
        Strong((Text("a"),)),
        Emphasis((Text("b"),)),
        CodeSpan("c<"),
        LineBreak(),
        Link('/d"', (Text("d"),)),
    )
    doc = document(
        Heading(2, (Text("H"),)),
        Paragraph(children),
        Code("<x>\n", "py"),
        Quote((para("q"),)),
        List(True, (Item((para("i"),)), Item((para("j"), para("k")))), 4),
        Image("/p.jpg", 'al"t', (Text("popis"),)),
        Table(((Cell((Text("t"),), header=True, columns=2, rows=3), Cell(())),), (Text("Tab."),)),
    )
    assert "\n".join(body(doc)) == (
        "<h2>H</h2>\n"
        "<p><strong>a</strong><em>b</em><code>c&lt;</code><br>"
        '<a href="/d&quot;">d</a></p>\n'
        '<pre><code class="language-py">&lt;x&gt;\n</code></pre>\n'
        "<blockquote>\n<p>q</p>\n</blockquote>\n"
        '<ol start="4">\n<li>i</li>\n<li><p>j</p>\n<p>k</p></li>\n</ol>\n'
        '<figure><img src="/p.jpg" alt="al&quot;t"><figcaption>popis</figcaption></figure>\n'
        '<table>\n<caption>Tab.</caption>\n<tr><th colspan="2" rowspan="3">t</th><td></td></tr>\n</table>'
    )


def test_harmful_addresses_are_left_out(document: Make) -> None:
    doc = document(Paragraph((Link("javascript:x", (Text("a"),)),)), Image("data:x", "b", (Text("c"),)))
    assert body(doc) == ["<p>a</p>", "<figure><figcaption>c</figcaption></figure>"]
    assert "canonical" not in write(document(url="javascript:x"))


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc"))))
def test_any_text_is_text_again(document: Make, text: str) -> None:
    doc = document(para(text), fields=Fields(title=Field(text, "h1", 1.0)))
    tree = parse_tree(write(doc), limits=Limits())
    assert (
        "".join(tree.texts[tree.text_starts[tree.find("p")[0]] : tree.text_ends[tree.find("p")[0]]]) == text
    )
    assert set(tree.tags) <= {"html", "head", "meta", "title", "link", "body", "article", "p"}


def test_items_with_numbers_of_their_own(document: Make) -> None:
    item = Paragraph((Text("a"),))
    written = write(document(List(True, (Item((item,)), Item((item,), 2)), 3)))
    assert '<ol start="3">\n<li>a</li>\n<li value="2">a</li>\n</ol>' in written
