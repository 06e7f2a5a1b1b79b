"""Keywords: each source on an invented page, their order, cleaning, and lists of the whole site."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document import keywords, structured
from zrno.model import Field, Kind, Label, Page

PROSE = "Mlynář v Lhotě opravil mlýn pod hrází a letos poprvé semlel žito i pšenici z okolních polí."
HEADLINE = "Mlýn pod hrází znovu mele"
LINKS = "<a href=/tag/mlyn>mlýn</a>, <a href=/tag/zito>žito</a>"


def find(html: str, *, url: str | None = None) -> Field[tuple[str, ...]] | None:
    """The keywords of a page whose long blocks are the content."""
    page = Page(parse_tree(html, limits=Limits()), url=url)
    blocks = split(page)
    labels = [
        Label(block.index, Kind.PARAGRAPH if len(block.text) > 60 else Kind.OTHER, 1.0, "")
        for block in blocks
    ]
    return keywords.find(page, structured.read(page), blocks, labels)


def article(*, head: str = "", after: str = "", footer: str = "", prose: str = PROSE) -> str:
    return (
        f"<html><head><title>{HEADLINE}</title>{head}</head><body><nav><a href=/tema/volby>volby</a></nav>"
        f"<main><h1>{HEADLINE}</h1><div class=text><p>{prose}</p><p>{PROSE} Podruhé.</p></div>{after}</main>"
        f"<footer>{footer}</footer></body></html>"
    )


def value(html: str) -> tuple[str, ...] | None:
    found = find(html)
    return found.value if found else None


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


@pytest.mark.parametrize(
    "name", ["keywords", "news_keywords", "article:tag", "parsely-tags", "sailthru.tags"]
)
def test_meta(name: str) -> None:
    found = find(article(head=meta(name, "mlýn, žito; pšenice")))
    assert found is not None
    assert (found.value, found.origin) == (("mlýn", "žito", "pšenice"), f"meta {name}")


def test_each_tag_in_its_own_meta() -> None:
    assert value(article(head=meta("article:tag", "mlýn") + meta("article:tag", "žito"))) == ("mlýn", "žito")


@pytest.mark.parametrize(
    "stated",
    [
        "mlýn,žito",
        ["mlýn", "žito"],
        ["mlýn, žito"],
        [{"@type": "DefinedTerm", "name": "mlýn"}, "žito", None, 5],
    ],
)
def test_json_ld(stated: object) -> None:
    data = json.dumps({"@type": "NewsArticle", "headline": HEADLINE, "keywords": stated})
    assert value(article(head=f'<script type="application/ld+json">{data}</script>')) == ("mlýn", "žito")


@pytest.mark.parametrize(
    ("tags", "origin"),
    [
        ("<p itemprop=keywords>mlýn, žito</p>", "microdata keywords"),
        (f"<p itemprop=keywords>Témata: {LINKS}</p>", "microdata keywords"),
        ("<p><a rel=tag href=/1>mlýn</a> <a rel=tag href=/2>žito</a></p>", "a[rel=tag]"),
        ("<ul class=tag><li><a href=/1>mlýn</a></li><li><a href=/2>žito</a></li></ul>", "class of tags"),
        ("<div id=article-tags><a href=/1>mlýn</a><a href=/2>žito</a></div>", "class of tags"),
        ("<p><a class=tag-link href=/1>mlýn</a> <a class=tag-link href=/2>žito</a></p>", "class of tags"),
        (f"<p>{LINKS}</p>", "address of a tag"),
        (
            "<p><a href=/temata/mlyn>mlýn</a> <a href='/hledat?klicove-slovo=zito'>žito</a></p>",
            "address of a tag",
        ),
    ],
)
def test_tags_shown_after_the_article(tags: str, origin: str) -> None:
    found = find(article(after=tags))
    assert found is not None
    assert (found.value, found.origin) == (("mlýn", "žito"), origin)


def test_an_exact_class_wins() -> None:
    other = "<div class=topics><a href=/1>hráz</a><a href=/2>pole</a></div>"
    exact = "<div class=tags><a href=/3>mlýn</a><a href=/4>žito</a></div>"
    assert value(article(after=other + exact)) == ("mlýn", "žito")


def test_categories_are_no_tags() -> None:
    links = "<p><a rel='category tag' href=/k>Region</a> <a rel=tag href=/1>mlýn</a></p>"
    assert value(article(after=links)) == ("mlýn",)


def test_links_inside_the_text_are_the_last_resort() -> None:
    prose = PROSE.replace("mlýn", "<a href=/tema/mlyn>mlýn</a>").replace(
        "žito", "<a href=/tema/zito>žito</a>"
    )
    found = find(article(prose=prose))
    assert found is not None
    assert (found.value, found.origin) == (("mlýn", "žito"), "address of a tag in the text")


@pytest.mark.parametrize(
    "page",
    [
        article(),
        article(footer=f"<div class=cloud>{LINKS}</div>"),
        article(after=f"<div class=tag-cloud>{LINKS}</div>".replace("href=/tag/", "href=/")),
        article(after="<span class=tag>reklama</span>"),
        article(after="<p class=vintage><a href=/1>mlýn</a> <a href=/2>žito</a></p>"),
        "",
    ],
)
def test_no_keywords(page: str) -> None:
    assert value(page) is None


def test_a_list_of_the_site_is_put_off() -> None:
    site = "Mlýnské listy, zprávy, sport, kultura, počasí, video"
    head = "<meta property='og:site_name' content='Mlýnské listy'>" + meta("keywords", site)
    assert value(article(head=head, after=f"<p class=tags>{LINKS}</p>")) == ("mlýn", "žito")
    alone = find(article(head=head))
    assert alone is not None
    assert alone.value == tuple(site.split(", "))
    assert alone.score == keywords.TRUST_SITE_WIDE


def test_a_very_long_list_is_put_off() -> None:
    many = ", ".join(f"mlýn {number}" for number in range(keywords.MANY + 1))
    assert value(article(head=meta("keywords", many), after=f"<p class=tags>{LINKS}</p>")) == ("mlýn", "žito")


def test_a_foreign_list_is_put_off_but_an_inflected_one_is_not() -> None:
    foreign = meta("keywords", "bazar, hry, kino, inzerce, erotika")
    assert value(article(head=foreign, after=f"<p class=tags>{LINKS}</p>")) == ("mlýn", "žito")
    inflected = meta("keywords", "mlýny, pšenice, žito, hráze, pole")
    assert value(article(head=inflected, after=f"<p class=tags>{LINKS}</p>")) == (
        "mlýny",
        "pšenice",
        "žito",
        "hráze",
        "pole",
    )


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["#mlýn", " žito. "], ("mlýn", "žito")),
        (["mlýn (12)", "(3) žito"], ("mlýn", "žito")),
        (["Tags: mlýn", "Klíčová slova: žito"], ("mlýn", "žito")),
        (["mlýn", "Mlýn", "mlyn"], ("mlýn",)),
        (["mlýn | žito • pole"], ("mlýn", "žito", "pole")),
        (["mlýn žito pole hráz voda"], ("mlýn", "žito", "pole", "hráz", "voda")),
        (["mlýn pod hrází"], ("mlýn pod hrází",)),
        (["mlýn pod hrází u nás doma", "žito"], ("mlýn pod hrází u nás doma", "žito")),
        (["8f507083-bac4-423a-9015-2eb31e1bce50", "12345678", "https://mlyn.example/", "2019"], ("2019",)),
        (["", ",", "#", "x" * 61], ()),
        (["C++", "C#"], ("C++",)),
    ],
)
def test_cleaning(texts: list[str], expected: tuple[str, ...]) -> None:
    assert keywords.clean(texts) == expected


@given(st.lists(st.text(max_size=80), max_size=8))
def test_any_texts_give_clean_distinct_keywords(texts: list[str]) -> None:
    found = keywords.clean(texts)
    assert len({keyword.casefold() for keyword in found}) == len(found)
    assert all(keyword.strip() == keyword and 0 < len(keyword) <= keywords.MAX_KEYWORD for keyword in found)
    assert keywords.clean(found) == found or len(found) == 1
