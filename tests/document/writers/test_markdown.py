"""Markdown is right when a CommonMark reader gives the document back."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from zrno.document.document import Document
from zrno.document.plain import plain
from zrno.document.structure import (
    Cell,
    Code,
    CodeSpan,
    Emphasis,
    Heading,
    Image,
    Inline,
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

Make = Callable[..., Document]
patient = settings(deadline=None)
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def para(text: str) -> Paragraph:
    return Paragraph((Text(text),))


def item(*nodes: Node) -> Item:
    return Item(nodes)


def rendered(markdown: str) -> str:
    return str(READER.render(markdown))


def read(markdown: str) -> list[tuple[str, str]]:
    """What a reader sees: (element, text) for every leaf of the page."""
    found: list[tuple[str, str]] = []
    tags: list[str] = []
    for token in READER.parse(markdown):
        if token.nesting == 1:
            tags.append(token.tag)
        elif token.nesting == -1:
            tags.pop()
        elif token.type == "inline":
            found.append((tags[-1], seen(token.children or [])))
        elif token.content or token.type == "hr":
            found.append((token.type, token.content))
    return found


def seen(tokens: Sequence[Token]) -> str:
    breaks = {"softbreak": " ", "hardbreak": "\n", "html_inline": "\n"}
    pieces = []
    for token in tokens:
        if token.type in breaks:
            assert token.type != "html_inline" or token.content == "<br>"
            pieces.append(breaks[token.type])
        elif token.type in ("text", "code_inline"):
            pieces.append(token.content)
        else:
            assert token.nesting or token.type == "image", f"unexpected {token.type}: {token.content!r}"
    return "".join(pieces)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("Just a sentence.", "Just a sentence."),
        ("# not a heading", "\\# not a heading"),
        ("#hashtag", "#hashtag"),
        ("> not a quote", "\\> not a quote"),
        ("1. not a list", "1\\. not a list"),
        ("1848) not either", "1848\\) not either"),
        ("1.5 metres", "1.5 metres"),
        ("- not an item", "\\- not an item"),
        ("-5 degrees", "-5 degrees"),
        ("+ plus", "\\+ plus"),
        ("* star", "\\* star"),
        ("---", "\\---"),
        ("5 * 3 * 2", "5 * 3 * 2"),
        ("5*3", "5*3"),
        ("*a* and *b*", "\\*a\\* and \\*b\\*"),
        ("snake_case_name", "snake_case_name"),
        ("_private_", "\\_private\\_"),
        ("a [1] note", "a [1] note"),
        ("[a](b)", "[a\\](b)"),
        ("[a]: b", "[a\\]: b"),
        ("see [a]: b", "see [a]: b"),
        ("a < b", "a < b"),
        ("<b>", "\\<b>"),
        ("<1@a.example>", "\\<1@a.example>"),
        ("AT&T", "AT&T"),
        ("&amp; stays", "\\&amp; stays"),
        ("back\\slash", "back\\slash"),
        ("back\\*", "back\\\\*"),
        ("a | b", "a | b"),
        ("wow!", "wow!"),
        ("`one` `two`", "\\`one\\` \\`two\\`"),
        ("~5 and ~6", "\\~5 and \\~6"),
    ],
)
def test_escapes_only_where_needed(document: Make, text: str, markdown: str) -> None:
    assert document(para(text)).markdown == markdown
    assert read(markdown) == [("p", text)]


MARKUP = st.sampled_from(list("*_[]()<>`#+-.!|\\&;:=~\"'ab1 \n\t\\*`~_1.)x/@."))
ANY = st.characters(exclude_categories=("Cc", "Cs"))
texts = (
    st.one_of(st.text(MARKUP, max_size=30), st.text(ANY, max_size=30))
    .map(lambda text: " ".join(text.split()))
    .filter(bool)
)


@patient
@given(texts)
def test_any_text_comes_back(document: Make, text: str) -> None:
    assert read(document(para(text)).markdown) == [("p", text)]


@patient
@given(st.lists(texts, min_size=1, max_size=4))
def test_lines_come_back(document: Make, lines: list[str]) -> None:
    children: list[Inline] = []
    for line in lines:
        children += [Text(line), LineBreak()]
    assert read(document(Paragraph(tuple(children))).markdown) == [("p", "\n".join(lines))]


@patient
@given(texts, st.integers(1, 6))
def test_headings_come_back(document: Make, text: str, level: int) -> None:
    assert read(document(Heading(level, (Text(text),))).markdown) == [(f"h{level}", text)]


@patient
@given(texts, texts)
def test_items_come_back(document: Make, one: str, two: str) -> None:
    markdown = document(List(True, (item(para(one)), item(para(two))), start=7)).markdown
    assert read(markdown) == [("p", one), ("p", two)]
    assert '<ol start="7">' in rendered(markdown)


@patient
@given(texts, texts)
def test_cells_come_back(document: Make, one: str, two: str) -> None:
    row = (Cell((Text(one),)), Cell((CodeSpan(two),)))
    assert read(document(Table((row,))).markdown) == [("th", ""), ("th", ""), ("td", one), ("td", two)]


@patient
@given(texts)
def test_links_and_quotes_come_back(document: Make, text: str) -> None:
    link = Paragraph((Text(text), Link("https://a.example/(x y)", (Text(text),)), Text(text)))
    markdown = document(Quote((link,))).markdown
    assert read(markdown) == [("p", text * 3)]
    assert rendered(markdown).count('<a href="https://a.example/(x%20y)">') == 1


words = texts.map(Text) | texts.map(lambda text: Text(f"{text} ")) | st.just(Text(" "))
inlines = st.recursive(
    words | texts.map(CodeSpan),
    lambda below: st.one_of(
        st.lists(below, max_size=3).map(lambda nodes: Strong(tuple(nodes))),
        st.lists(below, max_size=3).map(lambda nodes: Emphasis(tuple(nodes))),
        st.lists(below, max_size=3).map(lambda nodes: Link("/a_b*c", tuple(nodes))),
    ),
    max_leaves=6,
)


@patient
@given(st.lists(inlines, max_size=5))
def test_any_marks_leave_the_text_alone(document: Make, children: list[Inline]) -> None:
    found = read(document(Paragraph(tuple(children))).markdown)
    assert "".join(text for _, text in found).split() == plain(children).split()


@patient
@given(st.text(MARKUP | ANY))
def test_code_comes_back(document: Make, text: str) -> None:
    code = document(List(False, (item(para("a"), Code(text, "py thon")),))).markdown
    wanted = [("p", "a"), ("fence", text + "\n")] if text.strip() else [("p", "a")]
    assert read(code) == wanted


def test_marks(document: Make) -> None:
    children = (
        Text("a "),
        Strong((Text("b "), Emphasis((Text("c"),)))),
        Text(" "),
        Emphasis((Text("d"), Strong((Text("e"),)))),
        Text("-"),
        CodeSpan("f`g"),
    )
    markdown = document(Paragraph(children)).markdown
    assert markdown == "a **b _c_** _d**e**_-``f`g``"
    html = "<p>a <strong>b <em>c</em></strong> <em>d<strong>e</strong></em>-<code>f`g</code></p>\n"
    assert rendered(markdown) == html


def test_a_mark_that_would_not_be_read_is_left_out(document: Make) -> None:
    markdown = document(Paragraph((Strong((Text("Pozor!"),)), Text("Pes")))).markdown
    assert markdown == "Pozor!Pes"


def test_exclamation_mark_before_a_link_makes_no_image(document: Make) -> None:
    markdown = document(Paragraph((Text("Hle!"), Link("/a", (Text("zde"),))))).markdown
    assert markdown == "Hle\\![zde](/a)"
    assert rendered(markdown) == '<p>Hle!<a href="/a">zde</a></p>\n'


def test_code_in_a_first_link_makes_no_definition(document: Make) -> None:
    markdown = document(Paragraph((Link("/a", (CodeSpan("]:"),)), Text(" b")))).markdown
    assert markdown == "[\\]:](/a) b"
    assert read(markdown) == [("p", "]: b")]


def test_only_harmless_addresses_are_written(document: Make) -> None:
    markdown = document(Paragraph((Link("javascript:alert(1)", (Text("zde"),)),)), Image("data:x")).markdown
    assert markdown == "zde"


def test_trailing_hashes_of_a_heading(document: Make) -> None:
    assert document(Heading(2, (Text("C #"),))).markdown == "## C \\#"
    assert document(Heading(2, (Text("C#"),))).markdown == "## C#"


def test_heading_is_one_line(document: Make) -> None:
    heading = Heading(1, (Text("One"), LineBreak(), Text("two")))
    assert document(heading).markdown == "# One two"


def test_nested_lists(document: Make) -> None:
    inner = List(True, (item(para("one")), item(para("two"))))
    markdown = document(List(False, (item(para("a"), inner), item(para("b"))))).markdown
    assert markdown == "- a\n  1. one\n  2. two\n- b"


def test_a_list_from_nine_indents_by_its_marks(document: Make) -> None:
    items = (item(para("nine"), para("more")), item(para("ten"), Code("x\n\n  y", "c")))
    markdown = document(List(True, items, start=9)).markdown
    assert markdown == "9. nine\n\n   more\n\n10. ten\n\n    ```c\n    x\n\n      y\n    ```"
    assert read(markdown) == [("p", "nine"), ("p", "more"), ("p", "ten"), ("fence", "x\n\n  y\n")]


def test_a_list_that_may_not_interrupt_a_paragraph_stands_apart(document: Make) -> None:
    inner = List(True, (item(para("three")),), start=3)
    markdown = document(List(False, (item(para("a"), inner),))).markdown
    assert '<ol start="3">' in rendered(markdown)


def test_two_lists_in_a_row_stay_two(document: Make) -> None:
    lists = [List(False, (item(para(text)),)) for text in "abc"]
    assert rendered(document(*lists).markdown).count("<ul>") == 3
    numbered = [List(True, (item(para(text)),)) for text in "ab"]
    assert rendered(document(*numbered).markdown).count("<ol>") == 2


def test_code_fence_is_longer_than_what_it_holds(document: Make) -> None:
    markdown = document(Code("```\ninner\n````", "md")).markdown
    assert markdown == "`````md\n```\ninner\n````\n`````"


def test_table_with_header_spans_and_pipes(document: Make) -> None:
    head = (Cell((Text("A"),), header=True), Cell((Text("B|C"),), header=True, columns=2))
    first = (Cell((Text("1"),), rows=2), Cell((CodeSpan("x|y"),)), Cell((Text("p"), LineBreak(), Text("q"))))
    second = (Cell((Text("2"),)),)
    markdown = document(Table((head, first, second), (Text("Tab. 1"),))).markdown
    assert markdown.split("\n") == [
        "Tab. 1",
        "",
        "| A | B\\|C |  |",
        "| --- | --- | --- |",
        "| 1 | `x\\|y` | p<br>q |",
        "|  | 2 |  |",
    ]
    cells = [text for tag, text in read(markdown) if tag in ("th", "td")]
    assert cells == ["A", "B|C", "", "1", "x|y", "p\nq", "", "2", ""]


def test_table_without_header_gets_an_empty_one(document: Make) -> None:
    table = Table(((Cell((Text("1"),)), Cell((Text("2"),))),))
    assert document(table).markdown == "|  |  |\n| --- | --- |\n| 1 | 2 |"


def test_image_with_caption(document: Make) -> None:
    image = Image("https://a.example/x (1).jpg", "a [b]", (Text("Foto: "), Emphasis((Text("ČTK"),))))
    markdown = document(image).markdown
    assert markdown == "![a \\[b\\]](<https://a.example/x (1).jpg>)\n*Foto: ČTK*"
    assert 'alt="a [b]"' in rendered(markdown)
    assert 'src="https://a.example/x%20(1).jpg"' in rendered(markdown)


def test_lines_that_look_like_a_table_or_a_heading_do_not_become_one(document: Make) -> None:
    for below in ("--- | ---", ":--|--:", "===", "---"):
        children = (Text("a | b"), LineBreak(), Text(below))
        assert read(document(Paragraph(children)).markdown) == [("p", f"a | b\n{below}")]


def test_items_with_numbers_of_their_own_begin_new_lists(document: Make) -> None:
    back = List(True, (Item((para("a"),)), Item((para("b"),), 2), Item((para("c"),), 1)), 3)
    assert document(back).markdown == "3. a\n2) b\n1. c"
    valued = List(True, (Item((para("a"),)), Item((para("b"),), 9), Item((para("c"),))))
    assert document(valued).markdown == "1. a\n9) b\n10) c"


def test_short_rows_of_a_huge_table_are_not_filled(document: Make) -> None:
    one = (Cell((Text("x"),)),)
    wide = Table((one * 400, *[one] * 1_000))
    lines = document(wide).markdown.split("\n")
    assert lines[2].count("x") == 400
    assert lines[3] == lines[-1] == "| x |"
