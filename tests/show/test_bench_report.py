"""The report from plain values: charts, tables, differences, nothing unescaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import StringIO
from typing import Any

import pytest

from zrno.show.bench_chart import LEFT, RIGHT, WIDTH, bars
from zrno.show.bench_markdown import markdown
from zrno.show.bench_report import bench_page
from zrno.show.bench_table import print_set
from zrno.show.differences import side_by_side

EVIL = "<script>alert(1)</script>"


def figure(value: float) -> dict[str, float]:
    return {"value": value, "low": value - 0.1, "high": min(value + 0.1, 1.0)}


def row(name: str, role: str, f1: float, **more: Any) -> dict[str, Any]:
    measures = {key: figure(f1) for key in ("f1", "precision", "recall", "page_f1", "word_f1", "rouge_l")}
    return {
        "name": name,
        "role": role,
        "version": "1.2",
        "setting": "",
        "failed": 0,
        "failures": {},
        "empty": 0,
        "measures": measures,
        "lead": None,
        "blocks": None,
        "speed": None,
    } | more


def a_set(name: str = "town") -> dict[str, Any]:
    blocks = {"CB": 14, "DB": 8, "NDB": 1, "NB": 2, "Z": 0.5, "K": 1.0, "found": 0.75, "noise": 0.125}
    blocks["wrong"] = {"F": 0, "H": 0, "IN": 1, "LI": 0}  # type: ignore[assignment]
    tools = [
        row("ours", "method", 0.9, blocks=blocks, speed={"mean": 4.0, "median": 3.0, "ratio": 0.25}),
        row(f"peer{EVIL}", "peer", 0.8, lead=figure(0.1), failed=1, failures={f"Error: {EVIL}": 1}),
        row("all text", "reference", 0.6),
        row("oracle", "reference", 0.95),
    ]
    groups = [{"name": f"forum{EVIL}", "pages": 7, "f1": {each["name"]: figure(0.5) for each in tools}}]
    worst = [{"id": f"page{EVIL}", "f1": 0.25, "failure": "", "gold": f"One two {EVIL}", "text": "One three"}]
    return {
        "name": name,
        "pages": 10,
        "sites": 4,
        "alignment": {"found": 0.98, "floor": 0.75, "below": 1},
        "baseline": 0.6,
        "oracle": 0.95,
        "tools": tools,
        "page_types": groups,
        "languages": [],
        "worst": worst,
    }


def report(*names: str, complete: bool = True) -> dict[str, Any]:
    return {
        "schema": 1,
        "zrno": "0.1.0",
        "python": "3.11",
        "date": "2026-01-01",
        "command": f"zrno bench {EVIL}",
        "sample": 10,
        "seed": 7,
        "complete": complete,
        "sets": [a_set(name) for name in names],
    }


class Balanced(HTMLParser):
    """Fails where a tag is closed that was not the last one opened."""

    VOID = frozenset({"meta", "line", "rect"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        self.seen.append(tag)
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag


def test_the_page_is_whole_and_escaped() -> None:
    page = bench_page(report("town", "country"))
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert "script" not in parser.seen
    assert parser.seen.count("svg") == 2
    assert EVIL not in page
    assert "mean of the sets" in page
    assert "interrupted" not in page
    assert not re.search(r"(?:src|href)=[\"'](?!#)", page)  # nothing from outside


def test_an_interrupted_run_says_so() -> None:
    assert "interrupted" in bench_page(report("town", complete=False))
    assert "interrupted" in markdown(report("town", complete=False))


def test_bars_are_as_long_as_the_figures() -> None:
    rows = [{"name": "ours", "role": "method", "value": 0.5, "low": 0.25, "high": 1.2}]
    chart = bars(rows, title="t", lines={"all text": 0.0, "oracle": 1.0})
    scale = WIDTH - LEFT - RIGHT
    assert f'width="{scale * 0.5:.1f}"' in chart
    assert f'x1="{LEFT + scale * 0.25:.1f}"' in chart
    assert f'x2="{LEFT + scale:.1f}"' in chart  # never beyond the scale
    assert ">0.500<" in chart


def test_a_figure_without_interval_has_no_whisker() -> None:
    rows = [{"name": "ours", "role": "method", "value": 0.5, "low": None, "high": None}]
    assert "whisker" not in bars(rows, title="t", lines={})


def test_markdown_has_the_tables() -> None:
    page = markdown(report("town", "country"))
    assert "| town | 10 | **0.900** | 0.800 | 0.600 | 0.950 |" in page.replace(EVIL, "")
    assert "| ours | 0.900 | 0.900 | 0.900 | 0.800 1.000 | – | 0.900 | 0.900 | 0 | 0 | 4.0 | 0.25 |" in page
    assert "| ours | 14 | 8 | 1 | 2 | 0.500 | 1.000 | 0.750 | 0.125 | 0 | 0 | 1 | 0 |" in page
    assert "10 random pages of each set, seed 7" in page
    assert "F1 of all text 0.600, of the oracle 0.950" in page


def test_the_terminal_table() -> None:
    stream = StringIO()
    print_set(a_set(), stream)
    assert "ours" in stream.getvalue()
    assert "0.25" in stream.getvalue()
    assert "gold words found on the pages: 98.0%" in stream.getvalue()
    assert "failed on 1 pages" in stream.getvalue()


@pytest.mark.parametrize(
    ("gold", "text", "expected"),
    [
        ("one two three", "one three", ("one <del>two</del> three", "one three")),
        ("one two", "Menu one two!", ("one two", "<ins>Menu</ins> one two!")),
        ("One, two", "one two", ("One, two", "one two")),  # case and punctuation are no difference
        ("a\n\nb", "a\nc", ("a\n\n<del>b</del>", "a\n<ins>c</ins>")),
        ("", "a", ("", "<ins>a</ins>")),
        ("a & b", "", ("<del>a &amp; b</del>", "")),
    ],
)
def test_differences_are_marked_word_by_word(gold: str, text: str, expected: tuple[str, str]) -> None:
    assert side_by_side(gold, text) == expected
