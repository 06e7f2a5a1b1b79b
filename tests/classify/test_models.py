"""The shipped models and their cards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from zrno.classify.models import (
    CARD,
    SHIPPED,
    Card,
    DataUsed,
    Figure,
    cards,
    locate,
    read_card,
    with_figures,
    write_card,
)
from zrno.errors import OptionError, SourceError

MAX_BYTES = 5_000_000
FOLDERS = sorted(path for path in SHIPPED.iterdir() if path.is_dir() and not path.name.startswith("_"))
FIGURE = Figure("set", "page F1", 0.9, 0.88, 0.92, 100, None, "zrno bench set")
DATA = DataUsed("invented", 3, "Apache-2.0", "this test")
OWN = Card(
    "own", "grain", "a test", "Apache-2.0", "2026-01-01", 7, "-", (DATA,), (FIGURE,), "model.npz", "žluť"
)


def test_there_are_models_and_each_folder_has_a_card() -> None:
    assert "grain" in [folder.name for folder in FOLDERS]
    assert [card.name for card in cards()] == [folder.name for folder in FOLDERS]


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_shipped_model_is_whole(folder: Path) -> None:
    card = read_card(folder)
    assert card.name == folder.name
    assert (folder / card.file).is_file()
    assert sum(path.stat().st_size for path in folder.iterdir()) < MAX_BYTES
    assert card.licence.strip()
    assert card.summary.strip()
    assert card.command.startswith("zrno train ")
    assert card.data
    for used in card.data:
        assert used.name
        assert used.licence
        assert used.source
        assert used.pages > 0
    for figure in card.figures:
        assert figure.low <= figure.value <= figure.high
        assert figure.pages > 0


def test_a_model_is_found_by_name_and_by_folder(tmp_path: Path) -> None:
    write_card(tmp_path, OWN)
    assert locate("grain") == SHIPPED / "grain"
    assert locate(str(tmp_path)) == tmp_path


@pytest.mark.parametrize("name", ["barley", "", "..", "./grain", "a\0b", "/nowhere/at/all", "x" * 5000])
def test_an_unknown_model_is_an_option_error(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(OptionError, match="no model") as caught:
        locate(name)
    assert "grain" in caught.value.hint


def test_a_card_survives_the_round(tmp_path: Path) -> None:
    write_card(tmp_path, OWN)
    assert read_card(tmp_path) == OWN
    assert "žluť" in (tmp_path / CARD).read_text("utf-8")


def test_figures_are_replaced() -> None:
    assert with_figures(OWN, ()).figures == ()
    assert with_figures(with_figures(OWN, ()), (FIGURE,)) == OWN


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no JSON",
        "[]",
        "{}",
        '"text"',
        '{"data": [], "figures": []}',
        '{"data": 3, "figures": []}',
        "[" * 9000,
    ],
)
def test_broken_cards_are_told(text: str, tmp_path: Path) -> None:
    (tmp_path / CARD).write_text(text, "utf-8")
    with pytest.raises(SourceError, match="card cannot be read"):
        read_card(tmp_path)


def test_a_card_with_a_field_too_many_or_no_text_at_all(tmp_path: Path) -> None:
    write_card(tmp_path, OWN)
    values = json.loads((tmp_path / CARD).read_text("utf-8"))
    (tmp_path / CARD).write_text(json.dumps({**values, "colour": "red"}), "utf-8")
    with pytest.raises(SourceError):
        read_card(tmp_path)
    (tmp_path / CARD).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SourceError):
        read_card(tmp_path)


def test_a_folder_without_a_card(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="card cannot be read"):
        read_card(tmp_path)
