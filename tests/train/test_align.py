from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, split
from zrno.config import Limits
from zrno.model import Page
from zrno.train.align import Alignment, align, gold_of
from zrno.train.datasets import Example


def page(*paragraphs: str) -> Blocks:
    body = "".join(f"<p>{each}</p>" for each in paragraphs)
    return split(Page(parse_tree(f"<body>{body}</body>", limits=Limits())))


def aligned(blocks: Blocks, gold: str, markup: str | None = None) -> Alignment:
    return align(blocks, gold_of(Example("1", "set", "site", b"", gold, {}, markup)))


def test_every_word_finds_its_place_in_gold() -> None:
    blocks = page("menu home", "the old bridge will be repaired", "until autumn then")
    found = aligned(blocks, "The old bridge will be repaired\nuntil autumn then")
    assert found.matches.tolist() == [-1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert found.shares(blocks.starts).tolist() == [0, 1, 1]
    assert found.coverage == 1


def test_a_gap_between_anchors_is_filled_by_single_words() -> None:
    blocks = page("one two three four extra five six seven eight nine")
    found = aligned(blocks, "one two three four five changed seven eight nine ten")
    # five stands between the anchors and is gold; extra and six are not
    assert found.matches.tolist() == [0, 1, 2, 3, -1, 4, -1, 6, 7, 8]
    assert found.shares(blocks.starts).tolist() == pytest.approx([0.8])


def test_a_recurring_short_text_is_gold_only_beside_its_neighbours() -> None:
    filler = [f"word{number} filler text here" for number in range(30)]
    blocks = page("Read more", *filler, "Read more", "about the bridge and the river below it")
    found = aligned(blocks, "Read more\nabout the bridge and the river below it")
    shares = found.shares(blocks.starts)
    assert shares[0] == 0
    assert shares[-2] == shares[-1] == 1


def test_a_short_text_far_from_the_body_is_no_gold() -> None:
    filler = [f"word{number} filler text here" for number in range(30)]
    blocks = page("Bridges", *filler, "about the bridge and the river below it")
    found = aligned(blocks, "Bridges\nabout the bridge and the river below it")
    assert found.shares(blocks.starts)[0] == 0


def test_a_piece_that_stands_elsewhere_is_found() -> None:
    lead = "the lead of the article that stands in a box beside it"
    body = "the body of the story goes on for quite a while and then ends"
    blocks = page(body, lead)
    assert aligned(blocks, f"{lead}\n{body}").shares(blocks.starts).tolist() == [1, 1]


def test_what_is_missing_on_the_page_does_not_disturb_the_rest() -> None:
    blocks = page("one two three four five six", "seven eight nine ten eleven")
    found = aligned(blocks, "one two three four five six\nnot on this page\nseven eight nine ten eleven")
    assert found.shares(blocks.starts).tolist() == [1, 1]
    assert found.coverage == pytest.approx(11 / 15)


def test_labels_tell_the_unit_and_its_continuation() -> None:
    blocks = page(
        "Home", "Old bridge closes", "The bridge closes on Monday", "and opens in May", "first bank"
    )
    markup = "URL: x\n<h>Old bridge closes\n<p>The bridge closes on Monday and opens in May\n<l>first bank"
    found = aligned(blocks, "ignored where there is markup", markup)
    assert found.labels(blocks.starts) == ["o", "h", "p", "c", "l"]
    assert found.gold.marked


def test_ideographs_align_one_by_one() -> None:
    blocks = page("首页", "旧桥将于五月重新开放")
    found = aligned(blocks, "旧桥将于五月重新开放")
    assert found.shares(blocks.starts).tolist() == [0, 1]


def test_nothing_to_align() -> None:
    empty, blocks = page(), page("one two")
    assert aligned(empty, "one two").shares(empty.starts).tolist() == []
    assert aligned(blocks, "").shares(blocks.starts).tolist() == [0]
    assert aligned(blocks, "").labels(blocks.starts) == ["o"]


_WORDS = st.lists(st.sampled_from("a b c d e f g".split()), max_size=40).map(" ".join)


@given(st.lists(_WORDS, max_size=6), _WORDS)
def test_matched_words_are_equal_and_each_gold_word_is_taken_once(paragraphs: list[str], gold: str) -> None:
    blocks = page(*paragraphs)
    found = aligned(blocks, gold)
    matched = np.flatnonzero(found.matches >= 0)
    for word in matched.tolist():
        place = int(found.places[word])
        assert blocks.buffer[place] == found.gold.words[int(found.matches[word])]
    assert len(set(found.matches[matched].tolist())) == len(matched)


@given(st.lists(_WORDS.filter(lambda text: len(text.split()) > 8), min_size=1, max_size=6))
def test_a_page_that_is_all_gold_aligns_wholly(paragraphs: list[str]) -> None:
    blocks = page(*paragraphs)
    assert aligned(blocks, "\n".join(paragraphs)).coverage > 0.9


def test_overlapping_runs_take_no_gold_word_twice() -> None:
    blocks = page("a b a b a b c d e a b a b")
    found = aligned(blocks, "a b a b c d e a b")
    matched = found.matches[found.matches >= 0].tolist()
    assert len(matched) == len(set(matched))
    assert found.coverage <= 1
