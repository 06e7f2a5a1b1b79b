"""Method `news`, rule by rule, on pages small enough to count."""

from __future__ import annotations

import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.classify import find, label
from zrno.classify.news_options import NewsOptions
from zrno.classify.news_walk import list_separator
from zrno.config import Limits
from zrno.errors import OptionError
from zrno.model import Label, Page

# 210 characters: longer than `min_text_len`, so that neighbours do not matter to it.
LONG = (
    "The council met on Tuesday evening to decide about the old bridge across the river, which had been "
    "closed to lorries since the spring, and after three hours of debate it voted for a repair instead of "
    "a new one."
)
SHORT = "The vote was close this time."  # 29 characters


def labels_of(html: str, **options: object) -> dict[str, Label]:
    """Labels by the block's text."""
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    found = label(page, blocks, measure(blocks), method="news", options=options)
    return dict(zip(blocks.texts, found, strict=True))


def links(count: int, start: int = 0) -> str:
    return "".join(f"<p><a href=/{i}>link number {i}</a></p>" for i in range(start, start + count))


def test_the_sample_is_as_long_as_it_says() -> None:
    assert len(LONG) >= 200
    assert len(SHORT) <= 50


def test_everything_before_the_heading_falls_and_the_heading_too() -> None:
    found = labels_of(f"<p>{LONG} Before.</p><h1>Bridge</h1><p>{LONG}</p>")
    assert found[f"{LONG} Before."].reason == "before the heading"
    assert found["Bridge"].reason == "the heading itself"
    assert found[LONG].content


def test_a_heading_below_the_text_is_that_of_a_box() -> None:
    body = "".join(f"<p>{LONG} {i}</p>" for i in range(5))
    assert labels_of(f"{body}<h1>Most read</h1>{links(4)}")[f"{LONG} 2"].content


def test_link_density_is_said_in_words() -> None:
    dense = "<p>See <a href=/x>all about bridges near Brno now</a></p>"
    html = f"<h1>Bridge</h1><p>{LONG}</p>{dense}<p>{LONG} End.</p>"
    verdict = labels_of(html)["See all about bridges near Brno now"]
    assert not verdict.content
    assert verdict.reason == "86 % of its words are links"  # 6 of 7


@pytest.mark.parametrize(("ratio", "kept"), [(0.5, False), (0.7, True)])
def test_links_ratio_is_the_limit(ratio: float, kept: bool) -> None:
    text = "Six words here, <a href=/x>and six of them linked now</a> " + "a b"
    html = f"<h1>B</h1><p>{LONG}</p><p>{LONG} 2</p><p>{text}</p><p>{LONG} 3</p><p>{LONG} 4</p>"
    words = "Six words here, and six of them linked now a b"
    assert labels_of(html, links_ratio=ratio)[words].content is kept  # 6 of 11 words: 0.545


def test_a_short_block_among_dropped_ones_falls() -> None:
    html = f"<h1>B</h1><p>{LONG}</p>{links(3)}<p>{SHORT}</p>{links(3, 3)}"
    verdict = labels_of(html)[SHORT]
    assert not verdict.content
    assert verdict.reason == "the 3 blocks before it are dropped, and 3 of 3 behind it"


def test_more_than_remove_ratio_of_the_neighbours() -> None:
    # before: kept, dropped, dropped; behind: dropped, dropped, kept: 4 of 6 > 0.6
    html = f"<h1>B</h1><p>{LONG}</p>{links(2)}<p>{SHORT}</p>{links(2, 2)}<p>{LONG} End.</p><p>{LONG} 3.</p>"
    assert labels_of(html)[SHORT].reason == "4 of its 6 neighbours are dropped"
    assert labels_of(html, remove_ratio=0.7)[SHORT].content


def test_short_text_at_the_end_falls_once_enough_is_collected() -> None:
    html = f"<h1>B</h1><p>{LONG}</p><p>{LONG} 2</p><p>{LONG} 3</p><p>{SHORT}</p>{links(4)}"
    assert labels_of(html)[SHORT].reason == "a short text at the end of the article"
    assert labels_of(html, min_page_len=5_000)[SHORT].content


def test_eight_dropped_blocks_end_the_article() -> None:
    article = f"<h1>B</h1><p>{LONG}</p><p>{LONG} 2</p><p>{LONG} 3</p>"
    html = f"<div>{article}{links(8)}</div><div><p>{LONG} Other.</p></div>"
    verdict = labels_of(html)[f"{LONG} Other."]
    assert verdict.reason == "behind the end of the article (8 dropped blocks in a row)"
    assert labels_of(html, consecutive_count_remove=9, container=False)[f"{LONG} Other."].content


def test_links_inside_the_article_when_the_option_says_so() -> None:
    more = "".join(f"<p>{LONG} More {i}.</p>" for i in range(3))
    html = f"<div><h1>B</h1><p>{LONG}</p><p>{LONG} 2</p><p>{LONG} 3</p>{links(8)}</div><div>{more}</div>"
    assert not labels_of(html, container=False)[f"{LONG} More 0."].content
    found = labels_of(html, container=False, links_inside_article=True)
    assert found[f"{LONG} More 0."].content
    found = labels_of(html, container=False, links_inside_article=True, links_inside_article_after_ok_count=4)
    assert not found[f"{LONG} More 0."].content


def test_links_inside_the_articles_own_element_do_not_end_it() -> None:
    article = f"<h1>B</h1><p>{LONG}</p><p>{LONG} 2</p><p>{LONG} 3</p>"
    html = f"<article>{article}{links(9)}<p>{LONG} End.</p></article>"
    assert labels_of(html)[f"{LONG} End."].content
    assert not labels_of(html, container=False)[f"{LONG} End."].content


def test_a_list_of_links_with_one_separator() -> None:
    tags = "<a href=/t/1>rain</a>, <a href=/t/2>snow and ice</a>, <a href=/t/3>Brno</a>"
    assert list_separator("rain, snow and ice, Brno", links=3, outside=2) == ","
    assert list_separator("rain | snow", links=2, outside=1) == "|"
    assert list_separator("See rain, snow", links=2, outside=4) == ""
    assert list_separator("rain", links=1, outside=0) == ""
    html = f"<h1>B</h1><p>{LONG}</p><p>{tags}</p><p>{LONG} End.</p>"
    assert not labels_of(html, links_ratio=0.999)["rain, snow and ice, Brno"].content


def test_the_date_falls() -> None:
    html = f"<h1>B</h1><p>{LONG}</p><p>28. dubna 2016 16:01</p><p>{LONG} End.</p><p>{LONG} 3</p>"
    assert labels_of(html)["28. dubna 2016 16:01"].reason == "the date of the article"


def test_dates_that_are_told_stay() -> None:
    rows = "<ul><li>Začátek opravy: 1. 6. 2021</li></ul><h2>12. května 2021</h2>"
    html = f"<h1>B</h1><p>{LONG}</p>{rows}<p>{LONG} 2</p><p>{LONG} 3</p><p>3. 5. 2021</p><p>{LONG} 4</p>"
    found = labels_of(html)
    assert found["Začátek opravy: 1. 6. 2021"].content
    assert found["12. května 2021"].content
    assert found["3. 5. 2021"].content


def test_teasers_fall_when_enough_text_remains() -> None:
    teaser = f"<div><a href=/other><img src=x></a><a href=/other>Other</a> <span>{SHORT}</span></div>"
    body = "".join(f"<p>{LONG} {i}</p>" for i in range(4))
    html = f"<h1>B</h1>{body}{teaser}<p>{LONG} End.</p>"
    assert labels_of(html)[f"Other {SHORT}"].reason.startswith("a teaser")
    assert labels_of(f"<h1>B</h1><p>{LONG}</p>{teaser}")[f"Other {SHORT}"].content


def test_advertising_by_class_and_by_text() -> None:
    html = (
        f"<h1>B</h1><p>{LONG}</p><div class='box reklama'><p>{LONG} Buy.</p></div><p>Reklama</p>"
        f"<div class=reklamace><p>{LONG} Complaint.</p></div><p>{LONG} 2</p><p>{LONG} 3</p>"
    )
    found = labels_of(html)
    assert found[f"{LONG} Buy."].reason == "advertising (box reklama)"
    assert found["Reklama"].reason == "announces advertising"
    assert found[f"{LONG} Complaint."].content


def test_social_links_fall() -> None:
    html = f"<h1>B</h1><p>{LONG}</p><p><a href=https://www.facebook.com/x>Share it</a></p><p>{LONG} End.</p>"
    assert not labels_of(html)["Share it"].content


def test_microdata_body_and_lead_win() -> None:
    body = "".join(f"<p>{LONG} {i}</p>" for i in range(3))
    html = (
        "<div itemscope itemtype='http://schema.org/NewsArticle'><h1>B</h1>"
        f"<p itemprop=description>{SHORT}</p><p>Outside {LONG}</p>"
        f"<div itemprop=articleBody>{body}<p><a href=/x>Read this too</a></p></div></div>"
    )
    found = labels_of(html)
    assert found[SHORT].content
    assert found[f"{LONG} 2"].content
    assert found[f"Outside {LONG}"].reason == "outside the article body that the page names"
    assert not found["Read this too"].content


def test_an_empty_microdata_body_is_not_believed() -> None:
    html = (
        "<div itemscope itemtype='http://schema.org/Article'><h1>B</h1><div itemprop=articleBody>x</div>"
        f"<p>{LONG}</p></div>"
    )
    assert labels_of(html)[LONG].content


def test_hidden_text_falls_unless_the_page_hides_its_article() -> None:
    assert not labels_of(f"<h1>B</h1><p>{LONG}</p><p hidden>{SHORT}</p><p>{LONG} 2</p>")[SHORT].content
    hidden = "".join(f"<p style='display:none'>{LONG} {i}</p>" for i in range(3))
    assert labels_of(f"<h1>B</h1><p>{LONG}</p>{hidden}")[f"{LONG} 1"].content


def test_landmarks_fall_unless_they_are_the_page() -> None:
    html = f"<h1>B</h1><p>{LONG}</p><p>{LONG} 2</p><footer><p>{LONG} Us.</p></footer>"
    assert labels_of(html)[f"{LONG} Us."].reason == "inside <footer>"
    assert labels_of(html, landmarks=False)[f"{LONG} Us."].content
    assert labels_of(f"<aside><h1>B</h1><p>{LONG}</p></aside>")[LONG].content


def test_modes_move_the_ratios() -> None:
    options = NewsOptions()
    assert options.for_mode("precision").links_ratio == pytest.approx(0.5)
    assert options.for_mode("precision").remove_ratio == pytest.approx(0.5)
    assert options.for_mode("recall").links_ratio == pytest.approx(0.85)
    assert options.for_mode("balanced") is options


@pytest.mark.parametrize(
    "given",
    [
        {"links_ratio": 1.0},
        {"links_ratio": 0},
        {"nearby": 21},
        {"iterate": 0},
        {"consecutive_count_remove": 1},
    ],
)
def test_ranges_are_held(given: dict[str, object]) -> None:
    with pytest.raises(OptionError, match="out of range"):
        labels_of("<h1>B</h1>", **given)


def test_a_wrong_pattern_is_named() -> None:
    with pytest.raises(OptionError, match="social_pattern is no regular expression"):
        labels_of(f"<h1>B</h1><p>{LONG}</p>", social_pattern="(")


def test_every_block_has_a_label_with_score_and_reason() -> None:
    found = labels_of(f"<nav>{links(3)}</nav><h1>B</h1><p>{LONG}</p><p>{SHORT}</p>{links(12)}")
    for verdict in found.values():
        assert 0 <= verdict.score <= 1
        assert verdict.reason
        assert (verdict.score >= 0.5) == verdict.content


def test_pages_without_blocks_or_heading() -> None:
    assert labels_of("") == {}
    assert labels_of(f"<p>{LONG}</p>")[LONG].content


def test_the_method_is_registered_with_its_source() -> None:
    method = find("news")
    assert method.name == "news"
    assert "2016" in method.source
