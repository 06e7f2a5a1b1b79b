"""The cut at every tag, and the way back from labels to text, counted by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.classify.victor_pieces import LABELS, MAX_TITLE, Pieces, cleaneval, cut, units
from zrno.config import Limits
from zrno.model import Page

SAMPLE = """<html><head><title>Sample Web Page</title><style> body color: green; </style></head><body>
<h1>Hello World!</h1>
<p>This is a simple webpage made of a paragraph and a list.</p>
<ul>
<li>It has <b>bold</b> fonts.
<li>And <i>italic</i>, too.
</ul>
<p><a href="mailto:mail@example.org">contact</a>
</body></html>"""


def pieces_of(html: str) -> Pieces:
    return cut(split(Page(parse_tree(html, limits=Limits()))))


def test_the_page_of_the_study() -> None:
    pieces = pieces_of(SAMPLE)
    assert [text.strip() for text in pieces.texts] == [
        "Sample Web Page",
        "Hello World!",
        "This is a simple webpage made of a paragraph and a list.",
        *("It has", "bold", "fonts."),
        *("And", "italic", ", too."),
        "contact",
    ]
    assert pieces.block_of.tolist() == [-1, 0, 1, 2, 2, 2, 3, 3, 3, 4]
    assert [pieces.blocks.tree.tags[each] for each in pieces.owners] == "title h1 p li b li li i li a".split()


def test_its_labels_give_its_text() -> None:
    assert cleaneval(pieces_of(SAMPLE), "h h p l c c l c c o".split()).split("\n") == [
        "<h>Sample Web Page",
        "<h>Hello World!",
        "<p>This is a simple webpage made of a paragraph and a list.",
        "<l>It has bold fonts.",
        "<l>And italic, too.",
    ]


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<p>one<!-- a comment is no tag -->two</p>", ["onetwo"]),
        ("<p>a<b></b>c</p>", ["a", "c"]),
        ("<p><b>a</b> <b>b</b></p>", ["a ", "b"]),  # white space alone is no piece
        ("<p>a<br>b<hr>c", ["a", "b", "c"]),
        ("<p>one<script>two</script>three</p>", ["one", "three"]),
        ("<svg><title>a picture</title></svg><p>x</p>", ["x"]),
        ("<title> </title><p>x</p>", ["x"]),
        ("<title>t</title>", ["t"]),
        ("", []),
        ("   ", []),
    ],
)
def test_where_it_is_cut(html: str, texts: list[str]) -> None:
    assert pieces_of(html).texts == texts


def test_an_endless_title_is_cut_off() -> None:
    pieces = pieces_of(f"<title>{'x' * 5000}</title><p>\N{GRINNING FACE}</p>")
    assert pieces.texts == ["x" * MAX_TITLE, "\N{GRINNING FACE}"]


def test_what_labels_keep() -> None:
    pieces = pieces_of("<p>one <b>two</b> three</p><p>four</p><p>five</p>")
    assert units(pieces, list("pcccp")) == [("p", "one two three four"), ("p", "five")]
    assert units(pieces, list("pocol")) == [("p", "one three"), ("l", "five")]
    assert units(pieces, list("occoh")) == [("p", "two three"), ("h", "five")]  # goes on with nothing
    assert units(pieces, list("ooooo")) == []


@given(st.text(alphabet="ab <>/pbi&;\n", max_size=60), st.data())
def test_pieces_make_up_the_blocks(inner: str, data: st.DataObject) -> None:
    pieces = pieces_of(f"<title>t</title><div>{inner}</div>")
    assert "".join(pieces.texts[1:]) == pieces.blocks.buffer
    assert all(text.strip() for text in pieces.texts)
    assert (pieces.starts[1:] == pieces.ends[:-1]).all()
    size = len(pieces)
    labels = data.draw(st.lists(st.sampled_from(LABELS), min_size=size, max_size=size))
    kept = "".join(text for text, each in zip(pieces.texts, labels, strict=True) if each != "o")
    assert "".join(text for _, text in units(pieces, labels)).replace(" ", "") == kept.replace(" ", "")
