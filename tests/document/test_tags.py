"""Tags in the page: which lists count, and in what order."""

from __future__ import annotations

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document import structured, tags
from zrno.document.region import locate
from zrno.model import Kind, Label, Page

PROSE = "Mlynář otevřel vrata a ukázal na dvory, kde se od rána sypalo zrno z posledních vozů."


def shown(before: str, after: str) -> list[tuple[str, tuple[str, ...]]]:
    html = f"<body>{before}<main><h1>Mlýn</h1><p>{PROSE}</p>{after}</main></body>"
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    labels = [Label(b.index, Kind.PARAGRAPH if b.text == PROSE else Kind.OTHER, 1.0, "") for b in blocks]
    region = locate(page.tree, structured.read(page), blocks, labels)
    return [(each.origin, each.texts) for each in tags.shown(page.tree, region) if each.texts]


def test_single_tags_are_gathered_under_what_holds_them() -> None:
    box = "".join(
        f"<my-button><button class=tag><a href=/x>{word}</a></button></my-button> " for word in ("a", "b")
    )
    assert shown("", f"<section>{box}</section>") == [("class of tags", ("a", "b"))]


def test_items_without_links() -> None:
    assert shown("", "<ul><li class=tag>a</li><li class=tag>b</li></ul>") == [("class of tags", ("a", "b"))]


def test_a_single_tag_has_to_be_a_link_near_the_end() -> None:
    assert shown("", "<p><a class=tag href=/x>mlýn</a> a dál</p>") == [("class of tags", ("mlýn",))]
    assert shown("", "<p><span class=tag>mlýn</span> a dál</p>") == []
    assert shown("", "<i></i>" * (tags.CLOSE + 5) + "<p><a class=tag href=/x>mlýn</a> a dál</p>") == []


def test_tags_too_far_after_the_end_are_of_others() -> None:
    after = "<i></i>" * (tags.AFTER + 5)
    assert shown("", f"{after}<div class=tags><a href=/1>a</a><a href=/2>b</a></div>") == []


def test_tags_above_the_headline_but_not_in_a_menu() -> None:
    box = "<a class=tag href=/1>a</a> <a class=tag href=/2>b</a>"
    assert shown(f"<div>{box}</div>", "") == [("class of tags", ("a", "b"))]
    assert shown(f"<nav>{box}</nav>", "") == []


def test_the_nearer_list_comes_first() -> None:
    near, far = (f"<div class=topics><a href=/1>{word}</a><a href=/2>c</a></div>" for word in ("a", "b"))
    assert [texts for _, texts in shown("", f"{near}<hr><hr>{far}")] == [("a", "c"), ("b", "c")]


def test_a_sentence_with_links_is_no_list() -> None:
    links = "<a href=/tag/a>a</a> a také <a href=/tag/b>b</a>"
    assert shown("", f"<p>O tom všem jsme už několikrát podrobně psali: {links}</p>") == []


def test_link_texts() -> None:
    tree = parse_tree("<p><a>a</a> b <i><a>c</a></i><a></a></p>", limits=Limits())
    assert tags.link_texts(tree, tree.find("p")[0]) == ("a", "c")


def test_a_marked_list_of_items_without_links() -> None:
    assert shown("", "<div><ul class=tags><li>mlýn</li><li><b>žito</b></li></ul></div>") == [
        ("class of tags", ("mlýn", "žito"))
    ]


def test_a_marked_line_without_links() -> None:
    assert shown("", "<p class=tags>Štítky: mlýn, žito | polní práce</p>") == [
        ("class of tags", ("Štítky: mlýn", "žito", "polní práce"))
    ]
    assert shown("", f"<p class=tags>{PROSE}</p>") == []
    assert shown("", "<p class=tags>mlýn</p>") == []


def test_links_are_surer_than_items_without() -> None:
    bare = "<ul class=tags><li>hráz</li><li>pole</li></ul>"
    links = "<div class=topics><a href=/1>mlýn</a><a href=/2>žito</a></div>"
    assert [texts for _, texts in shown("", bare + links)] == [("mlýn", "žito"), ("hráz", "pole")]


def test_links_to_tags_right_above_the_headline() -> None:
    links = "<nav><a href=/tag/mlyn>mlýn</a> <a href=/tag/zito>žito</a></nav>"
    assert shown(links, "") == []
    html = f"<main>{links}<div><h1>Mlýn</h1></div><p>{PROSE}</p></main>"
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    labels = [Label(b.index, Kind.PARAGRAPH if b.text == PROSE else Kind.OTHER, 1.0, "") for b in blocks]
    region = locate(page.tree, structured.read(page), blocks, labels)
    assert [each.texts for each in tags.shown(page.tree, region) if each.texts] == [("mlýn", "žito")]
