"""The tables of the bench, from answers counted by hand, and its refusals."""

from __future__ import annotations

from pathlib import Path

import pytest

from zrno.train import authors_bench
from zrno.train.authors_bench import Answer
from zrno.train.datasets import Example

PAGE = """<html lang=cs><head><title>Mlýn znovu mele</title><meta name=keywords content="mlýn, žito">
<meta name=author content="Jana Malá"></head>
<body><h1>Mlýn znovu mele</h1><p>Mlynář otevřel vrata.</p></body></html>"""


def answer(gold: str, found: str, *, field: str = "authors", origin: str = "meta author") -> Answer:
    return Answer(field, frozenset(gold.split()), frozenset(found.split()), origin if found else "")


def test_the_table_counts_pages_with_gold() -> None:
    answers = [answer("a b", "a b"), answer("a", "a b"), answer("a", ""), answer("", "x"), answer("", "")]
    [line] = authors_bench.table("a-set", "zrno", answers)
    # F1 of the three pages with gold: 1, 2/3, 0.
    assert "pages    3  equal 0.333  F1 0.556  without gold   2, answered   1" in line


def test_sources_count_what_was_believed() -> None:
    answers = [answer("a", "a"), answer("a", "b"), answer("a", ""), answer("a", "a", origin="json-ld author")]
    lines = list(authors_bench.sources(answers))
    assert [line.split()[1:3] for line in lines] == [["meta", "author"], ["json-ld", "author"]]
    assert "pages    2  equal 0.50  F1 0.50" in lines[0]


def test_a_page_is_answered() -> None:
    fields = {"author": "By Jana Malá", "keywords": ["mlýn"], "page_type": "article"}
    example = Example("1", "a-set", "mlyn.example", PAGE.encode(), "Mlynář otevřel vrata.", fields)
    authors, keywords = authors_bench.ours(example)
    assert (authors.gold, authors.found) == ({"janamala"}, {"janamala"})
    assert (keywords.gold, keywords.found, keywords.f1) == ({"mlyn"}, {"mlyn", "zito"}, pytest.approx(2 / 3))


def test_kinds_of_pages_without_authors_are_left_out() -> None:
    example = Example("1", "a-set", "mlyn.example", PAGE.encode(), "", {"page_type": "listing"})
    assert [each.field for each in authors_bench.ours(example)] == ["keywords"]


def test_missing_data_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert authors_bench.main([str(tmp_path), "--sets", "nothing"]) == 1
    assert "nothing" in capsys.readouterr().err
