"""JSON: complete, in order, and read back as it was."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

from hypothesis import given, settings
from hypothesis import strategies as st

import zrno
from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document.document import DateField, Document, Fields
from zrno.document.paths import paths
from zrno.document.structure import Cell, CodeSpan, Item, LineBreak, Link, List, Paragraph, Table, Text
from zrno.document.writers.json import to_dict, write
from zrno.model import Field, Page

Make = Callable[..., Document]

FIELDS = Fields(
    title=Field("Lávka", "h1", 0.9),
    date=DateField(datetime(2024, 5, 3, 10, 30, tzinfo=UTC), "time", 0.8),
    authors=Field(("Jana Malá",), "byline", 0.7),
)


def test_everything_in_a_fixed_order(document: Make) -> None:
    found = to_dict(document(Paragraph((Text("Žluť *a*"),), (0,)), fields=FIELDS, url="https://a.example/"))
    assert list(found) == [
        *("version", "url", "retrieved", "method", "mode", "confidence", "confidence_reason", "fingerprint"),
        *("encoding", "encoding_reason", "title", "date", "modified", "authors", "keywords", "section"),
        *("site_name", "canonical", "description", "image", "language"),
        *("words", "text", "markdown", "content", "blocks"),
    ]
    assert (found["method"], found["mode"], found["confidence"]) == ("news", "balanced", 0.75)
    assert (found["words"], found["text"], found["markdown"]) == (2, "Žluť *a*", "Žluť \\*a\\*")
    assert (found["version"], found["retrieved"]) == (zrno.__version__, None)
    assert found["title"] == {"value": "Lávka", "origin": "h1", "score": 0.9}
    assert found["date"]["value"] == "2024-05-03T10:30:00+00:00"
    assert found["authors"]["value"] == ["Jana Malá"]
    assert found["keywords"] is None


def test_a_day_without_time_is_a_day() -> None:
    html = "<h1>Mlýn</h1><meta property=article:published_time content=2021-05-03><p>Text.</p>"
    retrieved = datetime(2021, 5, 9, 12, tzinfo=UTC)
    doc = zrno.extract(html, retrieved=retrieved)
    assert doc.date is not None
    assert doc.date.value == datetime(2021, 5, 3)
    assert to_dict(doc)["date"]["value"] == "2021-05-03"
    assert to_dict(doc)["retrieved"] == "2021-05-09T12:00:00+00:00"
    assert '<meta name="date" content="2021-05-03">' in doc.write("html")
    assert '<date when="2021-05-03">2021-05-03</date>' in doc.write("xml")
    midnight = zrno.extract(html.replace("2021-05-03", "2021-05-03T00:00"), retrieved=retrieved)
    assert to_dict(midnight)["date"]["value"] == "2021-05-03T00:00:00"


def test_half_characters_of_structured_data_do_not_break_it() -> None:
    data = r'{"@type": "Article", "headline": "Mlýn \ud83d mele \ud83c\udf3e", "keywords": ["\udc00žito"]}'
    for script in (data, f"{data[:-1]}, }}"):  # the second is repaired first
        doc = zrno.extract(f"<script type=application/ld+json>{script}</script><p>Text mlýna.</p>")
        assert b"mele" in doc.write("json").encode()
        found = to_dict(doc)
        assert found["title"]["value"] == "Mlýn mele 🌾"
        assert found["keywords"]["value"] == ["žito"]


def test_the_paths_of_a_page_built_to_be_deep_stay_in_proportion() -> None:
    tag = "x" * 200
    html = f"<{tag}>" * 400 + "<p>a</p>" * 500
    doc = zrno.extract(html)
    found = paths(doc.blocks)
    assert len(found) == 500
    assert sum(map(len, found)) <= 10_100_000
    assert found[7].endswith(f"/{tag}/p[8]")
    assert found[7].startswith("…")


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
    item = {"type": "item", "children": [paragraph], "number": None}
    cell = {
        "type": "cell",
        "children": [{"type": "text", "text": "t"}],
        "header": True,
        "columns": 1,
        "rows": 1,
        "blocks": [],
    }
    assert to_dict(document(*nodes))["content"] == [
        {"type": "list", "ordered": True, "items": [item], "start": 2},
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
