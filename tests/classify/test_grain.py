"""The default method on invented pages: what is kept, what is dropped, what comments are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zrno
from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.classify.grain import METHOD, batch_of, label, logistic
from zrno.classify.grain_features import Tables, view
from zrno.classify.grain_network import BOXES
from zrno.classify.grain_options import GrainOptions
from zrno.config import Limits
from zrno.errors import OptionError
from zrno.model import MODES, Kind, Label, Mode, Page

STORY = (
    "The lake behind the old mill froze on Thursday night, and by Saturday the whole town was skating on it.",
    "Council workers measured the ice at eleven places and found it twelve centimetres thick near the shore.",
    "The rowing club lent out its benches, and the baker from Mill Street sold four hundred rolls by noon.",
    "Forecasters expect the frost to last until Wednesday; after that the barriers will come back again.",
)
SAID = (
    "Lovely to read, we were there with the children and stayed on the ice until dark.",
    "Somebody should have cleared the snow near the bridge, it was far too slippery for us.",
    "I learned to skate on that lake when I was six, thank you for the memories.",
)
POSTS = (
    "I have an old bicycle with a hub gear that nobody has opened for decades, and it grinds. Which oil?",
    "Nothing thick. I flush mine with paraffin first and then put in a spoonful of light oil; it is quiet.",
    "Thank you, that worked at once. The grinding is gone and the lever moves with one finger, like new.",
)
MENU = ("Home", "News", "Sport", "Culture", "Weather", "Contact")
NAV = f"<nav><ul class=menu>{''.join(f'<li><a href=/{name}>{name}</a></li>' for name in MENU)}</ul></nav>"
FOOT = ("© 2019 The Mill Gazette. All rights reserved.", "Terms of use", "Privacy policy")
FOOTER = (
    f"<footer><p>{FOOT[0]}</p><ul>"
    + "".join(f"<li><a href=/x>{x}</a></li>" for x in FOOT[1:])
    + "</ul></footer>"
)
DECLARED = '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>'


def section(name: str = "comment") -> str:
    rows = "".join(
        f"<li class={name}><div class={name}-author><cite>Reader</cite> says:</div><div class={name}-body>"
        f"<p>{said}</p></div><a href=#r>Reply</a></li>"
        for said in SAID
    )
    return f"<div id={name}s><h3>3 comments</h3><ol class={name}list>{rows}</ol></div>"


def article(below: str = "") -> str:
    body = "".join(f"<p>{line}</p>" for line in STORY)
    return (
        f"<html lang=en><head><title>Skating on the mill lake - The Mill Gazette</title></head><body>{NAV}"
        f"<main><article><h1>Skating on the mill lake</h1><div class=entry-content>{body}</div></article>"
        f"{below}</main>{FOOTER}</body></html>"
    )


def thread(head: str = DECLARED) -> str:
    posts = "".join(
        f"<div class=comment><div class=who><b>rider{n}</b></div><div class=text><p>{text}</p></div></div>"
        for n, text in enumerate(POSTS)
    )
    return (
        f"<html lang=en><head><title>Which oil for a hub gear?</title>{head}</head><body>{NAV}"
        f"<h1>Which oil for a hub gear?</h1><div class=posts>{posts}</div>{FOOTER}</body></html>"
    )


def labels(html: str, mode: Mode = "balanced", **options: object) -> dict[str, Label]:
    """The labels by the text of their blocks."""
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    found = label(page, blocks, measure(blocks), mode=mode, options=GrainOptions(**options))  # type: ignore[arg-type]
    assert [each.block for each in found] == list(range(len(blocks)))
    return dict(zip(blocks.texts, found, strict=True))


def kept(html: str, mode: Mode = "balanced", **options: object) -> set[str]:
    return {text for text, each in labels(html, mode, **options).items() if each.content}


def test_an_article_is_kept_and_what_frames_it_is_not() -> None:
    found = kept(article())
    assert found >= set(STORY)
    assert found.isdisjoint({*MENU, *FOOT})


def test_comments_below_an_article_are_named_and_dropped() -> None:
    found = labels(article(section()))
    assert {text for text, each in found.items() if each.content} >= set(STORY)
    assert [found[said].kind for said in SAID] == [Kind.COMMENT] * 3
    assert [found[text].kind for text in STORY] == [Kind.PARAGRAPH] * 4


def test_comments_are_kept_where_asked_for() -> None:
    page = article(section())
    assert kept(page, comments=True) >= {*STORY, *SAID}
    assert kept(page, comments=True).isdisjoint({*MENU, *FOOT})
    assert kept(page).isdisjoint(SAID)


def test_comments_are_dropped_even_where_the_network_wavers() -> None:
    # At the lowest of thresholds all is grain; that the page names the box for comments still counts.
    found = labels(article(section()), threshold=1e-9)
    assert all(found[text].content for text in STORY)
    assert [found[said].kind for said in SAID] == [Kind.COMMENT] * 3


def test_the_posts_of_a_declared_thread_are_the_text() -> None:
    # The boxes of the posts are named "comment", as some boards do it.
    found = kept(thread())
    assert found >= set(POSTS)
    assert found.isdisjoint({*MENU, *FOOT})


def test_on_a_declared_thread_the_name_of_the_box_does_not_count() -> None:
    found = labels(article(section()).replace("<head>", f"<head>{DECLARED}"), threshold=1e-9)
    assert all(found[said].content for said in SAID)


def test_comments_with_nothing_above_them_are_judged_by_the_network_alone() -> None:
    rows = "".join(f"<div class=comment><p>{post}</p></div>" for post in POSTS)
    found = labels(f"<body><p>Posts</p>{rows}", threshold=1e-9)
    assert all(found[post].content for post in POSTS)


def test_recall_keeps_more_than_balance_and_precision_less() -> None:
    for page in (article(section()), thread(), thread("")):
        precision, balanced, recall = (kept(page, mode) for mode in MODES)
        assert precision <= balanced <= recall


def test_the_threshold_can_be_given() -> None:
    assert kept(article(), threshold=1.0) <= kept(article(), "precision")
    assert kept(article(), threshold=1e-9) >= {*STORY, *MENU}


@pytest.mark.parametrize("mode", MODES)
def test_scores_say_what_is_kept(mode: Mode) -> None:
    for page in (article(), thread(), article(section())):
        for each in labels(page, mode).values():
            assert 0 <= each.score <= 1
            assert each.content == (each.score >= 0.5) or each.kind is Kind.COMMENT


def test_an_empty_page_has_no_labels() -> None:
    assert labels("") == {}
    assert labels("<body><script>x()</script></body>") == {}


@settings(max_examples=25, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["<p>", "<div class=comment>", "</div>", "<li>", "<h1>", "<td>", "word ", "<br>", "文", STORY[0]]
        ),
        max_size=12,
    )
)
def test_any_page_is_labelled(pieces: list[str]) -> None:
    page = Page(parse_tree("".join(pieces), limits=Limits()))
    blocks = split(page)
    for options in (GrainOptions(), GrainOptions(comments=True, captions=True)):
        found = label(page, blocks, measure(blocks), mode="balanced", options=options)
        assert len(found) == len(blocks)
        assert all(0 <= each.score <= 1 for each in found)


def test_an_unknown_model_is_an_error_of_the_option() -> None:
    with pytest.raises(OptionError, match="no model 'barley'"):
        labels(article(), model="barley")


def test_one_page_as_a_batch() -> None:
    blocks = split(Page(parse_tree("<div><p>a</p><p>b</p></div><p>c</p>", limits=Limits())))
    made = batch_of(view(blocks, measure(blocks), Tables({}, {}, {}, {})))
    assert made.starts.tolist() == [0, 3]
    assert len(made.boxes) == BOXES
    assert [part.tolist() for part in made.boxes[0]] == [[0, 0, 0], [2, 2, 3]]


def test_the_logistic_function() -> None:
    found = logistic(np.array([-1000, -np.log(3), 0, np.log(3), 1000], np.float32))
    assert found.tolist() == pytest.approx([0, 0.25, 0.5, 0.75, 1], abs=1e-6)


def test_the_method_says_what_it_is() -> None:
    assert METHOD.name == "grain"
    assert METHOD.options is GrainOptions
    assert METHOD.summary
    assert METHOD.licence


def test_a_book_keeps_its_chapters() -> None:
    sentence = "The miller's daughter carried the grain down to the river before the rain began, and sang. "
    chapters = "".join(f"<p>Chapter {number}. {sentence * 3}</p>" for number in range(3000))
    body = f"<div class=article-body><h1>The mill</h1>{chapters}</div><footer>© 2020</footer>"
    html = f"<title>The mill</title>{body}"
    doc = zrno.extract(html, method="grain")
    assert sum(label.content for label in doc.labels) > 2900


def test_an_article_in_a_box_named_comment_is_no_comment() -> None:
    text = (
        "The council decided on Tuesday that the old bridge over the river will be repaired by autumn. " * 3
    )
    html = (
        f"<title>A bridge</title><h1>A bridge</h1><p>{text}</p>"
        f"<div class=comment-article>{f'<p>{text}</p>' * 6}</div>"
    )
    kinds = [label.kind for label in zrno.extract(html, method="grain").labels]
    assert kinds.count(Kind.PARAGRAPH) == 7
