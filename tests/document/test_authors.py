"""Who wrote: each source on an invented page, their order, and what is no author."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document import authors, structured
from zrno.model import Field, Kind, Label, Page

PROSE = "Mlynář otevřel vrata a ukázal na dvory, kde se od rána sypalo zrno z posledních vozů."
HEADLINE = "Mlýn pod hrází znovu mele"


def find(html: str, *, url: str | None = None) -> Field[tuple[str, ...]] | None:
    """The authors of a page whose long blocks are the content."""
    page = Page(parse_tree(html, limits=Limits()), url=url)
    blocks = split(page)
    labels = [
        Label(block.index, Kind.PARAGRAPH if len(block.text) > 60 else Kind.OTHER, 1.0, "")
        for block in blocks
    ]
    return authors.find(page, structured.read(page), blocks, labels)


def article(*, head: str = "", byline: str = "", after: str = "", last: str = "") -> str:
    """A page with something in its head, under its headline, after the content, or as its last paragraph."""
    return (
        f"<html><head><title>{HEADLINE}</title>{head}</head><body><nav><a href=/>Domů</a></nav><main>"
        f"<h1>{HEADLINE}</h1>{byline}<div class=text><p>{PROSE}</p><p>{PROSE} Podruhé.</p>{last}</div>{after}"
        "</main><footer>Všechna práva vyhrazena</footer></body></html>"
    )


def ld(**fields: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **fields})}</script>'


def value(html: str, *, url: str | None = None) -> tuple[str, ...] | None:
    found = find(html, url=url)
    return found.value if found else None


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ("Jana Malá", ("Jana Malá",)),
        ({"@type": "Person", "name": " Jana Malá "}, ("Jana Malá",)),
        (
            [{"@type": "Person", "name": "Jana Malá"}, {"@type": "Person", "name": "ČTK"}],
            ("Jana Malá", "ČTK"),
        ),
        (["Jana Malá", "Petr Nový"], ("Jana Malá", "Petr Nový")),
        ({"@type": "Person", "givenName": "Jana", "familyName": "Malá"}, ("Jana Malá",)),
        ({"@type": "Person", "name": "Jana Malá and Petr Nový"}, ("Jana Malá", "Petr Nový")),
        (
            [{"@type": "Person", "name": "Jana Malá"}, {"@type": "Organization", "name": "SDA"}],
            ("Jana Malá", "SDA"),
        ),
        ([{"@type": "Person", "name": "admin"}], None),
        ([None, 5, {}, []], None),
    ],
)
def test_json_ld_author(author: object, expected: tuple[str, ...] | None) -> None:
    assert value(article(head=ld(headline=HEADLINE, author=author))) == expected


def test_json_ld_reference_is_followed() -> None:
    graph = json.dumps(
        {
            "@graph": [
                {"@type": "Article", "headline": HEADLINE, "author": {"@id": "#jana"}},
                {"@type": "Person", "@id": "#jana", "name": "Jana Malá"},
            ]
        }
    )
    found = find(article(head=f'<script type="application/ld+json">{graph}</script>'))
    assert found is not None
    assert (found.value, found.origin) == (("Jana Malá",), "json-ld author")


@pytest.mark.parametrize(
    "meta",
    [
        "<meta name=author content='Jana Malá'>",
        "<meta property='article:author' content='Jana Malá'>",
        "<meta name='DC.creator' content='Malá, Jana'>",
        "<meta name='parsely-author' content='Jana Malá'>",
        "<meta name=byl content='By Jana Malá'>",
        "<meta name='twitter:label1' content='Written by'><meta name='twitter:data1' content='Jana Malá'>",
    ],
)
def test_meta_author(meta: str) -> None:
    assert value(article(head=meta)) == ("Jana Malá",)


def test_addresses_and_handles_are_no_authors() -> None:
    profile = "<meta property='article:author' content='https://www.example.com/mlyn'>"
    handle = "<meta name='twitter:creator' content='@mlyn'><meta name=author content='@mlyn'>"
    assert value(article(head=profile + handle)) is None


@pytest.mark.parametrize(
    "byline",
    [
        "<div itemprop=author itemscope><span itemprop=name>Jana Malá</span><span>redaktorka</span></div>",
        "<p><a rel=author href=/lide/mala>Jana Malá</a></p>",
        "<p class=byline>Od <b>Jana Malá</b></p>",
        "<div class=clanek-autor>autor: Jana Malá | 3. 5. 2021 8:00</div>",
        "<div class=article-author><span class=author__name>Jana Malá</span><span>Reportérka</span></div>",
        "<span class='author vcard'><a class='url fn n' href=/author/jana>Jana Malá</a></span>",
        "<p><a href=/autor/jana-mala>Jana Malá</a></p>",
        "<p>Autor: Jana Malá</p>",
        "<p>3. 5. 2021 by Jana Malá</p>",
        "<p>Text: Jana Malá</p>",
    ],
)
def test_bylines_of_the_page(byline: str) -> None:
    assert value(article(byline=byline)) == ("Jana Malá",)


def test_several_marked_names_keep_their_order() -> None:
    byline = "<div class=authors><a href=/autor/n>Petr Nový</a><a href=/autor/m>Jana Malá</a></div>"
    assert value(article(byline=byline)) == ("Petr Nový", "Jana Malá")


def test_signature_at_the_end() -> None:
    assert value(article(last="<p><strong>Jana Malá</strong></p>")) == ("Jana Malá",)
    assert value(article(last="<p>(jam)</p>")) == ("jam",)
    assert value(article(last="<p>Konec.</p>")) is None


def test_byline_after_the_text() -> None:
    assert value(article(after="<p>Autor: ČTK</p>")) == ("ČTK",)


@pytest.mark.parametrize(
    "other",
    [
        "<figure><figcaption class=author>Foto: Petr Nový</figcaption></figure>",
        "<div class=comments><span class=author>Petr Nový</span></div>",
        "<div class=related-articles><span class=author>Petr Nový</span></div>",
        "<blockquote><cite class=author>Petr Nový</cite></blockquote>",
        "<p class=authorization>Petr Nový</p>",
    ],
)
def test_authors_of_other_things(other: str) -> None:
    assert value(article(after=other)) is None


def test_the_site_is_believed_only_when_nobody_signs() -> None:
    head = "<meta property='og:site_name' content='Mlýnské listy'>" + ld(
        headline=HEADLINE, author={"@type": "Organization", "name": "Mlýnské listy"}
    )
    assert value(article(head=head, byline="<p class=author>Jana Malá</p>")) == ("Jana Malá",)
    unsigned = find(article(head=head))
    assert unsigned is not None
    assert unsigned.value == ("Mlýnské listy",)
    assert unsigned.score < 0.8


def test_the_company_in_meta_author_gives_way() -> None:
    head = "<meta name=author content='Mlýn a spol, a.s.'>"
    assert value(article(head=head, byline="<p class=autor>Jana Malá</p>")) == ("Jana Malá",)


def test_an_agency_does_not_give_way_to_a_photographer() -> None:
    head = ld(headline=HEADLINE, author=[{"@type": "Person", "name": "ČTK"}])
    assert value(article(head=head, byline="<span class=author>autor: Petr Nový</span>")) == ("ČTK",)


def test_the_site_is_known_by_its_address() -> None:
    head = ld(headline=HEADLINE, author={"@type": "Person", "name": "mlyn.example"})
    page = article(head=head, byline="<p class=author>Jana Malá</p>")
    assert value(page, url="https://www.mlyn.example/clanek") == ("Jana Malá",)


def test_first_of_many_answers() -> None:
    answers = "".join(
        f"<div itemprop=text><p>{PROSE}</p></div>{'<i></i>' * 30}<span itemprop=author>Host {name}</span>"
        for name in "BCD"
    )
    assert value(article(byline="<span itemprop=author>Host A</span>", after=answers)) == ("Host A",)


def test_nothing_to_find() -> None:
    assert value("") is None
    assert value("<p>Zrno.</p>") is None


@settings(max_examples=60)
@given(st.text(max_size=120), st.text(max_size=60))
def test_any_byline_is_survived(byline: str, name: str) -> None:
    escaped = byline.replace("<", "&lt;")
    found = find(article(head=ld(author=[name, {"name": byline}]), byline=f"<p class=author>{escaped}</p>"))
    assert found is None or (found.value and 0 < found.score <= 1)
