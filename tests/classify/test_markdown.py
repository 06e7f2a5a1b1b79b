"""Method `markdown`: the bounds, the criteria in hand-computed numbers, and the labels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.classify import find, label
from zrno.classify.keywords import LANGUAGES, keywords
from zrno.classify.markdown_bounds import Measures, end_scores, lower_bounds
from zrno.classify.markdown_options import MarkdownOptions, model
from zrno.config import Limits
from zrno.errors import OptionError
from zrno.model import Kind, Label, Mode, Page
from zrno.parameters import describe

PARAGRAPH = (
    "The council met on Tuesday evening and decided that the old bridge over the river will be repaired, "
    "because there is no money for a new one and the people of the town do not want to wait any longer."
)
# Round numbers, so that sums can be checked by hand.
PLAIN = MarkdownOptions(
    keywords=0.4,
    sentences=0.2,
    stopwords=0.2,
    neighbours=0.2,
    threshold=0.6,
    many_keywords=0.5,
    long_sentence=20,
    many_stopwords=0.5,
    before=1,
    after=1,
    minimum_words=0,
    minimum_share=0,
)


def labels_of(html: str, *, mode: Mode = "balanced", **options: object) -> dict[str, Label]:
    """Labels by the block's text."""
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    found = label(page, blocks, measure(blocks), method="markdown", mode=mode, options=options)
    return dict(zip(blocks.texts, found, strict=True))


def kept(html: str, **options: object) -> list[str]:
    return [text for text, each in labels_of(html, **options).items() if each.content]


def paragraphs(count: int) -> str:
    return "".join(f"<p>{PARAGRAPH} Part {number}.</p>" for number in range(count))


def table(**columns: list[float]) -> Measures:
    size = len(columns["words"])
    return Measures(
        words=np.array(columns["words"], dtype=np.int32),
        keyword_share=np.array(columns["keywords"]),
        sentence_length=np.array(columns["sentences"]),
        stopword_share=np.array(columns["stops"]),
        first=np.zeros(size, dtype=np.int32),
        past=np.full(size, size, dtype=np.int32),
    )


TITLED = "<title>Bridge repaired soon</title><h1>Bridge repaired soon</h1>"
ARTICLE = (
    "<html lang=en><title>Bridge to be repaired at last - The Town Paper</title>"
    "<p>The Town Paper of today</p>"
    f"<h1>Bridge to be repaired at last</h1>{paragraphs(4)}<h3>Related articles</h3>"
    "<p>Mayor resigns</p><p>New school opens</p><p>Copyright, all rights reserved</p>"
)


def test_the_text_between_the_heading_and_the_end_is_kept() -> None:
    found = labels_of(ARTICLE)
    assert [text for text, each in found.items() if each.content] == [
        "Bridge to be repaired at last",
        *(f"{PARAGRAPH} Part {number}." for number in range(4)),
    ]
    assert found["The Town Paper of today"].reason == "above the title"
    assert found["Bridge to be repaired at last"].kind is Kind.HEADING
    assert found["Bridge to be repaired at last"].reason == "the heading: 100 % like the title of the page"
    bound = found["Related articles"].reason
    assert bound.startswith("the lower bound, ")
    assert "100 % of its words are end-of-article words (related articles), 2 words a sentence" in bound
    after = found["Copyright, all rights reserved"].reason
    assert after.startswith(
        "after the lower bound: 100 % of its words are end-of-article words (copyright, all"
    )
    inside = found[f"{PARAGRAPH} Part 0."].reason
    assert inside.startswith("between the bounds: ")
    assert inside.endswith(" % stop words")


def test_scores_lie_on_the_side_of_the_verdict() -> None:
    for each in labels_of(ARTICLE).values():
        assert 0 <= each.score <= 1
        assert (each.score >= 0.5) == each.content


def test_neighbours_keep_a_single_end_word_from_ending_the_article() -> None:
    html = f"{TITLED}{paragraphs(4)}<p>Share</p><p>{PARAGRAPH} Late.</p>{paragraphs(3)}"
    assert f"{PARAGRAPH} Late." in kept(html, neighbours=0.6, after=3)
    assert f"{PARAGRAPH} Late." not in kept(html, neighbours=0)


def test_an_end_is_not_believed_before_enough_text() -> None:
    html = f"{TITLED}<p>Share this</p>{paragraphs(1)}"
    assert f"{PARAGRAPH} Part 0." in kept(html)
    eager = {"minimum_words": 0, "minimum_share": 0, "neighbours": 0, "threshold": 0.5}
    assert kept(html, **eager) == ["Bridge repaired soon"]


def test_the_heading_is_the_place_most_like_the_title_headings_first() -> None:
    html = (
        "<title>Rain floods the valley | Daily</title><p>Rain floods the valley</p>"
        f"<h2>Rain floods the valley</h2>{paragraphs(3)}"
    )
    found = labels_of(html)
    blocks = list(found)
    assert blocks[0] == "Rain floods the valley"  # both share the text; the later label stands for it
    assert found[blocks[0]].kind is Kind.HEADING


def test_a_match_below_the_article_is_no_heading() -> None:
    html = (
        f"<title>Rain floods the valley</title>{paragraphs(4)}<h3>Rain floods the valley</h3><p>Teaser.</p>"
    )
    assert f"{PARAGRAPH} Part 0." in kept(html)


def test_a_heading_that_is_a_link_is_found_and_kept() -> None:
    html = (
        "<title>Rain floods the valley | Daily</title><p>Masthead of the paper</p>"
        f"<h2><a href=/x>Rain floods the valley</a></h2>{paragraphs(3)}"
    )
    assert kept(html)[0] == "Rain floods the valley"
    assert "Masthead of the paper" not in kept(html)


def test_without_a_match_the_first_top_heading_or_running_text_starts() -> None:
    heading = f"<title>Zzz</title><p>Menu</p><h1>Something else here</h1>{paragraphs(3)}"
    assert kept(heading)[0] == "Something else here"
    bare = f"<p>Menu</p>{paragraphs(3)}"
    assert kept(bare)[0] == f"{PARAGRAPH} Part 0."


def test_the_heading_may_stay_out_of_the_text() -> None:
    found = labels_of(ARTICLE, heading=False)["Bridge to be repaired at last"]
    assert not found.content
    assert found.score < 0.5


def test_paragraphs_mostly_of_links_go_unless_allowed() -> None:
    linked = "<p>See <a href=/a>more about the bridge</a> in our older report here now.</p>"  # 4 of 11 words
    html = f"{TITLED}{paragraphs(2)}{linked}{paragraphs(2)}"
    text = "See more about the bridge in our older report here now."
    assert labels_of(html, link_share=0.3)[text].reason == "36 % of its words are links"
    assert labels_of(html, link_share=0.4)[text].content


def test_line_breaks_of_one_paragraph_share_a_verdict() -> None:
    html = f"{TITLED}<p>{PARAGRAPH}<br>{PARAGRAPH} Two.</p>"
    assert kept(html) == ["Bridge repaired soon", PARAGRAPH, f"{PARAGRAPH} Two."]


def test_modes_shift_the_threshold() -> None:
    options = MarkdownOptions(threshold=0.6, mode_shift=0.1)
    assert options.end("precision") == pytest.approx(0.5)
    assert options.end("balanced") == pytest.approx(0.6)
    assert options.end("recall") == pytest.approx(0.7)
    assert MarkdownOptions(threshold=0.95, mode_shift=0.1).end("recall") == 1.0
    sizes = [sum(each.content for each in labels_of(ARTICLE, mode=mode, mode_shift=0.5).values()) for mode in
             ("precision", "balanced", "recall")]  # fmt: skip
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[2]


def test_s_is_the_weighted_sum_of_the_criteria() -> None:
    measures = table(
        words=[20, 4, 8], keywords=[0.0, 0.5, 0.25], sentences=[20.0, 4.0, 8.0], stops=[0.5, 0.0, 0.25]
    )
    # R1 = 0, 1, .5   R2 = 0, .8, .6   R3 = 0, 1, .5; own score (.4 R1 + .2 R2 + .2 R3) / .8
    own = [0.0, (0.4 + 0.16 + 0.2) / 0.8, (0.2 + 0.12 + 0.1) / 0.8]
    # R4 = mean of the one before and the one after, as far as they are there
    around = [own[1], (own[0] + own[2]) / 2, own[1]]
    expected = [0.8 * o + 0.2 * a for o, a in zip(own, around, strict=True)]
    assert end_scores(measures, PLAIN).tolist() == pytest.approx(expected)
    assert end_scores(measures, replace(PLAIN, neighbours=0)).tolist() == pytest.approx(own)


def test_without_a_stop_list_the_other_criteria_count_alone() -> None:
    measures = table(words=[4], keywords=[0.5], sentences=[4.0], stops=[float("nan")])
    alone = end_scores(measures, replace(PLAIN, neighbours=0))
    assert alone.tolist() == pytest.approx([(0.4 * 1 + 0.2 * 0.8) / 0.6])


def test_weights_of_zero_score_nothing() -> None:
    measures = table(words=[4], keywords=[0.5], sentences=[4.0], stops=[0.1])
    off = replace(PLAIN, keywords=0, sentences=0, stopwords=0, neighbours=0)
    assert end_scores(measures, off).tolist() == [0.0]


def test_the_lower_bound_is_the_first_over_the_threshold_after_the_minimum() -> None:
    measures = table(words=[10, 10, 10, 10], keywords=[0] * 4, sentences=[1.0] * 4, stops=[0.0] * 4)
    scores = np.array([0.9, 0.7, 0.1, 0.8])
    assert lower_bounds(scores, measures, PLAIN, 0.6).tolist() == [1]  # the heading itself ends nothing
    assert lower_bounds(scores, measures, replace(PLAIN, minimum_words=11), 0.6).tolist() == [3]
    assert lower_bounds(scores, measures, replace(PLAIN, minimum_share=0.5), 0.6).tolist() == [3]
    assert lower_bounds(scores, measures, PLAIN, 0.95).tolist() == [4]


def test_pages_in_one_table_do_not_touch() -> None:
    one = table(words=[9, 2, 3], keywords=[0, 1, 0], sentences=[9.0, 2.0, 3.0], stops=[0.4, 0.0, 0.1])
    two = table(words=[7, 5], keywords=[0, 0.2], sentences=[7.0, 5.0], stops=[0.3, 0.1])
    both = Measures(
        *(np.concatenate([getattr(one, n), getattr(two, n)]) for n in
          ("words", "keyword_share", "sentence_length", "stopword_share")),
        first=np.array([0, 0, 0, 3, 3], dtype=np.int32),
        past=np.array([3, 3, 3, 5, 5], dtype=np.int32),
    )  # fmt: skip
    scores = end_scores(both, PLAIN)
    assert scores.tolist() == pytest.approx([*end_scores(one, PLAIN), *end_scores(two, PLAIN)])
    ends = [int(lower_bounds(end_scores(each, PLAIN), each, PLAIN, 0.5)[0]) for each in (one, two)]
    assert lower_bounds(scores, both, PLAIN, 0.5).tolist() == [ends[0], ends[1] + 3]


def test_keywords_are_found_longest_first_and_by_their_beginning() -> None:
    english = keywords("en")
    assert english.found("leave a reply to share".split()) == ["leave a reply", "share"]
    assert english.found([]) == []
    assert keywords("cs").found(["sponzorovaný", "most"]) == ["sponzorovaný"]
    assert keywords("xx").found(["diskuse", "kommentare"]) == ["diskuse", "kommentare"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_base_has_its_words(code: str) -> None:
    word = {"cs": "diskuse", "de": "kommentare", "en": "related", "pl": "komentarze", "uk": "коментарі"}[code]
    assert keywords(code).found([word]) == [word]
    assert len(keywords(code).phrases) > 50


def test_an_unknown_language_is_labelled_too() -> None:
    html = f"{TITLED}{paragraphs(2)}"
    found = labels_of(html, language="xx")
    assert found[f"{PARAGRAPH} Part 0."].content
    assert "stop words" not in found[f"{PARAGRAPH} Part 0."].reason


def test_options_are_the_fitted_numbers_in_their_ranges() -> None:
    fitted = model()["options"]
    for about in describe(MarkdownOptions):
        if about.name in fitted:
            assert about.default == fitted[about.name]
            assert about.low <= about.default <= about.high
    weights = [fitted[name] for name in ("keywords", "sentences", "stopwords", "neighbours")]
    assert sum(weights) == pytest.approx(1, abs=0.001)
    with pytest.raises(OptionError, match="out of range"):
        labels_of("<p>x</p>", threshold=2)


def test_the_model_carries_its_card() -> None:
    card = model()["card"]
    assert {each["name"] for each in card["sets"]} == {
        "wcxb-dev", "fundus", "czech-news", "cleaneval-dev", "canola"
    }  # fmt: skip
    assert all(each["licence"] and each["pages"] > 0 for each in card["sets"])
    assert (
        card["cross_validated"]["mean of sets"]["markdown"]
        > card["cross_validated"]["mean of sets"]["all_text"]
    )


def test_it_is_registered() -> None:
    assert find("markdown").name == "markdown"


@pytest.mark.parametrize("html", ["", "<p></p>", "<nav>Menu</nav>", "<title>a</title>", "\x00\x01", "<h1>x"])
def test_poor_pages_get_a_label_for_each_block(html: str) -> None:
    assert len(labels_of(html)) == len(set(split(Page(parse_tree(html, limits=Limits()))).texts))


_TAGS = st.sampled_from("p div b li ul nav br h1 title footer".split())
_PIECES = st.one_of(st.text(max_size=15), st.just("share this "), _TAGS.map(lambda tag: f"<{tag}>"))


@settings(max_examples=150, deadline=None)
@given(st.lists(_PIECES, max_size=40).map("".join))
def test_any_page_is_labelled_in_order(html: str) -> None:
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    found = label(page, blocks, measure(blocks), method="markdown")
    assert [each.block for each in found] == list(range(len(blocks)))
    assert all(each.reason and 0 <= each.score <= 1 and (each.score >= 0.5) == each.content for each in found)
