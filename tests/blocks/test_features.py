"""Features: numbers counted by hand."""

from __future__ import annotations

from zrno.acquire.parse import parse_tree
from zrno.blocks import Features, measure, split
from zrno.blocks.features import covered
from zrno.config import Limits
from zrno.model import Page


def features_of(html: str) -> Features:
    return measure(split(Page(parse_tree(html, limits=Limits()))))


def row(html: str) -> dict[str, float]:
    return features_of(html).row(0)


def test_counts_of_one_sentence() -> None:
    found = row("<p>The NATO summit, in 2016, cost 5 M. Why?</p>")
    assert found["characters"] == 40
    assert found["words"] == 9
    assert found["letters"] == 23
    assert found["digits"] == 5
    assert found["capital_words"] == 4  # The NATO M. Why?
    assert found["upper_words"] == 1  # NATO; a lone M is no word in capitals
    assert found["sentences"] == 2


def test_links_by_words_and_characters() -> None:
    features = features_of(
        "<p>See <a href=/a>the map</a> and <a href=/b>plan</a>.</p><p>none<a name=x>anchor</a></p>"
    )
    assert features.links.tolist() == [2, 0]
    assert features.words.tolist() == [5, 1]
    assert features.link_words.tolist() == [3, 0]
    assert features.link_characters.tolist() == [10, 0]
    assert features.link_share.tolist() == [0.6, 0.0]


def test_a_link_around_blocks_counts_in_each() -> None:
    features = features_of("<a href=/x><div>one two</div><div>three</div></a>")
    assert features.link_words.tolist() == [2, 1]


def test_images_and_inline_elements_between_blocks() -> None:
    features = features_of("<img><p>a <em>b</em></p><img><img><p>c <cite>d</cite> <code>e</code></p>")
    assert features.images.tolist() == [1, 2]
    assert features.inline.tolist() == [1, 2]


def test_kinds_hidden_and_signs() -> None:
    features = features_of(
        "<h2>h</h2><p>p | q</p><ul><li>© i</ul><div hidden>x</div><div style='display : none'><p>y</div><p>z"
    )
    assert features.heading.tolist() == [True, False, False, False, False, False]
    assert features.paragraph.tolist() == [False, True, False, False, True, True]
    assert features.item.tolist() == [False, False, True, False, False, False]
    assert features.hidden.tolist() == [False, False, False, True, True, False]
    assert features.bars.tolist() == [0, 1, 0, 0, 0, 0]
    assert features.copyright.tolist() == [False, False, True, False, False, False]


def test_ideographs_are_words_and_their_full_stops_end_sentences() -> None:
    found = row("<p>今天很冷。明天呢？</p>")
    assert found["words"] == 9 - 2 + 0  # seven ideographs; the marks are none
    assert found["sentences"] == 2


def test_ellipsis_ends_one_sentence() -> None:
    assert row("<p>Wait... what. Really</p>")["sentences"] == 2
    assert row("<p>no end</p>")["sentences"] == 1


def test_mean_sentence_length() -> None:
    assert features_of("<p>One two three. Four.</p>").sentence_length.tolist() == [2.0]


def test_covered_paints_subtrees() -> None:
    tree = parse_tree("<nav><ul><li>a</ul></nav><p>b", limits=Limits())
    painted = covered(tree, tree.find("nav"))
    assert [tree.tags[element] for element in range(len(tree)) if painted[element]] == ["nav", "ul", "li"]


def test_an_empty_page_has_empty_columns() -> None:
    assert features_of("").words.tolist() == []
