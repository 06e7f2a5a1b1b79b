"""Dates: each source, change and publication told apart, disagreements, and dates that are none."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document import date, structured
from zrno.document.document import DateField
from zrno.model import Kind, Label, Page

HEADLINE = "Mlýn pod hrází znovu mele žito"
PROSE = "Mlynář v Lhotě opravil mlýn pod hrází a letos v něm poprvé semlel žito i pšenici z okolních polí."
CET = timezone(timedelta(hours=1))
RETRIEVED = datetime(2021, 6, 1, 12, 0, tzinfo=CET)

Found = tuple[DateField | None, DateField | None]


def find(html: str, *, url: str | None = None, retrieved: datetime | None = None) -> Found:
    page = Page(parse_tree(html, limits=Limits()), url=url, retrieved=retrieved)
    blocks = split(page)
    labels = [
        Label(block.index, Kind.PARAGRAPH if len(block.text) > 60 else Kind.OTHER, 1.0, "")
        for block in blocks
    ]
    return date.find(page, structured.read(page), blocks, labels)


def page(*, head: str = "", above: str = "", below: str = "", end: str = "", language: str = "cs") -> str:
    return (
        f"<html lang={language}><head><title>{HEADLINE}</title>{head}</head><body><div id=top>{above}</div>"
        f"<main><h1>{HEADLINE}</h1>{below}<p>{PROSE}</p><p>{PROSE} Podruhé.</p></main>"
        f"<footer>{end}</footer></body></html>"
    )


def published(html: str, *, url: str | None = None, retrieved: datetime | None = None) -> str | None:
    found, _ = find(html, url=url, retrieved=retrieved)
    return found.value.isoformat() if found else None


def meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{content}">'


def ld(kind: str = "NewsArticle", **fields: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": kind, **fields})}</script>'


@pytest.mark.parametrize(
    ("html", "origin"),
    [
        (page(head=ld(datePublished="2021-05-03T10:00:00+02:00")), "json-ld datePublished"),
        (page(head=ld("VideoObject", uploadDate="2021-05-03")), "json-ld uploadDate"),
        (page(head=meta("article:published_time", "2021-05-03")), "meta article:published_time"),
        (page(head=meta("DC.date.issued", "2021-05-03")), "meta dc.date.issued"),
        (page(head=meta("parsely-pub-date", "2021-05-03T08:00:00Z")), "meta parsely-pub-date"),
        (page(head=meta("date", "2021-05-03")), "meta date"),
        (page(below="<i itemprop=datePublished content=2021-05-03>dnes</i>"), "microdata datePublished"),
        (page(below="<time datetime=2021-05-03T07:00>ráno</time>"), "time element"),
        (page(below="<p>3. května 2021</p>"), "first date after the headline"),
        (page(below="<p>Zveřejněno: 3. 5. 2021</p>"), "text that says published"),
    ],
)
def test_every_source_alone(html: str, origin: str) -> None:
    found, changed = find(html)
    assert found is not None
    assert found.value.date().isoformat() == "2021-05-03"
    assert origin in found.origin
    assert changed is None


@pytest.mark.parametrize(
    "address",
    [
        "https://a.cz/2021/05/03/mlyn",
        "https://a.cz/zpravy/2021-05-03-mlyn",
        "https://a.cz/mlyn-20210503.html",
        "https://a.cz/2021/may/03/mlyn",
    ],
)
def test_address(address: str) -> None:
    assert published(page(), url=address) == "2021-05-03T00:00:00"


@pytest.mark.parametrize(
    "address", ["https://a.cz/clanek-2021050", "https://a.cz/v2021.5.3/x", "https://a.cz/2021/13/40/"]
)
def test_numbers_in_addresses_that_are_no_dates(address: str) -> None:
    assert published(page(), url=address) is None


def test_zone_is_kept_and_the_exact_statement_taken() -> None:
    html = page(head=meta("article:published_time", "2021-05-03T22:30:00-05:00"), below="<p>3. 5. 2021</p>")
    assert published(html) == "2021-05-03T22:30:00-05:00"


def test_change_is_not_publication() -> None:
    head = ld(datePublished="2021-05-03T10:00:00+02:00", dateModified="2021-05-05T10:00:00+02:00")
    found, changed = find(page(head=head, below="<p>Aktualizováno: 5. května 2021</p>"))
    assert found is not None
    assert changed is not None
    assert found.value.day == 3
    assert changed.value.isoformat() == "2021-05-05T10:00:00+02:00"
    assert changed.origin == "json-ld dateModified"


def test_visible_change_beside_visible_publication() -> None:
    found, changed = find(page(below="<p>Vydáno 3. 5. 2021</p><p>Naposledy upraveno 7. 5. 2021</p>"))
    assert found is not None
    assert changed is not None
    assert (found.value.day, changed.value.day) == (3, 7)


def test_both_in_one_line() -> None:
    for line in ("Vydáno 3. 5. 2021, upraveno 7. 5. 2021", "Upraveno 7. 5. 2021 | Vydáno 3. 5. 2021"):
        found, changed = find(page(below=f"<p>{line}</p>"))
        assert found is not None
        assert changed is not None
        assert (found.value.day, changed.value.day) == (3, 7)


@pytest.mark.parametrize("name", ["Editor Jan Blast", "Marie Osbornová", "Mlýn Friends"])
def test_words_inside_names_say_nothing(name: str) -> None:
    found, changed = find(page(below=f"<p>{name}, 3. 5. 2021</p>"))
    assert found is not None
    assert found.value.day == 3
    assert changed is None


def test_page_that_gives_only_a_change_is_not_sure() -> None:
    found, changed = find(page(below="<p>Aktualizováno 7. 5. 2021</p>"))
    assert changed is not None
    assert changed.value.day == 7
    assert found is None or found.score < 0.75


def test_change_before_publication_is_refused() -> None:
    _, changed = find(page(head=ld(datePublished="2021-05-03", dateModified="2020-01-01")))
    assert changed is None


def test_agreement_outweighs_a_lone_source() -> None:
    head = meta("article:published_time", "2021-05-03T10:00:00Z") + meta("date", "2021-05-09")
    assert published(page(head=head, below="<p class=date>3. května 2021</p>")) == "2021-05-03T10:00:00+00:00"


@pytest.mark.parametrize("nonsense", ["1970-01-01T00:00:00Z", "0001-01-01", "{{ date }}", "", "2021-13-45"])
def test_defaults_and_templates_are_no_dates(nonsense: str) -> None:
    assert published(page(head=ld(datePublished=nonsense))) is None


def test_future_is_refused_where_the_retrieval_is_known() -> None:
    html = page(head=ld(datePublished="2021-06-03"))
    assert published(html) == "2021-06-03T00:00:00"
    assert published(html, retrieved=RETRIEVED) is None
    assert published(page(head=ld(datePublished="2021-06-02")), retrieved=RETRIEVED) == "2021-06-02T00:00:00"


def test_copyright_and_other_years_are_no_dates() -> None:
    end = "<p>© 2016 Listy</p><p>Copyright 3. 5. 2016</p>"
    assert published(page(end=end)) is None


def test_date_inside_a_sentence_is_weak() -> None:
    html = page(below=f"<p>Mlýn vyhořel 3. května 1998. {PROSE} {PROSE}</p>", head=meta("date", "2021-05-03"))
    assert published(html) == "2021-05-03T00:00:00"


def test_masthead_loses_against_the_article() -> None:
    assert (
        published(page(above="<p>Dnes je 9. května 2021</p>", below="<p>3. 5. 2021</p>"))
        == "2021-05-03T00:00:00"
    )


def test_date_before_the_headline_counts_beside_it() -> None:
    html = f"<html lang=cs><body><div><span>3. 5. 2021</span><h1>{HEADLINE}</h1></div><p>{PROSE}</p></body>"
    assert published(html) == "2021-05-03T00:00:00"


def test_forum_takes_the_first_post() -> None:
    posts = "".join(
        f"<div class=post><p class=author>napsal mlynar » {day}. 5. 2021</p><p>{PROSE}</p></div>"
        for day in (3, 4, 8)
    )
    assert published(page(below=posts)) == "2021-05-03T00:00:00"


def test_member_since_is_no_date() -> None:
    below = "<p>Registered: 1. 2. 2015</p><p>3. 5. 2021</p>"
    assert published(page(below=below)) == "2021-05-03T00:00:00"


def test_dates_of_comments_and_answers_are_theirs() -> None:
    below = (
        "<div itemscope itemtype=https://schema.org/Comment>"
        "<i itemprop=datePublished content=2021-05-20></i></div>"
        "<i itemprop=dateCreated content=2021-05-03></i>"
    )
    assert published(page(below=below)) == "2021-05-03T00:00:00"


@pytest.mark.parametrize(
    ("language", "url", "extra", "expected"),
    [
        ("en", "https://a.com/x", "", "2021-03-05"),
        ("en", "https://a.co.uk/x", "", "2021-05-03"),
        ("en-GB", "https://a.com/x", "", "2021-05-03"),
        ("en-US", "https://a.com/x", "", "2021-03-05"),
        ("en", "https://a.com/x", "<p>Next fair: 12 June</p><p>Last fair: 2 April</p>", "2021-05-03"),
        ("cs", "https://a.cz/x", "", "2021-05-03"),
    ],
)
def test_order_of_day_and_month(language: str, url: str, extra: str, expected: str) -> None:
    html = page(below="<p class=date>03/05/2021</p>", end=extra, language=language)
    found, _ = find(html, url=url)
    assert found is not None
    assert found.value.date().isoformat() == expected


def test_relative_dates_need_the_retrieval() -> None:
    html = page(below="<p>Včera 16:22</p>")
    assert published(html) is None
    assert published(html, retrieved=RETRIEVED) == "2021-05-31T16:22:00+01:00"


def test_retrieval_from_the_header() -> None:
    tree = parse_tree(page(head=ld(datePublished="2021-06-03")), limits=Limits())
    late = Page(tree, headers={"date": "Tue, 01 Jun 2021 10:00:00 GMT"})
    blocks = split(late)
    assert date.find(late, structured.read(late), blocks, []) == (None, None)
    broken = Page(tree, headers={"date": "nonsense"})
    found, _ = date.find(broken, structured.read(broken), blocks, [])
    assert found is not None


def test_empty_page() -> None:
    assert find("") == (None, None)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_texts_are_survived(one: str, other: str) -> None:
    found, changed = find(
        page(head=meta("date", one), below=f"<time datetime='{other}'>{one}</time><p>{other}")
    )
    for field in (found, changed):
        assert field is None or (isinstance(field.value, datetime) and 0 < field.score <= 1)


def test_microdata_that_cannot_be_read_gives_way_to_the_text() -> None:
    html = (
        "<h1>X</h1><span itemprop=datePublished content='pondělí ráno'>25. dubna 2016, 6:10</span><p>text</p>"
    )
    assert published(html) == "2016-04-25T06:10:00"


@pytest.mark.parametrize(
    "value",
    [
        "2021-05-03T08:00:00Z",
        ["2021-05-03T08:00:00Z", "2021-05-04"],
        {"@value": "2021-05-03T08:00:00Z", "@type": "DateTime"},
        [{"@value": "2021-05-03T08:00:00Z"}],
        1620028800,
        1620028800000,
        1620028800.0,
        "1620028800",
    ],
)
def test_a_date_in_any_wrapping(value: object) -> None:
    assert published(page(head=ld(datePublished=value))) == "2021-05-03T08:00:00+00:00"


@pytest.mark.parametrize("value", [True, 7, 10**30, -5, [], {}, [[]], {"@value": None}, "2031010112"])
def test_wrappings_without_a_date(value: object) -> None:
    assert published(page(head=ld(datePublished=value))) is None


def test_microdata_in_a_meta_element_is_one_clue() -> None:
    html = page(below="<meta itemprop=datePublished content=2021-05-03T10:00>")
    tree = Page(parse_tree(html, limits=Limits()))
    clues = date.collect(tree, structured.read(tree), split(tree), [])
    assert [(clue.source, clue.origin) for clue in clues] == [("microdata meta", "microdata datePublished")]


def test_whether_the_time_is_known() -> None:
    for said, known, written in (
        ("2021-05-03", False, "2021-05-03"),
        ("2021-05-03T00:00", True, "2021-05-03T00:00:00"),
        ("2021-05-03T10:00+02:00", True, "2021-05-03T10:00:00+02:00"),
    ):
        found, changed = find(page(head=meta("pubdate", said) + meta("lastmod", said)))
        assert found is not None
        assert changed is not None
        assert (found.has_time, str(found)) == (known, written)
        assert str(changed) == written
        assert found.value == datetime.fromisoformat(said)
