"""Blocks: where they are cut, what they say, where they stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, split
from zrno.config import Limits
from zrno.model import Page


def blocks_of(html: str) -> Blocks:
    return split(Page(parse_tree(html, limits=Limits())))


def test_bare_text_beside_block_children_is_a_block_of_its_own() -> None:
    blocks = blocks_of("<div>before <b>bo</b>ld<p>inside</p>after</div>")
    assert blocks.texts == ["before bold", "inside", "after"]
    assert [block.tag for block in blocks] == ["div", "p", "div"]


def test_an_empty_block_child_still_separates() -> None:
    assert blocks_of("<div>one<p></p>two</div>").texts == ["one", "two"]


def test_inline_elements_dissolve_without_a_space() -> None:
    assert blocks_of("<p>H<sub>2</sub>O is <a href=/w>wat</a>er</p>").texts == ["H2O is water"]


def test_line_breaks_cut_and_are_counted() -> None:
    blocks = blocks_of("<div>one<br>two<br><br>three<p>four</p>five<br>six</div>")
    assert blocks.texts == ["one", "two", "three", "four", "five", "six"]
    assert [block.breaks for block in blocks] == [0, 1, 2, 0, 0, 1]


def test_white_space_collapses_and_invisible_marks_vanish() -> None:
    html = "<p>  a\n\t&nbsp; b&shy;c\u200bd \u3000 e&#0; </p><p> \u00a0 </p>"
    assert blocks_of(html).texts == ["a bcd e\ufffd"]


def test_ideographs_are_ink() -> None:
    assert blocks_of("<p>能登半島 地震</p><p>이재명</p><p>😀 👩‍🚀</p>").texts == [
        "能登半島 地震",
        "이재명",
        "😀 👩‍🚀",
    ]


@pytest.mark.parametrize(
    "tag", ["script", "noscript", "object", "video", "style", "canvas", "iframe", "svg", "template"]
)
def test_non_text_elements_are_dropped(tag: str) -> None:
    assert "".join(blocks_of(f"<p>a <{tag}>hidden</{tag}> b</p>").texts).replace(" ", "") == "ab"


def test_cells_and_items_are_blocks() -> None:
    html = "<table><tr><th>x<td>y</table><ul><li>one<ul><li>two</ul>three</ul><dl><dt>t<dd>d</dl>"
    assert blocks_of(html).texts == ["x", "y", "one", "two", "three", "t", "d"]


def test_path_is_the_elements_or_the_first_texts() -> None:
    blocks = blocks_of("<div>a<p>b</p><i>c</i> d</div><p>e</p>")
    assert [block.path for block in blocks] == [
        "/html/body/div/text()[1]",
        "/html/body/div/p",
        "/html/body/div/i/text()[1]",
        "/html/body/p",
    ]


def test_a_block_is_found_again_by_its_path() -> None:
    blocks = blocks_of("<div>a<p>b</p><i>c</i> d<br>e</div><p> <b>f</b></p>")
    for block in blocks:
        assert blocks.at(block.path).index == block.index
    with pytest.raises(KeyError):
        blocks.at("/html/body/h1")


def test_sequence_behaviour() -> None:
    blocks = blocks_of("<p>a<p>b<p>c")
    assert len(blocks) == 3
    assert blocks[-1].text == "c"
    assert [block.text for block in blocks[:2]] == ["a", "b"]
    with pytest.raises(IndexError):
        blocks[3]
    assert blocks_of("").texts == []


MARKUP = st.lists(
    st.sampled_from(
        ["<p>", "</p>", "<div>", "</div>", "<br>", "<a href=x>", "</a>", "<td>", "<table>", "<li>", "<b>"]
    )
    | st.text(max_size=12),
    max_size=40,
).map("".join)


@given(MARKUP)
def test_block_texts_are_the_ink_of_the_page_in_order(html: str) -> None:
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    assert "".join(blocks.texts) == blocks.buffer
    ink = iter("".join("".join(page.tree.texts).split()))
    assert all(character in ink for text in blocks.texts for character in "".join(text.split()))
    for block in blocks:
        assert block.text == block.text.strip()
        assert block.text
        assert "  " not in block.text
        assert blocks.at(block.path).index == block.index


def test_a_page_filled_by_scripts_is_read_as_those_without_scripts_read_it() -> None:
    told = "The text of the thread stands here for readers without scripts. " * 12
    assert blocks_of(f"<div>Loading</div><noscript><p>{told}</p></noscript>").texts == [
        "Loading",
        told.strip(),
    ]


def test_a_notice_to_switch_scripts_on_stays_unseen() -> None:
    assert blocks_of("<p>Short page</p><noscript>Please enable JavaScript</noscript>").texts == ["Short page"]
