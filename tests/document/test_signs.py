"""Signs for raised figures, quotations and readings; words stay as they are wherever there is doubt."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.config import Limits
from zrno.document import Document
from zrno.document.signs import Signs
from zrno.model import Kind, Label, Page


def signed(html: str) -> list[str]:
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    signs = Signs(page, blocks)
    spans = zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True)
    return [signs.text(start, end) for start, end in spans]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("10<sup>6</sup> zrn", "10⁶ zrn"),
        ("10<sup>-12</sup> g", "10⁻¹² g"),
        ("10<sup><b>6</b></sup>", "10⁶"),
        ("Ca2<sup>+</sup>", "Ca2⁺"),
        ("log<sub>2</sub>8", "log₂8"),
        ("<sup>1</sup>2021", "¹2021"),
        ("v roce 2021<sup><a href=#p3>3</a></sup>", "v roce 2021[3]"),
        ("v roce 2021<a href=#p3><sup>3</sup></a>", "v roce 2021[3]"),
        # Nobody misreads these.
        ("H<sub>2</sub>O", "H2O"),
        ("20 m<sup>2</sup>", "20 m2"),
        ("1<sup>st</sup>", "1st"),
        ("slovo<sup>3</sup>", "slovo3"),
        ("2021<sup>[1]</sup>", "2021[1]"),
        ("10 <sup>6</sup>", "10 6"),
        ("10<sup>1234</sup>", "101234"),
        ("10<sup></sup>6", "106"),
    ],
)
def test_figures(html: str, text: str) -> None:
    assert signed(f"<p>{html}</p>") == [text]


@pytest.mark.parametrize(
    ("language", "html", "text"),
    [
        ("en", "He said <q>yes</q>.", "He said “yes”."),
        ("cs-CZ", "Řekla<q> jistě, <b>hned</b> </q>.", "Řekla „jistě, hned“ ."),
        ("fr", "<q>oui</q>", "«oui»"),
        ("", "<q>a</q>", "“a”"),
        ("en", '"<q>yes</q>"', '"yes"'),
        ("en", "<q>“yes”</q>", "“yes”"),
        ("en", "<q></q>x", "x"),
        ("en", "<q>a <q>b</q></q>", "“a “b””"),
    ],
)
def test_quotations(language: str, html: str, text: str) -> None:
    assert signed(f"<html lang='{language}'><p>{html}</p>") == [text]


def test_readings_stand_in_brackets() -> None:
    assert signed("<p><ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字<rt>じ</rt></ruby></p>") == [
        "漢(かん)字(じ)"
    ]


def test_neighbours_are_those_of_the_same_block() -> None:
    assert signed("<p>Rok 2021</p><p><sup>1</sup> poznámka</p><p>7</p>") == ["Rok 2021", "1 poznámka", "7"]


def test_marks_keep_the_signs() -> None:
    page = Page(parse_tree("<p>asi <b>10<sup>6</sup></b> zrn, <q>dost</q></p>", limits=Limits()))
    blocks = split(page)
    labels = [Label(0, Kind.PARAGRAPH, 1.0, "")]
    doc = Document(page, blocks, measure(blocks), labels, method="test", mode="balanced")
    assert doc.text == "asi 10⁶ zrn, “dost”"
    assert doc.markdown == "asi **10⁶** zrn, “dost”"


@given(st.lists(st.sampled_from([*"<sup> </sup> <sub> </sub> <q> </q> <rt> <p> <a> 1 2 x".split(), " "])))
def test_any_page_keeps_its_letters(parts: list[str]) -> None:
    html = "".join(parts)
    blocks = split(Page(parse_tree(html, limits=Limits())))
    kept = "".join(each for each in "".join(signed(html)) if each not in "“”()[]")
    raised = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉", "01234567890123456789")
    assert kept.translate(raised) == blocks.buffer
