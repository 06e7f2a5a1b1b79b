"""JSON: complete, in order, and read back as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document.document import Document, Fields
from zrno.document.paths import paths
from zrno.document.structure import Cell, CodeSpan, Item, LineBreak, Link, List, Paragraph, Table, Text
from zrno.document.writers.json import to_dict, write
from zrno.model import Field, Page

Make = Callable[..., Document]

FIELDS = Fields(
    title=Field("Lávka", "h1", 0.9),
    date=Field(datetime(2024, 5, 3, 10, 30, tzinfo=UTC), "time", 0.8),
    authors=Field(("Jana Malá",), "byline", 0.7),
)


def test_everything_in_a_fixed_order(document: Make) -> None:
    found = to_dict(document(Paragraph((Text("Žluť *a*"),), (0,)), fields=FIELDS, url="https://a.example/"))
    assert list(found) == [
        *("url", "method", "mode", "confidence", "confidence_reason", "fingerprint"),
        *("encoding", "encoding_reason", "title", "date", "modified", "authors", "keywords", "section"),
        *("site_name", "canonical", "description", "image", "language"),
        *("text", "markdown", "content", "blocks"),
    ]
    assert (found["method"], found["mode"], found["confidence"]) == ("news", "balanced", 0.75)
    assert (found["text"], found["markdown"]) == ("Žluť *a*", "Žluť \\*a\\*")
    assert found["title"] == {"value": "Lávka", "origin": "h1", "score": 0.9}
    assert found["date"]["value"] == "2024-05-03T10:30:00+00:00"
    assert found["authors"]["value"] == ["Jana Malá"]
    assert found["keywords"] is None


def test_blocks_with_their_labels(document: Make) -> None:
    assert to_dict(document())["blocks"] == [
        {
            "index": 0,
            "path": "/html/body/p[1]",
            "tag": "p",
            "text": "První odstavec.",
            "kind": "paragraph",
            "score": 0.9,
            "reason": "long text, few links",
        },
        {
            "index": 1,
            "path": "/html/body/p[2]",
            "tag": "p",
            "text": "Patička",
            "kind": "other",
            "score": 0.1,
            "reason": "short",
        },
    ]


def test_nodes_name_their_type(document: Make) -> None:
    nodes = (
        List(True, (Item((Paragraph((Link("/a", (CodeSpan("x"),)), LineBreak()), (0,)),)),), 2),
        Table(((Cell((Text("t"),), header=True),),)),
    )
    link = {"type": "link", "href": "/a", "children": [{"type": "code_span", "text": "x"}]}
    paragraph = {"type": "paragraph", "children": [link, {"type": "line_break"}], "blocks": [0]}
    cell = {
        "type": "cell",
        "children": [{"type": "text", "text": "t"}],
        "header": True,
        "columns": 1,
        "rows": 1,
        "blocks": [],
    }
    assert to_dict(document(*nodes))["content"] == [
        {"type": "list", "ordered": True, "items": [{"type": "item", "children": [paragraph]}], "start": 2},
        {"type": "table", "rows": [[cell]], "caption": []},
    ]


def test_it_comes_back(document: Make) -> None:
    doc = document(Paragraph((Text("Žluť"),)), fields=FIELDS)
    assert json.loads(write(doc)) == to_dict(doc)
    assert "Žluť" in write(doc)


TAGS = ("p", "div", "span", "br", "ul", "li", "noscript", "b", "table", "td")
pieces = st.one_of(
    st.sampled_from(TAGS).map(lambda tag: f"<{tag}>"),
    st.sampled_from(TAGS).map(lambda tag: f"</{tag}>"),
    st.sampled_from(["a ", "b", " ", "\n"]),
)


@settings(deadline=None)
@given(st.lists(pieces, max_size=30))
def test_paths_are_those_of_the_blocks(parts: list[str]) -> None:
    blocks = split(Page(parse_tree("".join(parts), limits=Limits())))
    assert paths(blocks) == [block.path for block in blocks]
