"""Comments grafted below articles."""

from __future__ import annotations

import re

import pytest

from zrno.train.datasets import Example
from zrno.train.grain_comments import MIN_GOLD, SAID, pool_of, with_comments

LINES = [
    "The lake behind the old mill froze on Thursday night, and by Saturday the whole town was skating on it.",
    "Council workers measured the ice at eleven places and found it twelve centimetres thick near the shore.",
    "The rowing club lent out its benches, and the baker from Mill Street sold four hundred rolls by noon.",
    "Forecasters expect the frost to last until Wednesday; after that the barriers will come back again.",
]
POOL = [
    "We were there with the children and stayed until dark.",
    "Somebody should have cleared the snow near the bridge, it was far too slippery.",
    "I learned to skate there when I was six years old.",
    "What a pity that the frost never lasts & lasts.",
]
BODY = "".join(f"<p>{line}</p>\n" for line in LINES)
HTML = f"<body><div class=page><div class=story><h1>Ice</h1>{BODY}</div><p>Terms of use</p></div></body>"
SEEDS = range(30)


def example(html: str = HTML, gold: str = "\n".join(LINES)) -> Example:
    return Example("ice", "invented", "mill.example", html.encode(), gold, {"url": "https://mill.example/"})


def graft(seed: int, one: Example | None = None) -> str:
    found = with_comments(one or example(), POOL, seed)
    assert found is not None
    return found.html.decode()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_section_comes_below_the_last_gold_line(seed: int) -> None:
    grown = graft(seed)
    end = HTML.index("</div><p>Terms") + len("</div>")
    assert grown.startswith(HTML[:end])
    # What was there before is there after, in two pieces.
    cut = next(cut for cut in range(end, len(HTML) + 1) if grown.endswith(HTML[cut:]))
    assert grown[: len(grown) - len(HTML[cut:])].startswith(HTML[:cut])
    assert len(grown) > len(HTML) + 200


@pytest.mark.parametrize("seed", SEEDS)
def test_gold_and_fields_stay(seed: int) -> None:
    one = example()
    found = with_comments(one, POOL, seed)
    assert found is not None
    assert (found.gold, found.fields, found.site, found.source) == (
        one.gold,
        one.fields,
        one.site,
        one.source,
    )
    assert found.id == "ice+comments"


def test_what_readers_say_is_of_the_pool_and_escaped() -> None:
    grown = [graft(seed) for seed in SEEDS]
    assert any(POOL[0] in html for html in grown)
    assert any("lasts &amp; lasts" in html for html in grown)
    assert not any("lasts & lasts" in html for html in grown)


def test_the_same_seed_grafts_the_same() -> None:
    assert [graft(seed) for seed in SEEDS] == [graft(seed) for seed in SEEDS]
    assert len({graft(seed) for seed in SEEDS}) == len(SEEDS)


def test_another_page_gets_other_comments() -> None:
    one = example()
    other = Example("snow", one.source, one.site, one.html, one.gold, one.fields)
    assert graft(1, one) != graft(1, other)


def test_most_sections_are_named_and_some_are_not() -> None:
    named = [bool(re.search("comment|response|feedback|discussion", graft(seed))) for seed in range(80)]
    assert 40 <= sum(named) < 80


def test_gold_that_is_not_in_the_source_is_left_alone() -> None:
    foreign = "\n".join(line.upper() for line in LINES)
    assert len(foreign) >= MIN_GOLD
    assert with_comments(example(gold=foreign), POOL, 1) is None


def test_short_texts_and_an_empty_pool_are_left_alone() -> None:
    assert with_comments(example(gold=LINES[0]), POOL, 1) is None
    assert with_comments(example(), [], 1) is None


def test_the_last_line_found_decides() -> None:
    gold = "\n".join([*LINES[:3], "This line stands nowhere on the page. " * 3])
    later = HTML.replace("</p>\n<p>Forecasters", "</p></div><div class=more><p>Forecasters")
    for seed in SEEDS:
        grown = graft(seed, example(later, gold))
        assert LINES[2] in grown
        assert grown.startswith(later[: later.index("<div class=more>")])


@pytest.mark.parametrize("seed", range(5))
def test_a_page_without_closing_tags_keeps_its_last_line_whole(seed: int) -> None:
    assert LINES[-1] in graft(seed, example(f"<body><h1>Ice</h1>{BODY}</body>"))


@pytest.mark.parametrize("seed", range(10))
def test_a_pool_of_one_line_is_enough(seed: int) -> None:
    assert with_comments(example(), POOL[:1], seed) is not None


def test_bytes_that_are_no_utf8_survive() -> None:
    html = HTML.encode().replace(b"Terms", b"Terms \xe9\xff")
    one = Example("ice", "invented", "mill.example", html, "\n".join(LINES), {})
    found = with_comments(one, POOL, 2)
    assert found is not None
    assert b"Terms \xe9\xff" in found.html


def test_the_pool_is_of_lines_neither_short_nor_long() -> None:
    low, high = SAID
    gold = "\n".join(["x" * (low - 1), "y" * low, "z" * high, "w" * (high + 1)])
    assert pool_of([example(gold=gold), example(gold=POOL[0])]) == ["y" * low, "z" * high, POOL[0]]
