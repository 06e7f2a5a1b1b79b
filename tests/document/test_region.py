"""The place of the article: headline, first and last of the content."""

from __future__ import annotations

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document import structured
from zrno.document.region import NO_BODY, Region, locate
from zrno.model import Kind, Label, Page


def place(html: str, content: tuple[str, ...] = ()) -> tuple[Page, Region]:
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    kinds = [Kind.PARAGRAPH if text in content else Kind.OTHER for text in blocks.texts]
    labels = [Label(number, kind, 1.0, "") for number, kind in enumerate(kinds)]
    return page, locate(page.tree, structured.read(page), blocks, labels)


def test_the_headline_is_the_one_in_the_title() -> None:
    html = (
        "<title>Mlýn znovu mele | Listy</title><h1>Listy</h1><h1>Mlýn znovu mele</h1><p>A</p><p>B</p><i>C</i>"
    )
    page, region = place(html, ("A", "B"))
    first, second = page.tree.find("p")
    assert (region.headline, region.body, region.finish) == (
        page.tree.find("h1")[1],
        first,
        page.tree.ends[second],
    )
    assert region.last == 3  # headings are blocks too, the title is none


def test_a_second_level_headline_in_the_title() -> None:
    page, region = place(
        "<title>Mlýn znovu mele</title><h1>Listy</h1><h2>Mlýn znovu mele</h2><p>A</p>", ("A",)
    )
    assert region.headline == page.tree.find("h2")[0]


def test_without_a_title_the_last_h1_before_the_content() -> None:
    page, region = place("<h1>Listy</h1><h1>Mlýn</h1><p>A</p><h1>Jiné</h1>", ("A",))
    assert region.headline == page.tree.find("h1")[1]


def test_without_headings_the_content_itself() -> None:
    page, region = place("<p>A</p><p>B</p>", ("A",))
    assert region.headline == page.tree.find("p")[0]


def test_without_labels_everything_after_the_headline() -> None:
    page, region = place("<h1>Mlýn</h1>" + "<p>A</p>" * 100)
    assert (region.body, region.finish, region.last) == (region.headline + NO_BODY, len(page.tree), -1)


def test_around_stays_inside_the_page() -> None:
    page, region = place("<h1>Mlýn</h1><p>A</p>", ("A",))
    assert region.around(100, 100) == range(len(page.tree))
    assert region.around(0, 0) == range(region.headline, region.finish)


def test_headings_and_captions_are_not_the_text() -> None:
    page = Page(parse_tree("<h1>Mlýn</h1><i>A</i><p>B</p><p>C</p>", limits=Limits()))
    blocks = split(page)
    kinds = (Kind.HEADING, Kind.CAPTION, Kind.PARAGRAPH, Kind.CAPTION)
    labels = [Label(number, kind, 1.0, "") for number, kind in enumerate(kinds)]
    region = locate(page.tree, structured.read(page), blocks, labels)
    assert (region.body, region.last) == (page.tree.find("p")[0], 2)


def test_an_empty_page_has_a_place() -> None:
    _, region = place("")
    assert region.headline == 0
