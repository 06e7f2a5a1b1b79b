"""`zrno models` as a user meets it."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from zrno.classify.models import Card, DataUsed, Figure, cards, write_card

Run = Callable[..., subprocess.CompletedProcess[bytes]]
NAMES = [card.name for card in cards()]
OWN = Card(
    "barley", "grain", "grain trained on 3 pages", "CC0", "2026-02-03", 5, "zrno train grain mine --seed 5",
    (DataUsed("mine", 3, "CC0", "the author"),),
    (Figure("mine", "page F1", 0.5, 0.25, 0.75, 3, 0.125, "zrno bench mine"),),
    "model.npz", "Sown in spring.",
)  # fmt: skip


def test_the_shipped_models(run: Run) -> None:
    done = run("models")
    assert done.returncode == 0
    lines = done.stdout.decode().splitlines()
    assert [line.split()[0] for line in lines[::2]] == NAMES
    assert all("licence" in line and "KB" in line for line in lines[1::2])


def test_names_only(run: Run) -> None:
    assert run("models", "--quiet").stdout.decode().split() == NAMES


def test_a_whole_card(run: Run) -> None:
    told = run("models", "grain").stdout.decode()
    card = next(card for card in cards() if card.name == "grain")
    assert told.startswith("grain ")
    assert f"Made by: {card.command} (seed {card.seed})" in told
    for used in card.data:
        assert used.name in told


def test_cards_for_programs(run: Run) -> None:
    assert [card["name"] for card in json.loads(run("models", "--json").stdout)] == NAMES
    (card,) = json.loads(run("models", "grain", "--json").stdout)
    assert (card["name"], card["method"]) == ("grain", "grain")
    assert card["data"]


def test_a_folder_of_ones_own(run: Run, tmp_path: Path) -> None:
    write_card(tmp_path, OWN)
    told = run("models", str(tmp_path)).stdout.decode()
    assert "method grain; 3 pages; licence CC0; trained 2026-02-03\n" in told
    assert "0.500 [0.250, 0.750]     3 pages  (0.125)  zrno bench mine" in told
    assert told.endswith("Sown in spring.\n")


def test_into_a_file(run: Run, tmp_path: Path) -> None:
    done = run("models", "-q", "-o", "models.txt")
    assert done.stdout == b""
    assert (tmp_path / "models.txt").read_text("utf-8").split() == NAMES


def test_an_unknown_model(run: Run) -> None:
    done = run("models", "no-such-model")
    assert done.returncode == 2
    assert b"no model 'no-such-model'" in done.stderr
    assert b"known: grain" in done.stderr
