"""Parsing keeps its limits, and taming keeps the text."""

from __future__ import annotations

import pytest

from zrno.acquire.parse import parse_tree
from zrno.acquire.tame import MAX_OPEN_FORMATTING, SAFE_TAGS, tame
from zrno.config import Limits
from zrno.errors import TooLarge
from zrno.tree import Tree

HOSTILE = {
    "nested blocks": "<div>" * 100_000 + "grain",
    "nested inline": "<span>" * 100_000 + "grain",
    "nested lists": "<ul><li>" * 50_000 + "grain",
    "unmatched ends": "<x-y>" * 50_000 + "</z>" * 50_000 + "grain",
    "ends that reach nothing": "<div></form>" * 30_000 + "grain",
    "reopened formatting": "<p>"
    + "".join(f"<font size={i}>" for i in range(500))
    + "</p>"
    + "<p>grain</p>" * 5_000,
    "attributes": "<a " + " ".join(f"x{i}=1" for i in range(50_000)) + ">grain",
    "one quote": '<a "' + " ".join(f"x{i}=1" for i in range(50_000)) + ">grain",
    "lone brackets": "<" * 200_000 + " grain",
}


def depth(tree: Tree) -> int:
    depths = [0] * len(tree)
    for element, parent in enumerate(tree.parents):
        depths[element] = depths[parent] + 1 if parent >= 0 else 1
    return max(depths)


@pytest.mark.parametrize("html", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_shapes_keep_their_text_within_the_depth(html: str) -> None:
    tree = parse_tree(html, limits=Limits())
    assert "grain" in "".join(tree.texts)
    # html, head and body, and the cells and rows that tables imply, come on top.
    assert depth(tree) <= Limits().depth + 20


def test_reopened_formatting_stays_bounded() -> None:
    tree = parse_tree(HOSTILE["reopened formatting"], limits=Limits())
    assert len(tree.find("font")) <= 5_001 * MAX_OPEN_FORMATTING


def test_ordinary_pages_are_not_touched() -> None:
    rows = "".join(f"<tr><td><b>{i}</b><td>x</tr>" for i in range(3_000))
    page = f"<table>{rows}</table></span></div><p>end"
    assert page.count("<") > SAFE_TAGS
    assert tame(page, depth=512) == page


def test_quotes_count_only_behind_an_equals_sign() -> None:
    page = '<div id="a</div><div b="c">' + "<p>x</p>" * 5_000 + "<i title=it's>y</i>\""
    assert tame(page, depth=512) == page


def test_scripts_are_skipped_as_text() -> None:
    page = "<script>" + "'<div>'+" * 9_000 + "</script><p>grain"
    assert tame(page, depth=512) == page


def test_too_many_elements_are_refused_by_name() -> None:
    with pytest.raises(TooLarge, match="more than 50 elements"):
        parse_tree("<p>x" * 100, limits=Limits(nodes=50))


def test_empty_text_is_an_empty_page() -> None:
    assert "".join(parse_tree("", limits=Limits()).texts) == ""
