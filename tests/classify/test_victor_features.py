"""The features of victor's pieces, on pages small enough to count."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.classify.victor_features import Bins, Measured, fit_bins, measure_pieces
from zrno.classify.victor_pieces import cut
from zrno.classify.victor_words import said
from zrno.config import Limits
from zrno.model import Page


def measured(html: str) -> Measured:
    return measure_pieces(cut(split(Page(parse_tree(html, limits=Limits())))))


def test_content() -> None:
    columns = measured("<p>See www.example.org or call 123 456 now! -</p>").columns
    assert columns["characters"].tolist() == [35]
    assert columns["words"].tolist() == [8]
    assert columns["sentences"].tolist() == [1]
    shares = {
        name: float(columns[f"tokens_{name}"][0]) for name in ("words", "numbers", "addresses", "signs")
    }
    assert shares == {"words": 4 / 8, "numbers": 2 / 8, "addresses": 1 / 8, "signs": 1 / 8}
    assert columns["digits"].tolist() == [6 / 35]
    assert columns["capitals"].tolist() == [1 / 25]
    assert columns["capital_words"].tolist() == [1 / 8]


def test_how_a_piece_begins_and_ends() -> None:
    names = measured("<p>Prague, <b>3 pm:</b> rain. </p>").names
    assert [list(row[:2]) for row in names] == [
        ["begins=capital", "ends=comma"],
        ["begins=digit", "ends=colon"],
        ["begins=letter", "ends=stop"],
    ]


def test_markup() -> None:
    found = measured("<div><p>one <b>two</b></p><br><br><p>three</p></div>")
    assert set(found.names[1]) >= {
        "in:div1",
        "in:p1",
        "in:b1",
        "opened:b1",
        "closes:b1",
        "closes:p1",
        "opens:br2",
    }
    assert set(found.names[2]) >= {"in:p1", "closed:b1", "closed:p1", "opened:br2", "closed:br2", "opened:p1"}
    assert "in:b1" not in found.names[2]
    # html body div p (b)
    assert found.columns["depth"].tolist() == [4, 5, 4]


def test_links() -> None:
    html = (
        "<p>one <a href='mailto:a@example.org'>two <b>three</b></a></p><ul><li><a href=/x>four</a></ul>"
        "<x-y>five <a href=#top>up</a></x-y><a href=https://example.org>out</a><a name=x>none</a>"
    )
    names = measured(html).names
    found = [[name for name in row if name.startswith(("block=", "leads="))] for row in names]
    assert found == [
        ["block=p/partly"],
        ["block=p/partly", "leads=mailto"],
        ["block=p/partly", "leads=mailto"],
        ["block=li/whole", "leads=site"],
        ["block=body/partly"],
        ["block=body/partly", "leads=here"],
        ["block=body/partly", "leads=away"],
        ["block=body/partly", "leads=here"],
    ]


def test_document() -> None:
    html = (
        "<title>Rain in Brno</title><body><h1>Rain in Brno</h1><p>Rain fell.</p>"
        "<p>More</p><div><p>more</p><p>Long text of six words.</p></div>"
    )
    columns = measured(html).columns
    assert columns["place"].tolist() == [0, 1, 2, 3, 4, 5]
    assert columns["recurs"].tolist() == [2, 2, 1, 2, 2, 1]
    assert columns["like_title"].tolist() == [1, 1, 2 / 5, 0, 0, 0]
    assert columns["headings_past"].tolist() == [0, 1, 1, 1, 1, 1]
    assert columns["page_words"].tolist() == [15] * 6
    assert columns["page_blocks"].tolist() == [5] * 6
    assert columns["text_share"][-1] == 1
    # The last two pieces stand in a div with 6 of the 15 words.
    assert columns["above1_share"].tolist()[-2:] == [6 / 15, 6 / 15]


def test_blocks_and_neighbours() -> None:
    columns = measured("<p>one <a href=/x>two three</a></p><p>four</p>").columns
    assert columns["block_words"].tolist() == [3, 3, 1]
    assert columns["block_links"].tolist() == [2 / 3, 2 / 3, 0]
    assert columns["in_block"].tolist() == [0, 1, 0]
    assert columns["left_in_block"].tolist() == [1, 0, 0]
    assert columns["block_words+1"].tolist() == [1, 1, -1]
    assert columns["words-1"].tolist() == [-1, 1, 2]
    assert columns["link+1"].tolist() == [1, 0, -1]
    assert columns["around_words"].tolist() == [2, 2, 2]
    assert columns["around_links"].tolist() == [0.5, 0.5, 0.5]


def test_bins_part_what_was_seen() -> None:
    columns = {"words": np.array([1.0, 1, 2, 3, 5, 8, 13, 21]), "same": np.ones(8)}
    bins = fit_bins([columns], 4)
    assert bins.edges.keys() == {"words"}  # what never differs tells nothing
    edges = bins.edges["words"]
    assert list(edges) == sorted(set(edges))
    rows = bins.rows(Measured(columns, [("in:p1",)] * 8))
    assert rows[0] == rows[1] == ["words=0", "in:p1"]
    assert rows[-1] == [f"words={len(edges)}", "in:p1"]
    assert bins.rows(Measured(columns, [()] * 8), np.array([7], dtype=np.int32)) == [[f"words={len(edges)}"]]


@pytest.mark.parametrize(
    "html", ["", "<title>only a title</title>", "<p>x", "<p>\u200b", "<b>" * 3000 + "deep"]
)
def test_odd_pages(html: str) -> None:
    found = measured(html)
    assert all(len(column) == len(found.names) for column in found.columns.values())
    assert all(np.isfinite(column).all() for column in found.columns.values())


@pytest.mark.parametrize(
    ("attribute", "words"),
    [
        ("in:h11", "in <h1>"),
        ("in:p1", "in <p>"),
        ("opened:br2", "2 <br> opened before it"),
        ("begins=capital", "begins with a capital"),
        ("block=li/whole", "a <li> that is all links"),
        ("leads=mailto", "a link to a mail box"),
        ("words=0", "under 2 words"),
        ("words=1", "2 to 10 words"),
        ("words=2", "10 or more words"),
        ("block_links+2=1", "2 on: 50 % or more of the block links"),
        ("above2_share=0", "under 25 % of the text 2 levels up"),
    ],
)
def test_attributes_in_words(attribute: str, words: str) -> None:
    bins = Bins({"words": (2.0, 10.0), "block_links+2": (0.5,), "above2_share": (0.25,)})
    assert said(attribute, bins) == words
