"""The flat tree answers by slices."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.config import Limits
from zrno.tree import Tree

PAGE = "<title>T</title><body>a<div id=x>b<p>c</p><p>d <b>e</b></p>f</div><p>g</p>"


def tree_of(html: str) -> Tree:
    return parse_tree(html, limits=Limits())


def test_columns_are_in_document_order() -> None:
    tree = tree_of(PAGE)
    assert list(tree.tags) == ["html", "head", "title", "body", "div", "p", "p", "b", "p"]
    assert list(tree.parents) == [-1, 0, 1, 0, 3, 4, 4, 6, 3]
    assert list(tree.ends) == [9, 3, 3, 9, 8, 6, 8, 8, 9]


def test_text_of_a_subtree_is_a_slice() -> None:
    tree = tree_of(PAGE)
    assert tree.text(4) == "bcd ef"
    assert tree.text(6) == "d e"
    assert tree.text(0) == "Tabcd efg"


def test_neighbourhood() -> None:
    tree = tree_of(PAGE)
    assert list(tree.children(3)) == [4, 8]
    assert list(tree.ancestors(7)) == [6, 4, 3, 0]
    assert tree.contains(4, 7)
    assert not tree.contains(7, 4)
    assert tree.get(4, "id") == "x"
    assert tree.get(3, "id", "none") == "none"
    assert tree.having("id") == [4]
    assert tree.find("p", "title") == [2, 5, 6, 8]


def test_paths_number_only_siblings_of_one_tag() -> None:
    tree = tree_of(PAGE)
    assert tree.path(6) == "/html/body/div/p[2]"
    assert tree.path(8) == "/html/body/p"
    assert tree.text_path(tree.texts.index("f")) == "/html/body/div/text()[2]"


def test_unknown_paths_raise() -> None:
    tree = tree_of(PAGE)
    for path in ("/html/body/div/p[3]", "/html/body/ul", "/html/body/p/text()[2]", "nonsense[", ""):
        with pytest.raises(KeyError):
            tree.resolve(path)


def test_json_ld_is_data_and_other_scripts_are_nothing() -> None:
    tree = tree_of(
        '<script type="application/ld+json">{"a":1}</script><script>x()</script><style>b{}</style>y'
    )
    assert list(tree.data) == ['{"a":1}']
    assert "".join(tree.texts) == "y"


@given(st.text(alphabet="<>/abpdiv ='\"&;x\n", max_size=300))
def test_every_path_leads_back(html: str) -> None:
    tree = tree_of(html)
    for element in range(len(tree)):
        if all(mark not in "".join(tree.tags) for mark in "[]/"):
            assert tree.resolve(tree.path(element)) == (element, None)
        assert element < tree.ends[element] <= len(tree)
    for piece, owner in enumerate(tree.owners):
        assert tree.text_starts[owner] <= piece < tree.text_ends[owner]
