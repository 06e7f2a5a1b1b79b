"""All fields of one invented page, and of pages that have none."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.config import Limits
from zrno.document import fields
from zrno.document.document import Fields
from zrno.model import Kind, Label, Page

PROSE = (
    "Mlynář v Lhotě opravil mlýn pod hrází a letos v něm poprvé semlel žito i pšenici, "
    "které mu přivezli sedláci z okolních vesnic a z podhůří."
)
HTML = f"""<!doctype html><html lang="cs"><head><title>Mlýn pod hrází znovu mele | Mlýnské listy</title>
<link rel="canonical" href="/kraj/mlyn"><meta property="og:site_name" content="Mlýnské listy">
<meta property="og:description" content="Po letech semlel žito.">
<meta property="article:section" content="Kraj"><meta property="og:image" content="/mlyn.jpg">
<meta property="article:published_time" content="2021-05-03T10:00:00+02:00">
<meta property="article:modified_time" content="2021-05-04T09:00:00+02:00">
<meta name="author" content="Jana Malá"><meta name="keywords" content="mlýn, žito"></head>
<body><h1>Mlýn pod hrází znovu mele</h1><p>{PROSE}</p><p>{PROSE} Podruhé.</p></body></html>"""


def find(html: str, url: str | None = None) -> Fields:
    page = Page(parse_tree(html, limits=Limits()), url=url)
    blocks = split(page)
    labels = [
        Label(block.index, Kind.PARAGRAPH if len(block.text) > 60 else Kind.OTHER, 1.0, "")
        for block in blocks
    ]
    text = "\n".join(block.text for block, label in zip(blocks, labels, strict=True) if label.content)
    return fields.find(page, blocks, measure(blocks), labels, text=text)


def test_every_field() -> None:
    found = find(HTML, "https://listy.example.cz/kraj/mlyn?utm=1")
    summer = timezone(timedelta(hours=2))
    values = {name: getattr(found, name) for name in Fields.__dataclass_fields__}
    assert {name: field and field.value for name, field in values.items()} == {
        "title": "Mlýn pod hrází znovu mele",
        "date": datetime(2021, 5, 3, 10, 0, tzinfo=summer),
        "modified": datetime(2021, 5, 4, 9, 0, tzinfo=summer),
        "authors": ("Jana Malá",),
        "keywords": ("mlýn", "žito"),
        "section": "Kraj",
        "site_name": "Mlýnské listy",
        "canonical": "https://listy.example.cz/kraj/mlyn",
        "description": "Po letech semlel žito.",
        "image": "https://listy.example.cz/mlyn.jpg",
        "language": "cs",
    }
    assert all(field.origin and 0 < field.score <= 1 for field in values.values() if field)


def test_empty_page_has_no_fields() -> None:
    assert find("") == Fields()
    assert find("<html><body></body></html>") == Fields()


@given(st.text(max_size=400), st.text(max_size=50))
def test_any_page_is_survived(text: str, url: str) -> None:
    find(text, url)
    find(HTML.replace("Mlýn", text[:40]), url)
