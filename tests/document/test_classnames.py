"""Words in class and id are found whatever their case, and belong to the right element."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.config import Limits
from zrno.document.classnames import holding, marked

HTML = "<div><p class='Lead Author'>a</p><p id=byline>b</p><p>c</p><p class=note title=author>d</p></div>"


def test_elements_by_class_and_id() -> None:
    tree = parse_tree(HTML, limits=Limits())
    first, second, *_ = tree.find("p")
    assert marked(tree, ("author", "byline"), range(len(tree))) == {first: "lead author ", second: " byline"}


def test_only_the_span_is_searched() -> None:
    tree = parse_tree(HTML, limits=Limits())
    second = tree.find("p")[1]
    assert list(marked(tree, ("author", "byline"), range(second, len(tree)))) == [second]
    assert marked(tree, ("author",), range(0)) == {}


def test_letters_that_grow_and_line_breaks_do_not_shift_the_places() -> None:
    assert holding(["İİİİ", "x", "tag"], ("tag",)) == [2]
    assert holding(["a\n\nb", "x", "tag"], ("tag",)) == [2]


@given(st.lists(st.text(max_size=12), max_size=12), st.sampled_from(["tag", "a", "é", "au"]))
def test_same_as_asking_each_line(lines: list[str], word: str) -> None:
    expected = [number for number, line in enumerate(lines) if word in " ".join(line.lower().split())]
    assert holding(lines, (word,)) == expected
