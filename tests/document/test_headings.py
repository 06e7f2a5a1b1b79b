"""Headings: their words, and which is closest to a title."""

from __future__ import annotations

from zrno.acquire.parse import parse_tree
from zrno.config import Limits
from zrno.document.headings import MAX_HEADING, bare, closest, headings


def texts(html: str, *tags: str) -> list[str]:
    return [text for _, text in headings(parse_tree(html, limits=Limits()), *tags)]


def test_line_breaks_part_words_and_buttons_are_mute() -> None:
    html = "<h1>Mlýn<br>mele<button>Sdílet</button></h1><h2>Druhý #</h2><h3>třetí</h3>"
    assert texts(html, "h1", "h2") == ["Mlýn mele", "Druhý"]


def test_empty_and_endless_headings_are_left_out() -> None:
    assert texts(f"<h1> </h1><h1>{'a' * MAX_HEADING}b</h1><h1>{'<b>a</b>' * 300}</h1>", "h1") == []


def test_the_closest_to_the_title() -> None:
    title = "Mlýn pod hrází znovu mele | Mlýnské listy"
    assert closest(["Mlýnské listy", "Mlýn pod hrází znovu mele", "Mlýn"], title) == 1
    assert closest(["a"], "") == 0
    assert closest(["x", "y"], "") == 0


def test_a_heading_without_its_link_mark() -> None:
    assert bare("Instalace ¶") == "Instalace"
    assert bare("Instalace#") == "Instalace"
    assert bare("Jazyk C#") == "Jazyk C#"
    assert bare("Jazyk C# #") == "Jazyk C#"
