"""From labelled blocks to structure, on pages written for one question each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import Block, measure, split
from zrno.config import Limits
from zrno.document.assemble import structure
from zrno.document.document import Document
from zrno.document.outline import MAX_NESTING
from zrno.document.plain import plain
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
    Node,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
)
from zrno.document.writers.text import write
from zrno.model import Kind, Label, Page

URL = "https://www.example.cz/clanky/lavka"


def everything(block: Block) -> bool:
    return bool(block.text)


def no_chaff(block: Block) -> bool:
    return "CHAFF" not in block.text


def assemble(
    html: str, keep: Callable[[Block], bool] = everything, url: str | None = URL
) -> tuple[Node, ...]:
    page = Page(parse_tree(html, limits=Limits()), url=url)
    blocks = split(page)
    labels = [
        Label(block.index, Kind.PARAGRAPH if keep(block) else Kind.OTHER, 1.0, "test") for block in blocks
    ]
    return structure(page, blocks, measure(blocks), labels)


def words(nodes: Iterable[Node | Item]) -> list[str]:
    """The texts of all leaves in order."""
    found: list[str] = []
    for node in nodes:
        match node:
            case Heading(children=children) | Paragraph(children=children):
                found.append(plain(children, line_end="\n"))
            case Code(text=text):
                found.append(text)
            case Image(caption=caption):
                found.extend([plain(caption)] if caption else [])
            case Quote(children=below) | Item(children=below):
                found.extend(words(below))
            case List(items=items):
                found.extend(words(items))
            case Table(rows=rows, caption=caption):
                found.extend([plain(caption)] if caption else [])
                found.extend(plain(cell.children) for row in rows for cell in row if cell.children)
    return found


def para(text: str, *blocks: int) -> Paragraph:
    return Paragraph((Text(text),), blocks)


def test_nothing() -> None:
    assert assemble("") == ()
    assert assemble("<p>a</p>", lambda _: False) == ()


def test_headings_keep_their_level_and_blocks() -> None:
    assert assemble("<h1>Lávka</h1><p>Text</p><h3>Potok</h3>") == (
        Heading(1, (Text("Lávka"),), (0,)),
        para("Text", 1),
        Heading(3, (Text("Potok"),), (2,)),
    )


def test_a_block_in_a_heading_belongs_to_it() -> None:
    assert assemble("<h2><div>První</div><div>druhý</div></h2>") == (
        Heading(2, (Text("První"), LineBreak(), Text("druhý")), (0, 1)),
    )


def test_a_heading_that_was_never_closed_is_none() -> None:
    nodes = assemble("<h2>Nadpis" + "<div>Odstavec</div>" * 5)
    assert all(isinstance(node, Paragraph) for node in nodes)


def test_a_method_may_find_a_heading_in_a_div() -> None:
    page = Page(parse_tree("<div>Nadpis</div><p>Text</p>", limits=Limits()))
    labels = [Label(0, Kind.HEADING, 1.0, ""), Label(1, Kind.PARAGRAPH, 1.0, "")]
    found = structure(page, blocks := split(page), measure(blocks), labels)
    assert found == (Heading(2, (Text("Nadpis"),), (0,)), para("Text", 1))


def test_one_line_break_joins_two_part() -> None:
    assert assemble("<p>a<br>b<br><br>c</p>") == (
        Paragraph((Text("a"), LineBreak(), Text("b")), (0, 1)),
        para("c", 2),
    )


def test_lines_around_a_dropped_one_are_not_joined() -> None:
    assert assemble("<p>a<br>CHAFF<br>c</p>", no_chaff) == (para("a", 0), para("c", 2))


def test_marks_nest_and_spaces_stand_outside() -> None:
    html = '<p>Ten <b>tučný </b>a <a href="/x">odkaz <i>šikmý</i></a>, <code>kód</code>.</p>'
    assert assemble(html) == (
        Paragraph(
            (
                Text("Ten "),
                Strong((Text("tučný"),)),
                Text(" a "),
                Link("https://www.example.cz/x", (Text("odkaz "), Emphasis((Text("šikmý"),)))),
                Text(", "),
                CodeSpan("kód"),
                Text("."),
            ),
            (0,),
        ),
    )


def test_a_link_around_a_block_reaches_into_it() -> None:
    (heading,) = assemble('<a href="b"><h2>Nadpis</h2></a>')
    assert heading == Heading(2, (Link("https://www.example.cz/clanky/b", (Text("Nadpis"),)),), (0,))


@pytest.mark.parametrize(
    ("href", "address"),
    [
        ("/a", "https://www.example.cz/a"),
        ("b?c=d#e", "https://www.example.cz/clanky/b?c=d#e"),
        ("//jinde.example/x", "https://jinde.example/x"),
        ("mailto:a@example.cz", "mailto:a@example.cz"),
        (" https://a.example/ ", "https://a.example/"),
        ("javascript:alert(1)", ""),
        ("java\nscript:alert(1)", ""),
        (" JaVaScript:alert(1)", ""),
        ("data:text/html,x", ""),
        ("vbscript:x", ""),
        ("", ""),
        ("http://[broken", ""),
    ],
)
def test_addresses(href: str, address: str) -> None:
    text = Text("odkaz")
    wanted = Link(address, (text,)) if address else text
    assert assemble(f'<p><a href="{href}">odkaz</a></p>') == (Paragraph((wanted,), (0,)),)


def test_addresses_without_the_pages_own() -> None:
    html = '<base href="https://b.example/x/"><p><a href="y">a</a></p>'
    assert assemble(html, url=None) == (Paragraph((Link("https://b.example/x/y", (Text("a"),)),), (0,)),)
    assert assemble('<p><a href="#a">a</a></p>', url=None) == (para("a", 0),)
    assert assemble('<p><a href="y">a</a></p>', url=None) == (Paragraph((Link("y", (Text("a"),)),), (0,)),)


def test_bold_over_everything_is_no_mark() -> None:
    nodes = assemble("<b><p>první</p><p>druhý</p><p>třetí</p><p>čtvrtý</p></b><p>pátý</p>")
    assert nodes[0] == para("první", 0)
    few = assemble("<p><b>pozor</b></p><p>text dál</p>")
    assert few[0] == Paragraph((Strong((Text("pozor"),)),), (0,))


def test_nested_lists_with_start() -> None:
    html = "<ul><li>a<li>b<ol start=3><li>c<li>d</ol><li>e</ul>"
    inner = List(True, (Item((para("c", 2),)), Item((para("d", 3),))), 3)
    items = (Item((para("a", 0),)), Item((para("b", 1), inner)), Item((para("e", 4),)))
    assert assemble(html) == (List(False, items),)


def test_items_of_several_paragraphs() -> None:
    assert assemble("<ul><li><p>a</p><p>b</p></ul>") == (List(False, (Item((para("a", 0), para("b", 1))),)),)


def test_kept_items_stay_one_list_and_count_from_the_first() -> None:
    html = "<ol><li>CHAFF<li>dva<li>CHAFF<li>čtyři</ol>"
    assert assemble(html, no_chaff) == (List(True, (Item((para("dva", 1),)), Item((para("čtyři", 3),))), 2),)


def test_items_that_the_page_numbers_itself() -> None:
    (back,) = assemble("<ol reversed><li>a<li>CHAFF<li>c</ol>", no_chaff)
    assert isinstance(back, List)
    assert (back.start, [item.number for item in back.items]) == (3, [None, 1])
    (valued,) = assemble("<ol start=2><li>a<li value=9>b<li>c<li value=x>d<li value=-5>e</ol>")
    assert isinstance(valued, List)
    assert (valued.start, [item.number for item in valued.items]) == (2, [None, 9, None, None, 0])


def test_pictures_inside_a_paragraph_or_a_heading_follow_it() -> None:
    image = Image("https://www.example.cz/a.jpg")
    html = "<p>x</p><p>a<br><img src=/a.jpg>b</p><p>y</p>"
    assert assemble(html)[1:3] == (Paragraph((Text("a"), LineBreak(), Text("b")), (1, 2)), image)
    html = "<p>x</p><h2><div>a</div><img src=/a.jpg><div>b</div></h2><p>y</p>"
    assert assemble(html)[1:3] == (Heading(2, (Text("a"), LineBreak(), Text("b")), (1, 2)), image)


def test_definitions_follow_their_terms() -> None:
    html = "<dl><div><dt>A<dd>jedna<dd>dvě</div><dt>CHAFF<dd>tři</dl>"
    assert assemble(html, no_chaff) == (
        List(False, (Item((para("A", 0), para("jedna", 1), para("dvě", 2))), Item((para("tři", 4),)))),
    )


def test_items_without_a_list_and_lists_without_items() -> None:
    assert assemble("<div><li>a<li>b</div>") == (List(False, (Item((para("a", 0),)), Item((para("b", 1),)))),)
    nested = List(False, (Item((para("b", 1),)),))
    assert assemble("<ul><li>a<ul><li>b</ul></ul>") == (List(False, (Item((para("a", 0), nested)),)),)
    assert assemble("<ul><li>a</li><ul><li>b</ul></ul>") == (List(False, (Item((para("a", 0), nested)),)),)


def test_a_list_of_whole_posts_dissolves() -> None:
    post = "Dlouhý příspěvek o všem možném. " * 25
    assert all(isinstance(node, Paragraph) for node in assemble(f"<ul><li>{post}<li>{post}</ul>"))


def test_quotes_nest() -> None:
    html = "<blockquote><p>a</p><blockquote>b</blockquote></blockquote>"
    assert assemble(html) == (Quote((para("a", 0), Quote((para("b", 1),)))),)


def test_code_is_verbatim() -> None:
    html = '<pre class="brush: js; gutter: false">a = 1;\n\n  <b>if</b> (a &lt; 2)\t{<br>}</pre>'
    (code,) = assemble(html)
    assert code == Code("a = 1;\n\n  if (a < 2)\t{\n}", "js", (0, 1))


def test_code_in_lines_of_divs_without_the_dropped_ones() -> None:
    html = "<pre><div>first</div><div>  second</div><button>CHAFF</button>\n\n<div>third</div></pre>"
    (code,) = assemble(html, no_chaff)
    assert isinstance(code, Code)
    assert code.text == "first\n  second\n\nthird"


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre class="language-python">x</pre>', "python"),
        ('<pre><code class="hljs lang-c++">x</code></pre>', "c++"),
        ('<div class="highlight highlight-source-shell"><pre>x</pre></div>', "shell"),
        ('<div class="highlight-rust notranslate"><div class="highlight"><pre>x</pre></div></div>', "rust"),
        ('<pre data-lang="Go">x</pre>', "go"),
        ('<pre class="language-none">x</pre>', ""),
        ('<pre class="wp-block-code">x</pre>', ""),
        ("<pre>x</pre>", ""),
    ],
)
def test_language_of_code(html: str, language: str) -> None:
    (code,) = assemble(html)
    assert isinstance(code, Code)
    assert code.language == language


TABLE = (
    "<table><caption>Body</caption><tr><th>Jméno<th>Body</tr>"
    "<tr><td>Eva<td><b>5</b></tr><tr><td>CHAFF<td>CHAFF</tr><tr><td>CHAFF<td>7</tr>"
    "<tr><td>CHAFF<td>CHAFF</tr><tr><td>CHAFF<td>CHAFF</tr></table>"
)


def test_a_data_table_mostly_dropped_has_only_its_kept_cells() -> None:
    head = (Cell((Text("Jméno"),), header=True, blocks=(1,)), Cell((Text("Body"),), header=True, blocks=(2,)))
    first = (Cell((Text("Eva"),), blocks=(3,)), Cell((Strong((Text("5"),)),), blocks=(4,)))
    last = (Cell(()), Cell((Text("7"),), blocks=(8,)))
    assert assemble(TABLE, no_chaff) == (Table((head, first, last), (Text("Body"),)),)


TABLE_OF_LINKS = (
    "<p>Výsledky kraje</p><table><tr><th>Obec<th>Hlasů</tr>"
    "<tr><td><a href=/l>Lhota CHAFF</a><td>120</tr><tr><td><a href=/z>Zálesí CHAFF</a><td>80</tr>"
    "<tr><td style='display:none'>CHAFF skrytá<td>7</tr></table><p>CHAFF</p>"
)


def test_a_data_table_mostly_kept_is_shown_whole() -> None:
    found = words(assemble(TABLE_OF_LINKS, no_chaff))
    assert found == ["Výsledky kraje", "Obec", "Hlasů", "Lhota CHAFF", "120", "Zálesí CHAFF", "80", "7"]


def test_a_layout_table_mostly_kept_is_not() -> None:
    html = TABLE_OF_LINKS.replace("<table>", "<table role=presentation>")
    assert words(assemble(html, no_chaff)) == ["Výsledky kraje", "Obec", "Hlasů", "120", "80", "7"]


def test_a_table_without_kept_cells_stays_away() -> None:
    assert assemble("<p>a</p><table><tr><td>CHAFF<td>CHAFF<tr><td>CHAFF<td>CHAFF</table>", no_chaff) == (
        para("a", 0),
    )


def test_spans_of_a_huge_table_are_given_up_but_not_its_text() -> None:
    cells = "<td colspan=50 rowspan=50>x" * 100
    (table,) = assemble(f"<table>{f'<tr>{cells}' * 60}</table>")
    assert isinstance(table, Table)
    assert {(cell.columns, cell.rows) for row in table.rows for cell in row} == {(1, 1)}
    assert len(words([table])) == 6_000


def test_spans_of_cells() -> None:
    html = (
        "<table><tr><th colspan=2>A<th>B<tr><td rowspan=3>c<td>d<td>e<tr><td>CHAFF<td>CHAFF"
        "<tr><td>f<td colspan=9999>g<tr><td>CHAFF<td>CHAFF<td>CHAFF<tr><td>CHAFF<td>CHAFF<td>CHAFF</table>"
    )
    (table,) = assemble(html, no_chaff)
    assert isinstance(table, Table)
    spans = [[(cell.columns, cell.rows) for cell in row] for row in table.rows]
    assert spans == [[(2, 1), (1, 1)], [(1, 2), (1, 1), (1, 1)], [(1, 1), (3, 1)]]


@pytest.mark.parametrize(
    "html",
    [
        "<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
        "<table><tr><td>a<tr><td>b</table>",
        "<table><tr><td>a<td>b</table>",
        "<table><tr><td>menu<td><table><tr><td>a<td>b</table><tr><td>c<td>d</table>",
        f"<table><tr><td>menu<td>{'Celý článek. ' * 50}<tr><td>a<td>b</table>",
        "<table><tr><td>a<td><h2>Nadpis</h2><tr><td>c<td>d</table>",
    ],
)
def test_layout_tables_dissolve(html: str) -> None:
    assert not any(isinstance(node, Table) for node in assemble(html))


def test_a_data_table_in_a_layout_table_stays() -> None:
    nodes = assemble("<table><tr><td>menu<td><table><tr><td>a<td>b<tr><td>c<td>d</table></table>")
    assert [type(node) for node in nodes] == [Paragraph, Table]


def test_figure_with_a_kept_caption() -> None:
    html = (
        '<figure><img src="/i.jpg" alt=" dva  psi "><figcaption>Foto: <b>ČTK</b></figcaption></figure>'
        "<p>a</p>"
    )
    assert assemble(html) == (
        Image("https://www.example.cz/i.jpg", "dva psi", (Text("Foto: "), Strong((Text("ČTK"),))), (0,)),
        para("a", 1),
    )


def test_a_caption_without_image_is_a_paragraph_in_its_place() -> None:
    html = "<figure><figcaption>popis</figcaption><pre>kód</pre></figure>"
    assert assemble(html) == (para("popis", 0), Code("kód", "", (1,)))


def test_nested_figures_keep_both_captions() -> None:
    html = (
        '<figure><figure><img src="/a.jpg"><figcaption>vnitřní</figcaption></figure>'
        "<figcaption>vnější</figcaption></figure>"
    )
    assert words(assemble(html)) == ["vnitřní", "vnější"]


def test_images_between_kept_blocks_only() -> None:
    html = (
        '<img src="/before.jpg"><p>a</p><img src="/between.jpg">'
        '<div class="teaser"><img src="/teaser.jpg"><p>CHAFF</p></div>'
        '<p>b</p><img src="/after.jpg">'
    )
    nodes = assemble(html, no_chaff)
    assert [node.src for node in nodes if isinstance(node, Image)] == ["https://www.example.cz/between.jpg"]
    assert [type(node) for node in nodes] == [Paragraph, Image, Paragraph]


@pytest.mark.parametrize(
    ("image", "src"),
    [
        ('<img src="/a.jpg">', "/a.jpg"),
        ('<img src="data:image/gif;base64,R0" data-src="/a.jpg">', "/a.jpg"),
        ('<img src="/blank.gif" data-original="/a.jpg">', "/a.jpg"),
        ('<img srcset="/s.jpg 300w, /l.jpg 1200w, /m.jpg 600w">', "/l.jpg"),
        ('<img srcset="/s.jpg 1x,/l.jpg 2x">', "/l.jpg"),
        ('<picture><source srcset="/b.webp 2x"><img src="data:,"></picture>', "/b.webp"),
        ('<img src="data:," alt=x><noscript><img src="/a.jpg"></noscript>', "/a.jpg"),
        ('<img data-src="/a.jpg"><noscript><img src="/a-big.jpg"></noscript>', "/a.jpg"),
        ('<img src="/t.gif" width="1" height="1">', ""),
        ('<img src="/t.gif" style="width:1px">', ""),
        ('<img src="/ikony.svg#arrow">', ""),
        ('<img src="/pixel.gif">', ""),
        ('<img src="javascript:x">', ""),
        ("<img>", ""),
    ],
)
def test_address_of_an_image(image: str, src: str) -> None:
    nodes = assemble(f"<p>a</p>{image}<p>b</p>")
    found = [node.src.removeprefix("https://www.example.cz") for node in nodes if isinstance(node, Image)]
    assert found == ([src] if src else [])


def test_text_outside_kept_blocks_never_appears() -> None:
    html = (
        "<p>a CHAFF<br>b</p><ul><li>CHAFF<li>c</ul><blockquote>CHAFF</blockquote><pre>CHAFF</pre>"
        "<h2>CHAFF</h2><figure><img src=/a.jpg><figcaption>CHAFF</figcaption></figure><p>d</p>"
    )
    nodes = assemble(html, no_chaff)
    assert words(nodes) == ["b", "c", "d"]
    assert nodes[2] == Image("https://www.example.cz/a.jpg")


TAGS = (
    "p div ul ol li dl dt dd blockquote h2 table tr td th caption figure figcaption b a section pre br"
).split()
pieces = st.one_of(
    st.sampled_from(TAGS).map(lambda tag: f"<{tag}>"),
    st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
    st.integers(0, 99).map(lambda number: f"w{number} "),
)


@settings(deadline=None)
@given(st.lists(pieces, max_size=40), st.integers(1, 7))
def test_all_kept_text_and_nothing_else_in_any_page(parts: list[str], modulus: int) -> None:
    page = Page(parse_tree("".join(parts), limits=Limits()))
    blocks = split(page)
    kept = [block.index % modulus != 1 for block in blocks]
    labels = [Label(n, Kind.PARAGRAPH if keep else Kind.OTHER, 1.0, "") for n, keep in enumerate(kept)]
    wanted = [word for block, keep in zip(blocks, kept, strict=True) if keep for word in block.text.split()]
    nodes = structure(page, blocks, measure(blocks), labels)
    found = [word for text in words(nodes) for word in text.split()]
    if "<table>" in parts:  # some are shown whole
        assert not Counter(wanted) - Counter(found)
        return
    # A caption may stand beside its image; everything else keeps the page's order.
    assert sorted(found) == sorted(wanted)
    if "caption>" not in "".join(parts):
        assert found == wanted


@settings(deadline=None)
@given(st.lists(st.one_of(pieces, st.just("<img src=/a.jpg>")), max_size=40), st.integers(1, 7))
def test_the_running_text_is_the_content_without_captions(parts: list[str], modulus: int) -> None:
    page = Page(parse_tree("".join(parts).replace("figcaption", "div"), limits=Limits()))
    blocks = split(page)
    kinds = [Kind.OTHER if block.index % modulus == 1 else Kind.PARAGRAPH for block in blocks]
    labels = [Label(n, kind, 1.0, "") for n, kind in enumerate(kinds)]
    doc = Document(page, blocks, measure(blocks), labels, method="test", mode="balanced")
    running = write(doc)
    vars(doc)["running"] = doc.content
    assert write(doc) == running


def test_nesting_is_bounded() -> None:
    nodes: Iterable[Node] = assemble("<blockquote>a" * 400)
    depth = 0
    while (quotes := [node for node in nodes if isinstance(node, Quote)]) and depth < 500:
        nodes, depth = quotes[-1].children, depth + 1
    assert depth == MAX_NESTING
    items = split(Page(parse_tree("<ul><li>a" * 400, limits=Limits())))
    assert words(assemble("<ul><li>a" * 400)) == ["a"] * len(items)
