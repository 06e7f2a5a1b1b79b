"""Names on elements, words in blocks, and what a table says of them."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, measure, split
from zrno.blocks.ranges import ranges
from zrno.classify.grain_tokens import (
    MAX_TOKENS,
    comment_blocks,
    element_tokens,
    odds,
    over_path,
    tag_tokens,
    text_tokens,
)
from zrno.config import Limits
from zrno.model import Page


def blocks_of(html: str) -> Blocks:
    return split(Page(parse_tree(html, limits=Limits())))


def tokens_of(opening: str) -> tuple[str, ...]:
    tree = blocks_of(f"<body>{opening}text").tree
    sets, which = element_tokens(tree, [len(tree) - 1])
    return sets[int(which[0])] if which[0] >= 0 else ()


def commented(html: str) -> list[bool]:
    blocks = blocks_of(html)
    spans = ranges(blocks)
    sets, which = element_tokens(blocks.tree, np.flatnonzero(spans.last > spans.first).tolist())
    flags: list[bool] = comment_blocks(sets, which, spans).tolist()
    return flags


def test_names_are_split_at_capitals_and_marks() -> None:
    assert tokens_of('<div class="post-body mainColumn">') == (
        ".post-body", "post", "body", ".maincolumn", "main", "column",
    )  # fmt: skip
    assert tokens_of('<div id="NAV_top">') == ("#nav_top", "nav", "top")


def test_digits_stand_as_zero_and_a_single_letter_is_no_word() -> None:
    assert tokens_of('<div class="col2 x" id="post-1234">') == (".col0", "col", ".x", "#post-0", "post")


def test_a_token_comes_once() -> None:
    assert tokens_of('<div class="story story-text">') == (".story", "story", ".story-text", "text")


def test_roles_are_taken_whole() -> None:
    assert tokens_of('<div role="Navigation" itemprop="articleBody">') == ("=navigation", "=articlebody")


def test_attributes_that_say_nothing_give_no_tokens() -> None:
    assert tokens_of('<div title="story" style="color:red">') == ()
    assert tokens_of("<div>") == ()


def test_generated_names_are_cut() -> None:
    names = " ".join("n" + "a" * length for length in range(1, 60))
    assert len(tokens_of(f'<div class="{names}">')) == MAX_TOKENS


def test_elements_with_the_same_names_share_a_set() -> None:
    tree = blocks_of("<body><p class=a>x<p class=b>y<p class=a>z<p>w").tree
    sets, which = element_tokens(tree, tree.find("p"))
    assert sets == [(".a",), (".b",)]
    assert which.tolist() == [0, 1, 0, -1]


def test_a_box_named_for_comments_holds_its_blocks() -> None:
    assert commented("<div><p>text</p></div><ol class=commentlist><li>a</li><li>b</li></ol><p>end</p>") == [
        False, True, True, False,
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["comments", "disqus_thread", "respond", "replies", "komentare", "diskuse"])
def test_names_of_comments(name: str) -> None:
    assert commented(f"<p>text</p><div id={name}>said</div>") == [False, True]


@pytest.mark.parametrize("name", ["commerce", "article", "recomment", "discount"])
def test_other_names(name: str) -> None:
    assert commented(f"<p>text</p><div id={name}>said</div>") == [False, False]


def test_a_name_on_the_whole_page_is_no_box() -> None:
    assert commented("<body class=comments-open><p>a</p><p>b</p><div class=comment>c</div>") == [
        False, False, True,
    ]  # fmt: skip


def test_nested_boxes_count_once_and_a_page_without_text_has_none() -> None:
    assert commented("<p>a</p><div id=comments><p>b</p><p class=comment>c</p><p>d</p></div><p>e</p>") == [
        False, True, True, True, False,
    ]  # fmt: skip
    assert commented("") == []


def test_tags_of_an_element_and_the_two_above() -> None:
    blocks = blocks_of("<body>bare<div><ul><li>item</li></ul></div>")
    assert tag_tokens(blocks, ranges(blocks).parents) == ["body<html<html", "li<ul<div"]


def test_words_of_short_blocks_and_whole_texts_of_very_short_ones() -> None:
    long = " ".join(["word"] * 31)
    middle = "A line of seven words is quite enough, as everybody knows"
    blocks = blocks_of(f"<p>Page 12 of 30</p><p>{long}</p><p>{middle}</p>")
    words, texts = text_tokens(blocks, measure(blocks))
    assert texts == ["page 0 of 0", "", ""]
    assert words[0] == ["page", "0", "of", "0"]
    assert words[1] == []
    assert words[2] == middle.lower().replace(",", "").split()


def test_odds_are_mean_least_and_greatest_of_the_known() -> None:
    table = {"post": 1.5, "nav": -2.0, "text": 0.5}
    found = odds([("post", "nav", "unknown"), ("text",), ("unknown",), ()], table)
    assert found.tolist() == [[-0.25, -2, 1.5], [0.5, 0.5, 0.5], [0, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_a_place_of_minus_one_finds_zeros() -> None:
    assert odds([("a",)], {"a": 3.0})[-1].tolist() == [0, 0, 0]


def test_least_greatest_and_sum_along_the_way_up() -> None:
    blocks = blocks_of("<html><head></head><body><div><p>a</p><p>b</p></div><p>c</p>")
    assert list(blocks.tree.tags) == ["html", "head", "body", "div", "p", "p", "p"]
    values = np.array([0.0, 9.0, 1.0, -2.0, 3.0, -4.0, 0.5])
    least, greatest, total = over_path(values, ranges(blocks))
    assert least.tolist() == [0, 0, 0, -2, -2, -4, 0]
    assert greatest.tolist() == [0, 9, 1, 1, 3, 1, 1]
    assert total.tolist() == [0, 9, 1, -1, 2, -5, 1.5]
