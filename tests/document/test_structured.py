"""JSON-LD, meta, microdata and links: what is read, and what broken pages cannot break."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.config import Limits
from zrno.document import structured
from zrno.document.structured import MAX_OBJECTS, MAX_VALUE, Item, Structured, address_of, kinds, plain
from zrno.model import Page


def read(html: str) -> Structured:
    return structured.read(Page(parse_tree(html, limits=Limits())))


def script(text: str) -> str:
    return f'<html><head><script type="application/ld+json">{text}</script></head><body>x</body></html>'


def objects(text: str) -> list[Any]:
    return [dict(thing) for thing in read(script(text)).objects]


ARTICLE = {"@type": "NewsArticle", "headline": "Mlýn mele"}
SITE = {"@type": "WebSite", "name": "Listy"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (json.dumps(ARTICLE), [ARTICLE]),
        (json.dumps([SITE, ARTICLE]), [SITE, ARTICLE]),
        (json.dumps({"@graph": [SITE, [ARTICLE]]}), [SITE, ARTICLE]),
        (json.dumps({"headline": "bez typu"}), [{"headline": "bez typu"}]),
        (json.dumps({"url": "nothing known"}), []),
        ("", []),
        ("{", []),
        ("null", []),
        ('"text"', []),
    ],
)
def test_objects_in_order(text: str, expected: list[Any]) -> None:
    assert objects(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        '<!-- {"@type": "NewsArticle", "headline": "Mlýn mele"} -->',
        '/*<![CDATA[*/ {"@type": "NewsArticle", "headline": "Mlýn mele"} /*]]>*/',
        '//<![CDATA[\n{"@type": "NewsArticle", "headline": "Mlýn mele"}\n//]]>',
        '{"@type": "NewsArticle", "headline": "Mlýn mele",}',
        '{"@type": "NewsArticle", "headline": "Mlýn mele"};',
        "{&quot;@type&quot;: &quot;NewsArticle&quot;, &quot;headline&quot;: &quot;Mlýn mele&quot;}",
    ],
)
def test_wrapped_and_slightly_broken(text: str) -> None:
    assert objects(text) == [ARTICLE]


def test_concatenated_objects() -> None:
    assert objects(json.dumps(SITE) + "\n" + json.dumps(ARTICLE)) == [SITE, ARTICLE]


def test_newlines_and_stray_escapes_inside_strings() -> None:
    assert objects('{"@type": "Article", "headline": "dva\nřádky"}')[0]["headline"] == "dva\nřádky"
    assert objects(r'{"@type": "Article", "headline": "It\'s",}')[0]["headline"] == r"It\'s"


def test_pairs_are_salvaged_from_an_unreadable_article() -> None:
    text = '{"@type": "Article", "headline": "Mlýn", "name": "U "Hráze"", "datePublished": "2021-05-03"}'
    assert objects(text) == [{"@type": "Article", "headline": "Mlýn", "datePublished": "2021-05-03"}]
    assert objects(text.replace('"Article"', '"Offer"')) == []


def test_entities_of_a_page_lie_in_the_main_one() -> None:
    page = {"@type": "WebPage", "mainEntity": ARTICLE}
    assert objects(json.dumps(page)) == [page, ARTICLE]


def test_questions_of_an_faq_are_not_the_page() -> None:
    faq = {"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Kdy melete?"}]}
    assert objects(json.dumps(faq)) == [faq]


def test_depth_and_number_are_bounded() -> None:
    deep = '{"@graph": [' * 3000 + "]}" * 3000
    assert objects(deep) == []
    many = read(script(json.dumps([SITE] * (2 * MAX_OBJECTS))))
    assert len(many.objects) == MAX_OBJECTS


@pytest.mark.parametrize(
    ("things", "best"),
    [
        ([SITE, ARTICLE], 1),
        ([{"@type": "WebPage"}, {"@type": "Product", "name": "Mlýnek"}], 1),
        ([{"@type": ["WebPage", "Article"]}, {"@type": "WebPage"}], 0),
        ([{"@type": "https://schema.org/BlogPosting"}, {"@type": "WebPage"}], 0),
        ([{"@type": "Article"}, {"@type": "Article", "headline": "x"}], 1),
        ([{"@type": "Article", "headline": "a"}, {"@type": "Article", "headline": "b"}], 0),
    ],
)
def test_article_is_the_most_telling_object(things: list[Any], best: int) -> None:
    assert read(script(json.dumps(things))).article() == things[best]


def test_no_article() -> None:
    assert read(script(json.dumps([SITE, {"@type": "BreadcrumbList"}]))).article() is None
    assert read("").article() is None


def test_references_are_resolved() -> None:
    person = {"@id": "#jana", "@type": "Person", "name": "Jana Malá"}
    found = read(script(json.dumps({"@graph": [{**ARTICLE, "author": {"@id": "#jana"}}, person]})))
    assert found.resolve({"@id": "#jana"}) == person
    assert found.resolve({"@id": "#nobody"}) == {"@id": "#nobody"}
    assert found.resolve("Jana Malá") == "Jana Malá"


def test_of_kind() -> None:
    found = read(script(json.dumps([SITE, ARTICLE])))
    assert list(found.of_kind("website")) == [SITE]
    assert kinds({"@type": ["schema:Person", "https://schema.org/Author"]}) == {"person", "author"}


def test_meta_by_any_of_its_names_in_order() -> None:
    found = read(
        "<meta property='OG:Title' content=' Mlýn &amp;amp;  žito '><meta name=author content=A>"
        "<meta name=author content=B><meta name=empty content=''><meta itemprop=datePublished content=2021>"
        "<meta http-equiv=Content-Language content=cs>"
    )
    assert found.meta == {
        "og:title": ("Mlýn & žito",),
        "author": ("A", "B"),
        "content-language": ("cs",),
    }
    assert found.first("nic", "author", "og:title") == "A"
    assert found.first("nic") == ""


def test_items_with_their_scope() -> None:
    html = (
        "<body><div itemscope itemtype='https://schema.org/Article'><h1 itemprop='headline name'>Mlýn</h1>"
        "<p itemprop=author itemscope itemtype=Person><b itemprop=name>Jana</b></p>"
        "<time itemprop=datePublished datetime=2021-05-03>včera</time></div><a itemprop=url href=/x>odkaz</a>"
    )
    found = [(item.name, item.value, item.scope) for item in read(html).items]
    assert found == [
        ("headline", "Mlýn", "https://schema.org/Article"),
        ("name", "Mlýn", "https://schema.org/Article"),
        ("author", "Jana", "https://schema.org/Article"),
        ("name", "Jana", "Person"),
        ("datePublished", "2021-05-03", "https://schema.org/Article"),
        ("url", "odkaz", ""),
    ]


def test_item_text_is_bounded() -> None:
    html = "<div itemprop=articleBody>" + "<b>slovo </b>" * 5000 + "</div>"
    assert len(read(html).items[0].value) == MAX_VALUE


def test_links_by_rel() -> None:
    found = read("<link rel='Canonical shortlink' href=' /a '><link rel=canonical href=/b><link rel=icon>")
    assert found.links == {"canonical": ("/a", "/b"), "shortlink": ("/a",)}


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("  dvě   slova ", "dvě slova"),
        ("<b>tučné</b> &amp;lt;3", "tučné <3"),
        (["", {"name": "první"}, "druhé"], "první"),
        ({"@value": "hodnota"}, "hodnota"),
        ({"name": ["seznam"]}, "seznam"),
        ({"name": {"@value": "vnořená", "@language": "cs"}}, "vnořená"),
        ({"@list": ["", "z posloupnosti"]}, "z posloupnosti"),
        (7, "7"),
        (True, ""),
        (None, ""),
    ],
)
def test_plain(value: Any, expected: str) -> None:
    assert plain(value) == expected


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["@type", "@graph", "mainEntity", "name", "@id", "x"]), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@given(JSON)
def test_any_json_is_read(value: Any) -> None:
    found = read(script(json.dumps(value).replace("<", "\\u003c")))
    assert all(isinstance(plain(thing), str) for thing in found.objects)
    assert found.article() is None or found.article() in found.objects


@given(st.text(max_size=300))
def test_any_text_in_a_script_is_survived(text: str) -> None:
    assert read(script(text)).article() is None or text.strip()
    assert read(f"<div itemprop='{text}'>{text}</div><meta name='{text}' content='{text}'>").objects == ()


def test_item_is_a_value() -> None:
    assert Item(1, "name", "x", "") == Item(1, "name", "x", "")


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (" https://a.cz/1 ", "https://a.cz/1"),
        ([{"@type": "ImageObject", "contentUrl": "/2.jpg"}, "/3.jpg"], "/2.jpg"),
        ({"url": ["/4.jpg"]}, "/4.jpg"),
        ({"@value": "/5"}, "/5"),
        ({"@id": "#obr"}, "#obr"),
        ({"name": "bez adresy"}, ""),
        (7, ""),
        (None, ""),
    ],
)
def test_address_of(value: Any, expected: str) -> None:
    assert address_of(value) == expected


def test_halves_of_characters_are_dropped_and_pairs_are_not() -> None:
    script = (
        r'{"@type": "Article", "headline": "a\ud83d b\udf3e \ud83c\udf3e \\ud83d", "x": {"y": ["\udfff"]}}'
    )
    found = read(f"<script type=application/ld+json>{script}</script>").objects[0]
    assert found["headline"] == "a b 🌾 \\ud83d"
    assert found["x"] == {"y": [""]}
