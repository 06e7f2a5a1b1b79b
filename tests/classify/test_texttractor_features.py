"""The 26 features of method `texttractor` on a page small enough to count."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.classify.texttractor_features import NAMES, columns, inputs, with_neighbours
from zrno.config import Limits
from zrno.model import Page

HTML = """
<body class="article"><div class="site-mainContent"><h1>Old Bridge</h1>
<p>Rain fell on BRNO. See <a href=/x>maps</a> | 12 <cite>x</cite><img src=i></p></div>
<ul><li>© 2014 a&lt;b</li></ul>
"""


def table_of(html: str) -> dict[str, list[float]]:
    blocks = split(Page(parse_tree(html, limits=Limits())))
    found = columns(blocks, measure(blocks))
    return {name: found[:, number].tolist() for number, name in enumerate(NAMES)}


# Three blocks: "Old Bridge" (10 characters), "Rain fell on BRNO. See maps | 12 x" (34) and "© 2014 a<b" (10).
EXPECTED = {
    "letters": [9 / 22, 1, 2 / 22],  # Rain fell on BRNO See maps x
    "words": [2 / 9, 1, 3 / 9],
    "capital_words": [2 / 3, 1, 0],
    "upper_words": [0, 1, 0],
    "sentences": [1, 1, 1],
    "digit_share": [0, 2 / 34, 4 / 10],
    "space_share": [1 / 10, 8 / 34, 2 / 10],
    "links": [0, 1, 0],
    "bars": [0, 1, 0],
    "images": [0, 0, 1],  # behind the last text of the second block: counted with the third
    "inline": [0, 1, 0],
    "copyright": [0, 0, 1],
    "angle_brackets": [0, 0, 1],
    "word_length": [1, (26 / 9) / 4.5, (8 / 3) / 4.5],
    "sentence_length": [2 / 9, 1, 3 / 9],
    "image_share": [0, 0, 1 / 3],
    "bar_share": [0, 1 / 34, 0],
    "link_share": [0, 1 / 9, 0],
    "upper_share": [0, 1 / 9, 0],
    # means 4.5, 2.89, 2.67; longer: Bridge; Rain fell BRNO. See maps; 2014 a<b
    "long_word_share": [1 / 2, 5 / 9, 2 / 3],
    "short_word_share": [1 / 2, 4 / 9, 1 / 3],
    "positive_name": [1, 1, 0],
    "heading": [1, 0, 0],
    "paragraph": [0, 1, 0],
    "item": [0, 0, 1],
    "position": [0, 1 / 3, 2 / 3],
}


def test_there_are_26_features() -> None:
    assert len(NAMES) == 26
    assert set(NAMES) == set(EXPECTED)


@pytest.mark.parametrize("name", NAMES)
def test_a_feature_counted_by_hand(name: str) -> None:
    assert table_of(HTML)[name] == pytest.approx(EXPECTED[name], abs=1e-6)


def test_words_of_the_mean_length_are_neither_long_nor_short() -> None:
    found = table_of("<p>one two six</p>")
    assert found["long_word_share"] == found["short_word_share"] == [0]


def test_an_ideograph_is_a_word() -> None:
    found = table_of("<p>河水上涨</p><p>ab</p>")
    assert found["words"] == [1, 0.25]
    assert found["long_word_share"] == [0, 0]


@pytest.mark.parametrize(
    ("name", "positive"),
    [("content", 1), ("articleBody", 1), ("post-text", 1), ("obsah", 1), ("sidebar", 0), ("contented", 0)],
)
def test_names_are_looked_at_by_their_words(name: str, positive: float) -> None:
    assert table_of(f"<section><div id='{name}'><p>Rain.</p></div></section>")["positive_name"] == [positive]


def test_the_class_of_body_says_nothing() -> None:
    assert table_of("<body class='single-post content'><p>Rain.</p>")["positive_name"] == [0]


def test_neighbours_stand_beside_and_are_zero_at_the_ends() -> None:
    rows = with_neighbours(np.array([[1, 2], [3, 4], [5, 6]], dtype=np.float32))
    assert rows.tolist() == [[0, 0, 1, 2, 3, 4], [1, 2, 3, 4, 5, 6], [3, 4, 5, 6, 0, 0]]


@pytest.mark.parametrize("html", ["", "<p></p>", "<img src=x>"])
def test_a_page_without_text_has_no_rows(html: str) -> None:
    blocks = split(Page(parse_tree(html, limits=Limits())))
    assert inputs(blocks, measure(blocks)).shape == (0, 78)


@given(st.lists(st.text(max_size=40), max_size=8))
def test_every_input_lies_between_0_and_1(texts: list[str]) -> None:
    html = "".join(f"<div class=c><p>{text}<img><a href=x>{text}</a></p></div>" for text in texts)
    blocks = split(Page(parse_tree(html, limits=Limits())))
    found = inputs(blocks, measure(blocks))
    assert found.shape == (len(blocks), 78)
    assert ((found >= 0) & (found <= 1)).all()
