"""What `grain` sees of small pages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, measure, split
from zrno.blocks.ranges import ranges
from zrno.classify.grain_boxes import LEVELS
from zrno.classify.grain_declared import discussion
from zrno.classify.grain_features import Tables, View, view
from zrno.classify.grain_model import load
from zrno.config import Limits
from zrno.model import Page

NOTHING = Tables({}, {}, {}, {})
LONG = "The ferry across the lake runs again from Saturday, the council decided on Monday, and it is free. "


def blocks_of(html: str) -> Blocks:
    return split(Page(parse_tree(html, limits=Limits())))


def seen(html: str, tables: Tables = NOTHING) -> tuple[Blocks, View]:
    blocks = blocks_of(html)
    return blocks, view(blocks, measure(blocks), tables)


def check(html: str) -> None:
    blocks, found = seen(html)
    assert found.values.shape == (len(blocks), len(found.names))
    assert found.values.dtype == np.float32
    assert np.isfinite(found.values).all()
    assert len(found.groups) == len(blocks)
    assert len(set(found.names)) == len(found.names)


@pytest.mark.parametrize(
    "html",
    [
        "x",
        "<p>.</p>",
        "©",
        "<title>t</title><p>\U0001f600\U0001f600</p>",
        "<div class='" + "a b " * 2000 + "'>x</div>",
        "<div>" * 300 + "deep",
        "<table><tr><td>1<td>2<tr><td>3",
        "<a>" * 50 + "link",
        "<script type='application/ld+json'>{{{\"@type\": [</script><meta property=og:type><p>text",
        "文字" * 200,
        "<h1></h1><title></title><p hidden>gone</p>",
        "<p>" + "word " * 30_000,
    ],
)
def test_odd_pages_give_finite_numbers(html: str) -> None:
    check(html)


PIECES = st.sampled_from(
    ["<p>", "</p>", "<div class=comment>", "</div>", "<li>", "<h1>", "<a href=x>", "</a>", "<br>", "<title>",
     "</title>", "<td>", "<svg>", "<!--", "word", " ", "12. 3. 2020", "\u200b", "文", "©", LONG, "<", "\x00"]
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(PIECES, max_size=15).map("".join))
def test_any_page_gives_finite_numbers(html: str) -> None:
    if len(blocks_of(html)):
        check(html)


def test_the_columns_are_those_the_shipped_model_was_trained_on() -> None:
    model = load("grain")
    assert seen("<p>text", model.tables)[1].names == model.columns


def test_blocks_of_one_make_share_a_group() -> None:
    html = (
        "<ul><li class=a>1</li><li class=a>2</li><li class=b>3</li></ul><ol><li class=a>4</li></ol><p>5</p>"
    )
    groups = seen(html)[1].groups.tolist()
    assert groups[0] == groups[1]
    assert len({groups[0], *groups[2:]}) == 4
    assert sorted(set(groups)) == [0, 1, 2, 3]


def test_the_numbers_of_a_group() -> None:
    _, found = seen("<ul><li>ab</li><li>abcd</li><li><a href=x>abc</a></li></ul><p>alone</p>")
    assert found.column("group size").tolist() == pytest.approx(np.log1p([3, 3, 3, 1]), rel=1e-6)
    assert found.column("group mean").tolist() == pytest.approx(np.log1p([3, 3, 3, 5]), rel=1e-6)
    assert found.column("group links").tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], rel=1e-6)
    assert found.column("group share").tolist() == pytest.approx([9 / 14, 9 / 14, 9 / 14, 5 / 14], rel=1e-6)


def test_levels_grow_strictly_until_the_page() -> None:
    html = "<main><section><div><div><p>a</p><p>b</p></div><p>c</p></div></section><p>d</p></main><p>e</p>"
    blocks, found = seen(html)
    spans = ranges(blocks)
    size = (spans.last - spans.first).tolist()
    assert len(found.levels) == LEVELS
    assert [size[level[0]] for level in found.levels] == [2, 3, 4, 5, 5]
    for inner, outer in zip(found.levels, found.levels[1:], strict=False):
        for one, two in zip(inner.tolist(), outer.tolist(), strict=True):
            assert size[two] > size[one] or two == 0
            assert blocks.tree.contains(two, one)


def test_the_numbers_of_the_boxes() -> None:
    prose = "a" * 40 + " " + "b" * 59  # a hundred characters
    _, found = seen(f"<div><p>{prose}</p><p><a href=x>{'c' * 50}</a></p></div><div><p>{'d' * 50}</p></div>")
    assert found.column("box1 share").tolist() == pytest.approx([0.75, 0.75, 1], rel=1e-6)
    assert found.column("box1 links").tolist() == pytest.approx([1 / 3, 1 / 3, 0.25], rel=1e-6)
    assert found.column("box1 prose").tolist() == pytest.approx([2 / 3, 2 / 3, 0.5], rel=1e-6)
    assert found.column("box1 all prose").tolist() == [1, 1, 1]
    assert found.column("box2 growth").tolist() == pytest.approx([0.75, 0.75, 1], rel=1e-6)
    assert found.column("box1 place").tolist() == pytest.approx([0, 0.5, 2 / 3], rel=1e-6)


def test_the_heading_most_like_the_title_is_found() -> None:
    head = "<title>Owls leave the tower - Gazette</title>"
    _, found = seen(f"{head}<p>Gazette</p><h1>Owls leave the tower</h1><p>{LONG}</p>")
    assert found.column("title best").tolist() == [0, 1, 0]
    assert found.column("title above").tolist() == [1, 0, 0]
    assert found.column("title away").tolist() == pytest.approx([-np.log(2), 0, np.log(2)], rel=1e-6)
    assert found.column("title inside").tolist()[:2] == [1, 1]
    assert found.column("title covers").tolist()[:2] == pytest.approx([0.2, 0.8], rel=1e-6)


def test_without_a_title_the_first_h1_is_the_heading() -> None:
    _, found = seen("<p>one</p><h2>two</h2><h1>three</h1><p>four</p>")
    assert found.column("title best").tolist() == [0, 0, 1, 0]


def test_the_smallest_box_with_the_heading() -> None:
    _, found = seen("<p>top</p><div><h1>head</h1><p>one</p></div><p>end</p>")
    assert found.column("title box").tolist() == [1, 0, 0.5, 1]


def test_records_are_boxes_that_repeat() -> None:
    record = "<div class=post><p>who</p><p>what</p></div>"
    _, found = seen(f"<p>top</p><div>{record * 3}</div>")
    assert found.column("record").tolist() == [0] + [1] * 6
    assert found.column("record place").tolist() == [0, 0, 0.5, 0, 0.5, 0, 0.5]
    assert found.column("record count").tolist() == pytest.approx([0] + [np.log(4)] * 6, rel=1e-6)
    assert found.column("record order").tolist() == pytest.approx(np.log1p([0, 0, 0, 2, 2, 4, 4]), rel=1e-6)
    assert not seen(f"<p>top</p><div>{record * 2}</div>")[1].column("record").any()


def test_comments_are_seen_with_the_prose_before_them() -> None:
    _, found = seen(f"<p>{LONG}</p><div id=comments><p>{LONG}</p></div><p>end</p>")
    assert found.column("comments").tolist() == [0, 1, 0]
    assert found.column("comments share").tolist() == [0.5] * 3
    assert found.column("comments before").tolist() == [0.5] * 3
    assert found.column("comments after").tolist() == [0, 1, 1]


def test_learned_names_words_and_texts_are_looked_up() -> None:
    tables = Tables({"story": 2.0, "menu": -3.0}, {"p<div<body": 0.7}, {"home": -1.0}, {"go home": -2.5})
    _, found = seen("<div class=menu><p>Go home</p></div><div class=story><p>Fine</p></div>", tables)
    assert found.column("names above mean").tolist() == [-3, 2]
    assert found.column("names path").tolist() == [-3, 2]
    assert found.column("names tags").tolist() == pytest.approx([0.7, 0.7], rel=1e-6)
    assert found.column("lexical mean").tolist() == [-1, 0]
    assert found.column("lexical text").tolist() == [-2.5, 0]
    assert found.column("lexical known").tolist() == [1, 0]


def test_what_the_page_declares() -> None:
    data = '<script type="application/ld+json">{"@type": "NewsArticle"}</script>'
    _, found = seen(f"<head><meta property=og:type content=article>{data}</head><body><p>text")
    assert found.column("page is article").tolist() == found.column("page og article").tolist() == [1]
    assert found.column("page is forum").tolist() == found.column("page og other").tolist() == [0]


def tells(html: str) -> bool:
    return discussion(parse_tree(html, limits=Limits()))


@pytest.mark.parametrize(
    "html",
    [
        '<script type="application/ld+json">{"@type":"DiscussionForumPosting"}</script>',
        '<script type="application/ld+json">{"@type":["QAPage"]}</script>',
        "<title>Which oil? - Bicycle Forum</title>",
        "<body class='single-topic bbpress'>",
        "<html id=XenForo>",
        "<meta name=generator content='Discourse 2.8'>",
        "<meta property=og:url content='https://example.org/viewtopic.php?t=3'>",
        "<link rel=canonical href='https://example.org/threads/oil.12/'>",
        "<title>自行车论坛</title>",
    ],
)
def test_pages_that_say_they_are_threads(html: str) -> None:
    assert tells(html + "<p>text")


@pytest.mark.parametrize(
    "html",
    [
        "",
        "<title>The mayor answers</title><body class=article>",
        '<script type="application/ld+json">{"@type":"NewsArticle"}</script>',
        "<title>A performance in the square</title><body class='multithreaded'>",
        "<meta name=description content='a forum of ideas'>",
        "<link rel=stylesheet href='/forum/style.css'>",
        "<p>Our forum is over there</p>",
    ],
)
def test_pages_that_do_not(html: str) -> None:
    assert not tells(html + "<p>text")
