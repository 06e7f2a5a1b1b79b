"""Method `victor` with the shipped models, and its behaviour on pages that are none."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, measure, split
from zrno.classify import victor, victor_model
from zrno.classify.models import locate
from zrno.classify.victor import METHOD, decide, label, label_pieces
from zrno.classify.victor_model import MARGIN, WINDOW, load, read_model
from zrno.classify.victor_options import VictorOptions
from zrno.classify.victor_pieces import LABELS, TitledLabels, cleaneval
from zrno.config import Limits
from zrno.document import compose
from zrno.errors import MissingExtra, OptionError, SourceError
from zrno.model import Kind, Label, Mode, Page

SAMPLE = """<html><head><title>Sample Web Page</title><style> body color: green; </style></head><body>
<h1>Hello World!</h1>
<p>This is a simple webpage made of a paragraph and a list.</p>
<ul>
<li>It has <b>bold</b> fonts.
<li>And <i>italic</i>, too.
</ul>
<p><a href="mailto:mail@example.org">contact</a>
</body></html>"""
WRITTEN = """<h>Sample Web Page
<h>Hello World!
<p>This is a simple webpage made of a paragraph and a list.
<l>It has bold fonts.
<l>And italic, too."""
TEXT = "The council met on Tuesday evening and decided, after three hours, to repair the old bridge."
MENU = "".join(f"<li><a href=/{n}>Section {n}</a></li>" for n in range(20))


def page_of(html: str) -> tuple[Page, Blocks]:
    page = Page(parse_tree(html, limits=Limits()))
    return page, split(page)


def labels_of(html: str, mode: Mode = "balanced", **options: object) -> list[Label]:
    page, blocks = page_of(html)
    return label(page, blocks, measure(blocks), mode=mode, options=VictorOptions(**options))  # type: ignore[arg-type]


def test_the_page_of_the_study_piece_by_piece() -> None:
    found = label_pieces(page_of(SAMPLE)[1])
    assert "".join(found.labels) == "hhplcclcco"
    assert cleaneval(found.pieces, found.labels) == WRITTEN


def test_the_page_of_the_study_as_a_document() -> None:
    page, blocks = page_of(SAMPLE)
    features = measure(blocks)
    labels = label(page, blocks, features, mode="balanced", options=VictorOptions())
    assert [each.kind for each in labels] == [Kind.HEADING, Kind.PARAGRAPH, Kind.ITEM, Kind.ITEM, Kind.OTHER]
    document = compose(page, blocks, features, labels, method="victor", mode="balanced")
    assert document.write("cleaneval") == WRITTEN


def test_text_and_menus() -> None:
    article = "".join(f"<p>{TEXT} {n}</p>" for n in range(8))
    html = f"<title>Bridge</title><ul>{MENU}</ul><h1>The bridge</h1>{article}<ul>{MENU}</ul>"
    found = labels_of(html)
    assert [each.block for each in found] == list(range(49))
    assert all(each.kind is Kind.PARAGRAPH for each in found[21:29])
    assert not any(each.content for each in found[:20] + found[29:])
    assert found[21].reason.startswith("a paragraph: ")
    assert found[0].reason.startswith("no content: ")
    assert found[21].score > 0.5 > found[0].score


def test_captions_are_captions() -> None:
    article = "".join(f"<p>{TEXT} {n}</p>" for n in range(6))
    html = f"<h1>Bridge</h1>{article}<figure><img src=x><figcaption>{TEXT}</figcaption></figure>{article}"
    assert {each.kind for each in labels_of(html) if each.block == 7} <= {Kind.CAPTION, Kind.OTHER}


def test_modes_are_ordered() -> None:
    article = "".join(f"<p>{TEXT} {n}</p><p><a href=/{n}>More about {n}</a></p>" for n in range(8))
    html = f"<title>Bridge</title><ul>{MENU}</ul><h1>The bridge</h1>{article}<ul>{MENU}</ul>"
    modes: tuple[Mode, ...] = ("precision", "balanced", "recall")
    kept = [{each.block for each in labels_of(html, mode) if each.content} for mode in modes]
    assert kept[0] <= kept[1] <= kept[2]
    assert kept[0] < kept[2]


def test_most_of_the_characters_decide() -> None:
    page, blocks = page_of(f"<p>{TEXT} <a href=/x>More</a></p><p>{TEXT}</p>")
    found = label_pieces(blocks)
    assert len(found.labels) == 3
    (first, _) = label(page, blocks, measure(blocks), mode="balanced", options=VictorOptions())
    sizes = found.pieces.ends - found.pieces.starts
    expected = (found.content[:2] * sizes[:2]).sum() / sizes[:2].sum()
    assert first.score == pytest.approx(expected, abs=0.001)


def test_deciding_by_probabilities() -> None:
    rows = np.array([[0.1, 0.2, 0.05, 0.05, 0.6], [0.0, 0.0, 0.1, 0.1, 0.8], [0.5, 0.1, 0.1, 0.1, 0.2]])
    assert decide(rows, 0.5) == ["o", "o", "h"]
    assert decide(rows, 0.3) == ["p", "o", "h"]
    assert decide(rows, 0.0) == ["p", "l", "h"]
    assert decide(np.zeros((0, 5)), 0.5) == []


def test_a_long_page_is_labelled_in_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    article = "".join(f"<p>{TEXT} {n}</p><p><a href=/{n}>More about {n}</a></p>" for n in range(300))
    blocks = page_of(f"<h1>The bridge</h1>{article}")[1]
    whole = label_pieces(blocks)
    assert len(whole.labels) < WINDOW
    monkeypatch.setattr(victor_model, "WINDOW", 200)
    parts = label_pieces(blocks)
    assert parts.labels == whole.labels
    assert MARGIN < 200
    assert np.allclose(parts.probabilities, whole.probabilities, atol=1e-6)


def test_a_huge_page_is_measured_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(victor, "PART", 1_000)
    text = "".join(f"<b>{TEXT}</b><i>{n}</i> " for n in range(1_500))
    found = labels_of(f"<title>Bridge</title><p>{text}</p><p>{TEXT}</p>")
    assert len(found) == 2
    assert found[1].reason.endswith(", on a page too large for reasons")


@pytest.mark.parametrize(
    "html", ["", " ", "<title>x</title>", "\x00\xff", "<p>", "<" * 500, "&#xD800;<p>&#0;"]
)
def test_pages_that_are_none(html: str) -> None:
    assert all(each.reason for each in labels_of(html))


@settings(max_examples=30)
@given(st.text(max_size=200))
def test_any_text_gets_labels(text: str) -> None:
    _, blocks = page_of(text)
    found = labels_of(text)
    assert isinstance(found, TitledLabels)
    assert len(found) == len(blocks)
    assert all(0 <= each.score <= 1 and each.reason for each in found)


@pytest.mark.parametrize("name", ["victor", "victor-cs"])
def test_the_shipped_models_are_small_and_told_apart_by_labels(name: str) -> None:
    folder = locate(name)
    assert sum(path.stat().st_size for path in folder.iterdir()) < 2_000_000
    rows = label_pieces(page_of(SAMPLE)[1], options=VictorOptions(model=name)).probabilities
    assert rows.shape == (10, len(LABELS))
    assert np.allclose(rows.sum(axis=1), 1)


def test_a_model_that_is_not_there() -> None:
    with pytest.raises(OptionError, match="no model 'nothing'"):
        labels_of(SAMPLE, model="nothing")


def test_a_model_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "bins.json").write_text("{}")
    (tmp_path / "model.crfsuite").write_bytes(b"not a model" * 10)
    with pytest.raises(SourceError, match="cannot be read"):
        read_model(tmp_path, "model.crfsuite")
    with pytest.raises(SourceError, match="cannot be read"):
        read_model(tmp_path, "missing")


def test_a_model_of_another_version(tmp_path: Path) -> None:
    shutil.copytree(locate("victor"), tmp_path / "old")
    (tmp_path / "old" / "bins.json").write_text('{"colour": [1.0]}')
    with pytest.raises(SourceError, match="colour"):
        labels_of(SAMPLE, model=str(tmp_path / "old"))


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycrfsuite", None)
    with pytest.raises(MissingExtra, match="CRF"):
        read_model(locate("victor"), "model.crfsuite")


def test_a_model_is_read_once() -> None:
    assert load("victor") is load("victor")
    assert METHOD.options is VictorOptions
