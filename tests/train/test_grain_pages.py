"""Examples to sheets: what is wanted of each block of an invented page."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.classify.grain_features import Tables
from zrno.classify.grain_model import CLASSES
from zrno.classify.grain_network import BOXES
from zrno.train.datasets import Example, fold
from zrno.train.grain_pages import DOUBT, LEAST, OTHERS, POWER, learn, sheet_of
from zrno.train.trainer import FOLDS

NOTHING = Tables({}, {}, {}, {})
STORY = [
    "The lake behind the old mill froze on Thursday night, and by Saturday the whole town was skating on it.",
    "Council workers measured the ice at eleven places and found it twelve centimetres thick near the shore.",
    "The rowing club lent out its benches, and the baker from Mill Street sold four hundred rolls by noon.",
]
SAID = [
    "We were there with the children and stayed until it was quite dark, what a day for all of us.",
    "Somebody should have cleared the snow near the bridge, it was far too slippery for older people.",
]
COMMENTS = "".join(f"<li class=comment><p>{said}</p></li>" for said in SAID)


def example(
    html: str = "", gold: list[str] | None = None, name: str = "ice", site: str = "mill.example"
) -> Example:
    body = "".join(f"<p>{line}</p>" for line in STORY)
    whole = html or (
        f"<title>Ice</title><ul><li><a href=/>Home</a></li></ul><div class=story>"
        f"<p class=byline>By Nora Field</p>{body}"
        f"<div class=wp-caption>The lake on Saturday</div></div><ol id=comments>{COMMENTS}</ol>"
        "<div class=related><a href=/x>Snow in the hills</a></div>"
    )
    return Example(name, "invented", site, whole.encode(), "\n".join(STORY if gold is None else gold), {})


def column(one: Example, name: str) -> list[float]:
    wanted: list[float] = sheet_of(one, NOTHING).targets[:, CLASSES.index(name)].tolist()
    return wanted


def quiet(_line: str) -> None:
    pass


def test_what_is_wanted_of_each_block() -> None:
    # Blocks: home, byline, three of the story, caption, two comments, teaser.
    assert column(example(), "content") == [0, 0, 1, 1, 1, 0, 0, 0, 0]
    assert column(example(), "comment") == [0, 0, 0, 0, 0, 0, 1, 1, 0]
    assert column(example(), "caption") == [0, 0, 0, 0, 0, 1, 0, 0, 0]
    assert column(example(), "byline") == [0, 1, 0, 0, 0, 0, 0, 0, 0]
    assert column(example(), "teaser") == [0, 0, 0, 0, 0, 0, 0, 0, 1]


def test_comments_in_the_gold_of_an_article_are_not_wanted() -> None:
    both = example(gold=[*STORY, SAID[0]])
    assert column(both, "content") == [0, 0, 1, 1, 1, 0, 0, 0, 0]
    assert column(both, "comment") == [0, 0, 0, 0, 0, 0, 1, 1, 0]


def test_where_the_comments_are_most_of_the_gold_they_are_the_text() -> None:
    only = example(gold=SAID)
    assert column(only, "content") == [0, 0, 0, 0, 0, 0, 1, 1, 0]
    assert not any(column(only, "comment"))


def test_the_posts_of_a_thread_are_the_text() -> None:
    thread = example(
        example().html.decode().replace("<title>Ice", "<title>Ice - Skating forum"), [*STORY, SAID[0]]
    )
    assert column(thread, "content") == [0, 0, 1, 1, 1, 0, 1, 0, 0]
    assert not any(column(thread, "comment"))


def test_blocks_weigh_by_their_words_but_not_in_proportion() -> None:
    sheet = sheet_of(example("<p>one two</p><p>" + STORY[0] + "</p>", STORY[:1]), NOTHING)
    words = np.array([2, len(STORY[0].split())])
    expected = (words + LEAST) ** POWER
    expected = expected / expected.sum()
    assert sheet.weights[:, 0].tolist() == pytest.approx(expected.tolist(), rel=1e-5)
    assert sheet.weights[:, 1].tolist() == pytest.approx((OTHERS * expected).tolist(), rel=1e-5)
    assert sheet.weights.shape == sheet.targets.shape == (2, len(CLASSES))


def test_a_block_half_in_the_gold_counts_little() -> None:
    half = f"{STORY[0]} {SAID[0]}"
    sheet = sheet_of(example(f"<p>{half}</p><p>{STORY[1]}</p>", STORY[:2]), NOTHING)
    sure, doubtful = (
        sheet.weights[1, 0] * OTHERS / sheet.weights[1, 1],
        sheet.weights[0, 0] * OTHERS / sheet.weights[0, 1],
    )
    assert sure == pytest.approx(1, rel=1e-5)
    assert doubtful == pytest.approx(DOUBT, rel=1e-5)


def test_a_sheet_has_the_boxes_of_each_block() -> None:
    sheet = sheet_of(example("<div><p>a</p><p>b</p></div><p>c</p>", ["a", "b"]), NOTHING)
    assert sheet.boxes.shape == (3, BOXES, 2)
    assert sheet.boxes[:, 0].tolist() == [[0, 2], [0, 2], [0, 3]]
    assert sheet.boxes[:, 1].tolist() == [[0, 3]] * 3
    assert len(sheet.groups) == len(sheet.values) == 3


def test_learning_leaves_out_pages_without_their_gold() -> None:
    said: list[str] = []
    pages = [
        example(),
        example(gold=["Nothing of this stands anywhere on the page, not a word of it at all."] * 4),
    ]
    found = learn([*pages, example("<body></body>"), example("\x00\x01")], said.append)
    assert len(found.sheets) == 1
    assert found.dropped == 3
    assert found.columns[0] == "words"
    assert found.sheets[0].values.shape[1] == len(found.columns)
    assert said == ["counting names and words: 4 of 4 pages", "measuring blocks: 1 of 1 pages"]


def test_nothing_usable_is_no_crash() -> None:
    found = learn([example("<body></body>")], quiet)
    assert (found.sheets, found.columns, found.dropped) == ([], (), 1)


def test_known_tables_stay_as_they_are() -> None:
    known = Tables({"story": 2.0}, {}, {}, {})
    found = learn([example()], quiet, known)
    assert found.tables is known
    assert all(each is known for each in found.fold_tables)
    place = found.columns.index("names above mean")
    assert found.sheets[0].values[2, place] == 2


def test_a_page_is_seen_with_what_other_sites_taught() -> None:
    sites = [f"site{number}.example" for number in range(12)]
    found = learn([example(name=site, site=site) for site in sites], quiet)
    assert found.folds == tuple(fold(site, FOLDS) for site in sites)
    assert found.tables.names["story"] > 0.15
    assert found.tables.names["comment"] < -0.15
    # Twelve sites vote alike; a fold is without its own, so its tables are a little less sure.
    own = found.folds[0]
    assert 0 < found.fold_tables[own].names["story"] < found.tables.names["story"]
    place = found.columns.index("names above mean")
    tokens = [found.fold_tables[own].names[token] for token in (".story", "story")]
    assert found.sheets[0].values[2, place] == pytest.approx(sum(tokens) / 2, rel=1e-5)
