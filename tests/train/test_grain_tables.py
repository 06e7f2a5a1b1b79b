"""Votes of pages and the log-odds counted from them, by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.config import Limits
from zrno.model import Page
from zrno.train.grain_tables import MAX_VOTES, MIN_ODDS, MIN_SITES, SMOOTHING, Ballot, ballot, tables


def page(site: str, kind: str = "names", **votes: float) -> Ballot:
    return Ballot(site, {"names": {}, "tags": {}, "words": {}, "texts": {}, kind: votes})


def test_a_page_votes_with_the_share_of_grain() -> None:
    html = (
        "<div class=story><p>Owls left town</p><p>Share this</p></div><ul class=menu><li>Share this</li></ul>"
    )
    blocks = split(Page(parse_tree(html, limits=Limits())))
    found = ballot("a.example", blocks, measure(blocks), np.array([1.0, 0, 0]), np.array([0.5, 0.3, 0.2]))
    names = found.votes["names"]
    assert names["story"] == names[".story"] == pytest.approx(0.5 / 0.8)
    assert names["menu"] == 0
    assert found.votes["tags"] == pytest.approx({"p<div<body": 0.625, "li<ul<body": 0})
    assert found.votes["texts"] == {"owls left town": 1, "share this": 0}
    assert found.votes["words"] == {"owls": 1, "left": 1, "town": 1, "share": 0, "this": 0}
    assert found.site == "a.example"


def test_a_name_on_two_boxes_votes_by_weight() -> None:
    blocks = split(
        Page(parse_tree("<p class=x>one</p><p class=xx>two</p><p class=x>three</p>", limits=Limits()))
    )
    found = ballot("a", blocks, measure(blocks), np.array([1.0, 1, 0]), np.array([0.6, 0.2, 0.2]))
    assert found.votes["names"][".x"] == pytest.approx(0.75)


def test_log_odds_with_doubt_on_either_side() -> None:
    shares = (1.0, 1.0, 0.5, 0.0)
    found = tables(page(f"site{n}", story=share) for n, share in enumerate(shares)).names
    # 2.5 votes for, 1.5 against, SMOOTHING to both
    assert SMOOTHING == 1.5
    assert found == {"story": round(math.log(4 / 3), 3)}


def test_a_site_counts_for_a_few_pages_at_most() -> None:
    loud = [page("loud", nav=0.0) for _ in range(50)]
    quiet = [page(f"site{n}", nav=1.0) for n in range(3)]
    # 3 for, MAX_VOTES against: the fifty pages of one site weigh no more than the three others
    assert MAX_VOTES == 3
    assert tables([*loud, *quiet]).names == {}  # odds of nothing are left out
    quiet.append(page("site3", nav=1.0))
    assert tables([*loud, *quiet]).names == {"nav": round(math.log(5.5 / 4.5), 3)}


def test_two_pages_of_a_site_are_two_votes_of_their_mean() -> None:
    ballots = [page("twice", nav=1.0), page("twice", nav=0.5), *(page(f"site{n}", nav=1.0) for n in range(3))]
    # for: 2 * .75 + 3, against: 2 * .25
    assert tables(ballots).names == {"nav": round(math.log((4.5 + 1.5) / (0.5 + 1.5)), 3)}


@pytest.mark.parametrize("kind", ["names", "tags", "words", "texts"])
def test_a_token_of_few_sites_is_not_learned(kind: str) -> None:
    least = MIN_SITES[kind]
    few = [page(f"site{n}", kind, token=1.0) for n in range(least - 1)]
    assert getattr(tables(few * 9), kind) == {}
    assert list(getattr(tables([*few, page("one more", kind, token=1.0)]), kind)) == ["token"]


def test_what_says_little_is_left_out() -> None:
    ballots = [page(f"site{n}", box=0.55) for n in range(10)]
    assert abs(math.log(7 / 6)) > MIN_ODDS > abs(math.log((5.3 + 1.5) / (4.7 + 1.5)))
    assert tables(ballots).names == {"box": 0.154}
    assert tables(page(f"site{n}", box=0.53) for n in range(10)).names == {}


def test_no_pages_no_tables() -> None:
    found = tables([])
    assert (found.names, found.tags, found.words, found.texts) == ({}, {}, {}, {})
