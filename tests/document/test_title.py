"""The title: each source, agreement of sources, the site's name cut, and titles that are none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.config import Limits
from zrno.document import structured, title
from zrno.document.title import fold
from zrno.model import Field, Page

HEADLINE = "Mlýn pod hrází znovu mele žito"


def find(head: str = "", body: str = "", *, url: str | None = None) -> Field[str] | None:
    page = Page(parse_tree(f"<html><head>{head}</head><body>{body}</body></html>", limits=Limits()), url=url)
    return title.find(page, structured.read(page))


def value(head: str = "", body: str = "", *, url: str | None = None) -> str | None:
    found = find(head, body, url=url)
    return found.value if found else None


def og(text: str) -> str:
    return f'<meta property="og:title" content="{text}">'


def ld(**fields: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **fields})}</script>'


@pytest.mark.parametrize(
    ("head", "body", "origin"),
    [
        ("", f"<h1>{HEADLINE}</h1>", "h1"),
        (f"<title>{HEADLINE}</title>", "", "title without the site's name + title"),
        (og(HEADLINE), "", "og:title"),
        (ld(headline=HEADLINE), "", "json-ld headline"),
        (f"<meta name=dc.title content='{HEADLINE}'>", "", "meta title"),
        ("", f"<p itemprop=headline>{HEADLINE}</p>", "microdata headline"),
    ],
)
def test_every_source_alone(head: str, body: str, origin: str) -> None:
    found = find(head, body)
    assert found is not None
    assert found.value == HEADLINE
    assert origin in found.origin


def test_nothing() -> None:
    assert find() is None
    assert find("<title> </title>", "<h1>***</h1>") is None


@pytest.mark.parametrize("separator", [" | ", " - ", " – ", " — ", " » ", " · ", " • ", "｜", " :: "])
@pytest.mark.parametrize("first", [True, False])
def test_site_name_is_cut(separator: str, first: bool) -> None:
    parts = [HEADLINE, "Mlýnské listy"]
    text = separator.join(reversed(parts) if first else parts)
    head = f"<title>{text}</title><meta property='og:site_name' content='Mlýnské listy'>"
    assert value(head) == HEADLINE


def test_site_name_is_known_from_the_host() -> None:
    assert (
        value(f"<title>{HEADLINE} - Mlynske-Listy.cz</title>", url="https://www.mlynske-listy.cz/1")
        == HEADLINE
    )


def test_site_name_is_known_from_the_logo() -> None:
    body = '<a href="/"><img src=l.gif alt="Mlýnské listy"></a><p>Text.'
    assert value(f"<title>Mlýnské listy: {HEADLINE}</title>", body) == HEADLINE


def test_heading_tells_where_the_title_is_cut() -> None:
    body = f"<h2 class=topic-title>{HEADLINE}</h2>"
    assert value(f"<title>{HEADLINE} - Zahrádkáři - Fórum</title>", body) == HEADLINE


def test_dash_inside_the_headline_stays() -> None:
    text = "Žito, oves – a co dál"
    assert value(f"<title>{text} | Listy</title>{og(text)}", f"<h1>{text}</h1>") == text


def test_logo_h1_is_passed_over() -> None:
    head = f"<title>{HEADLINE} | Listy z podhůří</title>"
    body = f"<h1><a href='/'>Listy z podhůří</a></h1><h1>{HEADLINE}</h1>"
    assert value(head, body) == HEADLINE
    body = f"<h1>Listy z podhůří</h1><h2>{HEADLINE}</h2>"
    assert value(head + "<meta property=og:site_name content='Listy z podhůří'>", body) == HEADLINE


def test_of_several_h1_the_closest_to_title() -> None:
    body = "<h1>Čtěte také</h1><h1>Mlýn pod hrází znovu mele žito i oves</h1><h1>Diskuse k článku</h1>"
    assert value(f"<title>{HEADLINE} i ječmen</title>", body) == "Mlýn pod hrází znovu mele žito i oves"


def test_agreement_outweighs_a_lone_source() -> None:
    head = og(HEADLINE) + ld(headline=HEADLINE) + f"<title>{HEADLINE}</title>"
    assert value(head, "<h1>Krajské zprávy</h1>") == HEADLINE


def test_slogan_h1_loses_against_title() -> None:
    head = "<title>Ruční mlýnky na obilí | Kamenictví</title>" + og("Ruční mlýnky na obilí")
    assert value(head, "<h1>Čerstvá mouka každé ráno</h1>") == "Ruční mlýnky na obilí"


def test_agreement_raises_the_score() -> None:
    alone = find("", f"<h1>{HEADLINE}</h1><h1>Druhý nadpis stránky</h1>")
    agreed = find(
        og(HEADLINE) + f"<title>{HEADLINE}</title>", f"<h1>{HEADLINE}</h1><h1>Druhý nadpis stránky</h1>"
    )
    assert alone is not None
    assert agreed is not None
    assert alone.score < agreed.score <= 1


def test_line_breaks_part_words_and_marks_go() -> None:
    assert value("", "<h1>Mlýn pod hrází<br>znovu mele</h1>") == "Mlýn pod hrází znovu mele"
    assert value("", "<h1>Nastavení mlýna<a class=headerlink href=#n>¶</a></h1>") == "Nastavení mlýna"
    assert value("", "<h1>Mlýn mele <button>Kopírovat</button></h1>") == "Mlýn mele"


def test_capitals_of_the_designer_give_way() -> None:
    assert value(og(HEADLINE), f"<h1>{HEADLINE.upper()}</h1>") == HEADLINE


@pytest.mark.parametrize("leftover", ["{{ page.title }}", "[object Object]", "undefined", "${title}"])
def test_templates_are_no_titles(leftover: str) -> None:
    assert value(og(leftover), f"<h1>{leftover}</h1><p>Text.") is None


def test_title_of_a_drawing_is_not_the_page() -> None:
    assert value("", f"<svg><title>Ikona</title></svg><h1>{HEADLINE}</h1>") == HEADLINE
    assert value("", "<svg><title>Ikona</title></svg>") is None


def test_entities_in_json_are_read() -> None:
    assert value(ld(headline="Mlýn &amp; hráz")) == "Mlýn & hráz"


def test_too_long_is_no_title() -> None:
    assert value("", f"<h1>{'slovo ' * 200}</h1>") is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Žito „nové“ – už", 'žito "nové" - UŽ'),
        ("dvě\u00a0 slova\n", "Dvě slova"),
        ("mlý\u00adny", "mlýny"),
        ("It’s", "it's"),
    ],
)
def test_fold_makes_variants_equal(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_texts_are_survived(one: str, other: str) -> None:
    found = find(f"<title>{one}</title>{og(other)}", f"<h1>{other}</h1><h2>{one}</h2>")
    assert found is None or (found.value.strip() == found.value and 0 < found.score <= 1)
