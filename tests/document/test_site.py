"""Site name, canonical address, description, image and section: their sources, and what is refused."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.config import Limits
from zrno.document import site, structured
from zrno.document.hrefs import web_address
from zrno.document.site import Site
from zrno.model import Field, Page

URL = "https://www.mlynske-listy.cz/kraj/mlyn.html?id=7"


def page(html: str, url: str | None = URL) -> Page:
    return Page(parse_tree(html, limits=Limits()), url=url)


def find(html: str, url: str | None = URL) -> Site:
    opened = page(html, url)
    return site.find(opened, structured.read(opened))


def meta(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{content}">'


def ld(**fields: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "NewsArticle", **fields})}</script>'


def value(field: Field[str] | None) -> str | None:
    return field.value if field else None


def test_everything_from_open_graph() -> None:
    found = find(
        meta("og:site_name", "Mlýnské listy")
        + meta("og:url", "https://www.mlynske-listy.cz/kraj/mlyn.html")
        + meta("og:description", "Mlýn pod hrází znovu mele.")
        + meta("og:image", "/foto/mlyn.jpg")
        + meta("article:section", "Kraj")
    )
    assert value(found.name) == "Mlýnské listy"
    assert value(found.canonical) == "https://www.mlynske-listy.cz/kraj/mlyn.html"
    assert value(found.description) == "Mlýn pod hrází znovu mele."
    assert value(found.image) == "https://www.mlynske-listy.cz/foto/mlyn.jpg"
    assert value(found.section) == "Kraj"
    assert found.section is not None
    assert found.section.origin == "meta article:section"


def test_everything_from_json_ld() -> None:
    found = find(
        ld(
            publisher={"@type": "Organization", "name": "Mlýnské listy"},
            mainEntityOfPage={"@id": "https://www.mlynske-listy.cz/kraj/mlyn.html"},
            description="Mlýn pod hrází znovu mele.",
            image=[{"url": "https://cdn.example/mlyn.jpg"}],
            articleSection=["Kraj", "Zprávy"],
        )
    )
    assert value(found.name) == "Mlýnské listy"
    assert value(found.canonical) == "https://www.mlynske-listy.cz/kraj/mlyn.html"
    assert value(found.image) == "https://cdn.example/mlyn.jpg"
    assert value(found.section) == "Kraj"
    assert value(found.description) == "Mlýn pod hrází znovu mele."


def test_nothing() -> None:
    assert find("", None) == Site()


def test_canonical_is_absolute() -> None:
    assert value(find("<link rel=canonical href=mlyn>").canonical) == "https://www.mlynske-listy.cz/kraj/mlyn"
    assert (
        value(find("<base href=/a/><link rel=canonical href=b>").canonical)
        == "https://www.mlynske-listy.cz/a/b"
    )
    assert find("<link rel=canonical href=/mlyn>", None).canonical is None


def test_canonical_front_page_gives_way_to_a_deeper_address() -> None:
    html = "<link rel=canonical href=https://a.cz/>" + meta("og:url", "https://a.cz/mlyn")
    assert value(find(html).canonical) == "https://a.cz/mlyn"
    assert value(find("<link rel=canonical href=https://a.cz/>").canonical) == "https://a.cz/"


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "data:image/png;base64,AA", "ftp://a.cz/x", "https://", "http://[x", "x" * 3000],
)
def test_only_addresses_of_the_web(address: str) -> None:
    assert web_address(address, "") == ""
    assert find(meta("og:image", address), None).image is None


def test_picture_of_the_article_before_the_logo() -> None:
    html = meta("og:image", "https://a.cz/default-logo.png") + ld(image="https://a.cz/mlyn.jpg")
    assert value(find(html).image) == "https://a.cz/mlyn.jpg"
    assert value(find(meta("og:image", "https://a.cz/logo.png")).image) == "https://a.cz/logo.png"


def test_section_from_breadcrumbs() -> None:
    def trail(*names: str) -> str:
        crumbs = [{"@type": "ListItem", "position": n, "name": name} for n, name in enumerate(names, start=1)]
        data = {"@type": "BreadcrumbList", "itemListElement": crumbs}
        return f'<script type="application/ld+json">{json.dumps(data)}</script>'

    assert value(find(trail("Domů", "Zprávy", "Kraj", "Mlýn mele")).section) == "Kraj"
    assert find(trail("Domů", "Mlýn mele")).section is None
    assert find(trail("Listy", "Mlýn mele")).section is None


def test_description_must_tell_something() -> None:
    assert find(meta("og:description", "Listy")).description is None
    html = meta("og:description", "Listy") + "<meta name=description content='Mlýn pod hrází mele.'>"
    assert value(find(html).description) == "Mlýn pod hrází mele."


def test_name_on_the_logo_counts_when_the_title_says_it() -> None:
    logo = '<body><a href="/"><img alt="Listy z podhůří"></a>'
    assert value(find(f"<title>Mlýn mele - Listy z podhůří</title>{logo}").name) == "Listy z podhůří"
    assert find(f"<title>Mlýn mele</title>{logo}").name is None


def test_names_of_the_site() -> None:
    opened = page(meta("og:site_name", "Mlýnské listy.cz"))
    assert site.names(opened, structured.read(opened)) == {
        "mlynskelistycz",
        "wwwmlynskelistycz",
        "mlynskelisty",
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mlýn mele | Mlýnské listy", "Mlýn mele"),
        ("Mlýnské listy – Mlýn mele", "Mlýn mele"),
        ("Mlýn mele - Kraj - Mlýnské listy online", "Mlýn mele - Kraj"),
        ("Mlýn mele - a znovu stojí", "Mlýn mele - a znovu stojí"),
        ("Mlýnské listy", "Mlýnské listy"),
        ("", ""),
    ],
)
def test_without(text: str, expected: str) -> None:
    assert site.without(text, {"mlynskelisty"}) == expected


@pytest.mark.parametrize(
    ("address", "home"),
    [
        ("/", True),
        ("https://a.cz", True),
        ("https://a.cz/", True),
        ("//a.cz/index.html", True),
        ("/kraj", False),
        ("#top", False),
        ("", False),
        ("/?id=1", False),
        ("https:///", False),
    ],
)
def test_is_home(address: str, home: bool) -> None:
    assert site.is_home(address) is home


def test_key_drops_case_accents_and_marks() -> None:
    assert site.key("Mlýnské-Listy, a.s.") == "mlynskelistyas"
    assert site.key("読売新聞 オンライン") == "読売新聞オンライン"


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_texts_are_survived(one: str, other: str) -> None:
    find(
        f"<link rel=canonical href='{one}'><base href='{other}'>" + meta("og:image", one) + ld(image=other),
        one,
    )
    assert site.without(one, {site.key(other)}) in one


def test_addresses_in_lists_and_objects() -> None:
    data = ld(url=["https://a.cz/mlyn"], image={"url": {"@value": "/mlyn.jpg"}})
    assert value(find(data).canonical) == "https://a.cz/mlyn"
    assert value(find(data).image) == "https://www.mlynske-listy.cz/mlyn.jpg"
    assert value(find(ld(mainEntityOfPage={"@id": "/zito"})).canonical) == "https://www.mlynske-listy.cz/zito"


def test_the_base_element_counts_for_every_address() -> None:
    html = "<base href=//b.cz/x/>" + meta("og:image", "mlyn.jpg")
    assert value(find(html).image) == "https://b.cz/x/mlyn.jpg"
    assert value(find(html, None).image) == "https://b.cz/x/mlyn.jpg"
