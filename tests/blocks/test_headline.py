"""The heading of the article among several."""

from __future__ import annotations

import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks.headline import headline, likeness, page_title
from zrno.config import Limits


def chosen(html: str) -> str | None:
    tree = parse_tree(html, limits=Limits())
    found = headline(tree)
    return None if found is None else tree.text(found)


def test_the_only_h1() -> None:
    assert chosen("<title>Whatever</title><h1>Rain in Brno</h1><h2>Whatever</h2>") == "Rain in Brno"


def test_of_several_the_one_closest_to_the_title() -> None:
    html = "<title>Rain in Brno | Daily</title><h1>Daily news</h1><h1>Rain in Brno</h1><h1>Weather</h1>"
    assert chosen(html) == "Rain in Brno"


def test_without_h1_a_lower_heading_like_the_title() -> None:
    assert (
        chosen("<title>Rain in Brno - Daily</title><h2>Most read</h2><h2>Rain in Brno</h2>") == "Rain in Brno"
    )
    assert chosen("<title>Rain in Brno</title><h2>Most read</h2>") is None


def test_without_headings_the_marked_one() -> None:
    assert chosen("<title>Daily</title><div itemprop=headline>Rain in Brno</div>") == "Rain in Brno"


def test_empty_and_pictured_titles_do_not_count() -> None:
    assert chosen("<title>A</title><h1><img></h1><h1>Rain</h1>") == "Rain"
    tree = parse_tree("<body><svg><title>icon</title></svg>", limits=Limits())
    assert page_title(tree) == ""


@pytest.mark.parametrize(
    ("text", "title", "expected"),
    [
        ("abcd", "abcd", 1.0),
        ("abcd", "abxd", 0.75),  # one of four letters differs
        ("abcd", "abcd - e", 0.75),  # the beginning agrees; half the title is something else
        ("", "abcd", 0.0),
        ("abcd", "", 0.0),
    ],
)
def test_likeness_by_hand(text: str, title: str, expected: float) -> None:
    assert likeness(text, title) == pytest.approx(expected)
