"""Method `texttractor` as a whole: both scores, the three classes, the switch, the modes, the models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.classify.models import Card, cards, locate, write_card
from zrno.classify.texttractor import METHOD, Analysis, Verdict, analyse, network_scores
from zrno.classify.texttractor_network import FILE, Network, save
from zrno.classify.texttractor_options import TexttractorOptions
from zrno.config import Limits
from zrno.errors import OptionError, SourceError
from zrno.model import MODES, Kind, Label, Mode, Page

LONG = (
    "The council met on Tuesday evening to decide about the old bridge across the river, which had been "
    "closed to lorries since the spring, and after three hours of debate it voted for a repair instead of "
    "a new one. The mayor called it a victory for everybody who has to cross the river every morning."
)
MENU = "".join(f"<li><a href=/{i}>Section {i}</a></li>" for i in range(8))
ARTICLE = f"""<html><head><title>Bridge to be repaired | The Paper</title></head><body>
<ul class=menu>{MENU}</ul><div class=content><h1>Bridge to be repaired</h1>
{"".join(f"<p>{LONG} {i}</p>" for i in range(5))}</div>
<div class=foot><a href=/about>About us</a> | <a href=/terms>Terms</a> | © 2014 Paper</div></body></html>"""
OPTIONS = TexttractorOptions()


def page_of(html: str) -> Page:
    return Page(parse_tree(html, limits=Limits()))


def labels_of(html: str, *, mode: Mode = "balanced", options: TexttractorOptions = OPTIONS) -> list[Label]:
    page = page_of(html)
    blocks = split(page)
    return METHOD.label(page, blocks, measure(blocks), mode=mode, options=options)


def analysis_of(html: str, options: TexttractorOptions = OPTIONS) -> Analysis:
    page = page_of(html)
    blocks = split(page)
    return analyse(page, blocks, measure(blocks), options)


def own_model(folder: Path, words: float, bias: float) -> str:
    """A network whose output is about 2 * bias, and less the more words a block has."""
    shapes = [(79, 39), (40, 19), (20, 9), (10, 1)]
    weights = [np.zeros(shape, dtype=np.float32) for shape in shapes]
    weights[0][26 + 1, 0] = 1  # the block's own words
    weights[1][0, 0], weights[1][-1, 0] = 1, -0.5
    weights[2][0, 0], weights[2][-1, 0] = 1, -1
    weights[3][0, 0], weights[3][-1, 0] = words, bias
    save(Network(weights), folder)
    write_card(folder, Card("own", "texttractor", "by hand", "Apache-2.0", "2024-01-01", 0, "", (), (), FILE))
    return str(folder)


@pytest.mark.parametrize("model", ["texttractor", "texttractor-cs"])
def test_the_shipped_networks_find_a_plain_article(model: str) -> None:
    found = labels_of(ARTICLE, options=replace(OPTIONS, model=model))
    kinds = [each.kind for each in found]
    assert kinds[8:14] == [Kind.HEADING, *[Kind.PARAGRAPH] * 5]
    assert not any(each.content for each in (*found[:8], found[-1]))


def test_the_shipped_networks_have_cards_and_are_small() -> None:
    found = {card.name: card for card in cards()}
    for name in ("texttractor", "texttractor-cs"):
        assert found[name].method == "texttractor"
        assert found[name].file == FILE
        assert (locate(name) / FILE).stat().st_size < 200_000
        assert any(figure.measure == "block F1, with post-analysis" for figure in found[name].figures)


def test_both_scores_are_in_the_reason() -> None:
    heading = labels_of(ARTICLE)[8]
    nn_score = analysis_of(ARTICLE).nn_scores[8]
    assert heading.reason == f"nn_score {nn_score:.2f}, score 1.00: the heading most like the title"
    assert heading.score == 1.0


def test_blocks_far_before_the_heading_are_told() -> None:
    first = labels_of(ARTICLE)[0]
    assert first.reason.endswith("score 0.00: before the heading of the text")
    assert not first.content


def test_without_post_analysis_the_network_decides() -> None:
    found = analysis_of(ARTICLE, replace(OPTIONS, post_analysis=False))
    assert (found.scores == found.nn_scores).all()
    assert (found.verdicts == found.nn_verdicts).all()
    assert not found.steps.any()
    last = labels_of(ARTICLE, options=replace(OPTIONS, post_analysis=False))[-1]
    assert last.reason.endswith("bad by the network")


def test_the_stages_one_by_one_give_the_same_scores() -> None:
    blocks = split(page_of(ARTICLE))
    alone = network_scores(blocks, measure(blocks), OPTIONS)
    assert (alone == analysis_of(ARTICLE).nn_scores).all()


def test_three_classes_by_the_thresholds(tmp_path: Path) -> None:
    model = own_model(tmp_path, 0, 0.25)  # .8 * .25 = .2 for every block
    classes = {
        (0.2, 0.1): Verdict.GOOD,
        (0.3, 0.2): Verdict.ALMOST,
        (0.3, 0.25): Verdict.BAD,
    }
    for (good, almost), verdict in classes.items():
        options = replace(OPTIONS, model=model, post_analysis=False, good=good - 1e-6, almost=almost - 1e-6)
        found = analysis_of(ARTICLE, options)
        assert found.nn_scores == pytest.approx(0.2)
        assert set(found.nn_verdicts.tolist()) == {verdict}
        assert (found.nn_good == found.good).all()
        assert found.good.all() == (verdict is Verdict.GOOD)


def test_an_almost_good_block_is_told_as_such(tmp_path: Path) -> None:
    model = own_model(tmp_path, 0, 0.25)
    options = replace(OPTIONS, model=model, good=0.6, almost=0.1, post_analysis=False)
    assert labels_of("<p>Rain</p>", options=options)[0].reason == (
        "nn_score 0.20, score 0.20: almost good by the network"
    )


def test_the_score_of_a_label_has_the_threshold_in_the_middle(tmp_path: Path) -> None:
    model = own_model(tmp_path, 0, 0.25)  # .2 for every block
    for good, expected in ((0.1, 0.5 + 0.5 * 0.1 / 0.9), (0.5, 0.5 * 1.2 / 1.5), (1.0, 0.5 * 1.2 / 2)):
        options = replace(OPTIONS, model=model, good=good, almost=0.05, post_analysis=False)
        assert labels_of("<p>Rain</p>", options=options)[0].score == pytest.approx(expected, abs=1e-3)


def test_modes_move_both_thresholds() -> None:
    precise, loose = OPTIONS.for_mode("precision"), OPTIONS.for_mode("recall")
    assert precise.good == pytest.approx(OPTIONS.good + OPTIONS.mode_shift)
    assert precise.almost == pytest.approx(OPTIONS.almost + OPTIONS.mode_shift)
    assert 0 < loose.good < OPTIONS.good
    assert 0 < loose.almost <= loose.good
    assert OPTIONS.for_mode("balanced") == OPTIONS


def test_recall_keeps_what_precision_drops(tmp_path: Path) -> None:
    options = replace(OPTIONS, model=own_model(tmp_path, 0, 0.25), post_analysis=False)
    html = "<p>Rain</p><p>Snow</p>"
    assert all(each.content for each in labels_of(html, mode="recall", options=options))
    assert not any(each.content for each in labels_of(html, mode="precision", options=options))


def test_an_unknown_model_is_said() -> None:
    with pytest.raises(OptionError, match="no model"):
        labels_of(ARTICLE, options=replace(OPTIONS, model="nobody"))


def test_a_model_folder_without_its_network_is_said(tmp_path: Path) -> None:
    own_model(tmp_path, 0, 0)
    (tmp_path / FILE).unlink()
    with pytest.raises(SourceError):
        labels_of(ARTICLE, options=replace(OPTIONS, model=str(tmp_path)))


@pytest.mark.parametrize("html", ["", "<title>Only</title>", "<script>x</script>", "<img src=x>"])
def test_a_page_without_text_has_no_labels(html: str) -> None:
    assert labels_of(html) == []


def test_one_block_that_is_all_the_text_is_kept_unless_as_published(tmp_path: Path) -> None:
    options = replace(OPTIONS, model=own_model(tmp_path, 0, 0.25), good=0.1)
    assert labels_of("<p>Rain</p>", options=options)[0].content
    alone = labels_of("<p>Rain</p>", options=replace(options, lonely_spared=False))[0]
    assert alone.reason == "nn_score 0.20, score 0.00: alone behind the text"
    assert not alone.content


def test_a_caption_stays_a_caption() -> None:
    html = ARTICLE.replace("</div>\n<div class=foot", f"<figcaption>{LONG}</figcaption></div><div class=foot")
    assert labels_of(html)[14].kind is Kind.CAPTION


@given(st.lists(st.sampled_from([LONG, "Menu", "© 2014", "a | b", "河水", "\u200b"]), max_size=12))
def test_scores_and_verdicts_agree(texts: list[str]) -> None:
    html = "<title>Menu</title>" + "".join(f"<div><h2>{text}</h2><p>{text}</p></div>" for text in texts)
    for mode in MODES:
        for each in labels_of(html, mode=mode):
            assert 0 <= each.score <= 1
            assert each.content == (each.score >= 0.5)
