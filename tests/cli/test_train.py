"""`zrno train` as a user meets it: ten pages of one site, a model of one's own, and what it is good for."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from zrno.classify.models import DataUsed, read_card
from zrno.train.evaluate import MACRO_F1

Run = Callable[..., subprocess.CompletedProcess[bytes]]
# Small matrices on many threads mostly wait for each other.
ALONE = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
TOWNS = ("Dale", "Ford", "Holm", "Kirk", "Marsh", "Moor", "Oakley", "Quay", "Thorpe", "Wick")


def report(town: str) -> list[str]:
    """Short notes, as a parish might put them up: hard to tell from menus."""
    return [
        f"{town}: road closed",
        "From Monday to Friday, both lanes.",
        f"Buses leave from {town} Green instead.",
        "Questions? Ask at the town hall, second floor.",
        "Work is done by night, so that shops stay open.",
    ]


def page(town: str) -> str:
    notes = "".join(f"<div class=n>{line}</div>" for line in report(town)[1:])
    links = "".join(f"<div class=l><a href=/{other}>{other} this week</a></div>" for other in TOWNS[:6])
    return (
        f"<html lang=en><head><title>{town}: road closed</title></head><body>"
        f"<div class=t>Roads and lanes</div>{links}"
        f"<div class=b><div class=h>{town}: road closed</div>{notes}</div>"
        "<div class=s>Get the roads by post every Friday, free of charge, for as long as you like.</div>"
        "<div class=s>Roads and lanes is made by the county and printed on paper from our woods.</div></body>"
    )


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "roads"
    for part in ("html", "gold"):
        (folder / part).mkdir(parents=True)
    for town in TOWNS:
        (folder / "html" / f"{town}.html").write_text(page(town), "utf-8")
        (folder / "gold" / f"{town}.txt").write_text("\n".join(report(town)), "utf-8")
    return folder


@pytest.mark.usefixtures("pages")
def test_ten_pages_make_a_model_that_is_used_and_measured(run: Run, tmp_path: Path) -> None:
    done = run("train", "grain", "roads", "--start", "grain", "-o", "own", "--quiet", env=ALONE)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode() == "own: grain trained on 10 pages from grain\n"
    card = read_card(tmp_path / "own")
    assert card.data == (DataUsed("roads", 10, "not stated", "not stated"),)
    assert card.command == "zrno train grain roads -o own --start grain --seed 0"
    assert (card.name, card.method) == ("own", "grain")

    done = run("extract", "roads/html/Kirk.html", "--method", "grain", "--set", "model=own", env=ALONE)
    assert done.returncode == 0, done.stderr.decode()
    assert "Buses leave from Kirk Green instead." in done.stdout.decode()

    shipped, own = scores(run, tmp_path)
    assert own >= shipped


@pytest.mark.usefixtures("pages")
def test_what_the_shipped_model_misses_on_a_site_is_learned(run: Run, tmp_path: Path) -> None:
    assert run("train", "grain", "roads", "--start", "grain", "-o", "own", "-q", env=ALONE).returncode == 0
    shipped, own = scores(run, tmp_path)
    # The notes are short and the notices long: what is text here is told by the site alone.
    assert own > max(0.9, shipped - 0.001)
    text = run("extract", "roads/html/Kirk.html", "--set", "model=own", "--method", "grain", env=ALONE).stdout
    assert b"Work is done by night" in text
    assert b"free of charge" not in text


def scores(run: Run, folder: Path) -> tuple[float, float]:
    """F1 of the shipped model and of one's own."""
    words = ("bench", "roads", "--methods", "grain", "--model", "grain=own", "--json", "figures.json", "-q")
    done = run(*words, env=ALONE)
    assert done.returncode == 0, done.stderr.decode()
    (measured,) = json.loads((folder / "figures.json").read_text("utf-8"))["sets"]
    assert measured["pages"] == 10
    rows = {row["name"]: row for row in measured["tools"]}
    shipped, own = (rows[name]["measures"][MACRO_F1]["value"] for name in ("grain", "grain own"))
    return shipped, own


@pytest.mark.usefixtures("pages")
def test_the_same_seed_makes_the_same_model(run: Run, tmp_path: Path) -> None:
    options = ("roads", "--start", "grain", "--sample", "2", "--seed", "4", "-q")
    for name in ("one", "two"):
        assert run("train", "grain", *options, "-o", name, env=ALONE).returncode == 0
    assert read_card(tmp_path / "one").data[0].pages == 2
    assert (tmp_path / "one" / "model.npz").read_bytes() == (tmp_path / "two" / "model.npz").read_bytes()


@pytest.mark.usefixtures("pages")
def test_progress_is_told_on_the_side(run: Run) -> None:
    done = run("train", "grain", "roads", "--start", "grain", "--sample", "1", env=ALONE)
    assert done.stdout.decode() == "grain-model: grain trained on 1 pages from grain\n"
    told = done.stderr.decode()
    assert "counting names and words: 1 of 1 pages" in told
    assert "epoch 1 of " in told


@pytest.mark.usefixtures("pages")
def test_too_few_pages_from_nothing(run: Run) -> None:
    done = run("train", "grain", "roads", "-o", "own")
    assert done.returncode == 1
    assert b"10 pages are too few to learn from nothing" in done.stderr
    assert b"--start grain" in done.stderr
    assert done.stdout == b""


@pytest.mark.usefixtures("pages")
def test_an_unknown_method(run: Run) -> None:
    done = run("train", "barley", "roads")
    assert done.returncode == 2
    assert b"barley" in done.stderr
    assert b"grain" in done.stderr


@pytest.mark.usefixtures("pages")
def test_an_unknown_start(run: Run) -> None:
    done = run("train", "grain", "roads", "--start", "barley")
    assert done.returncode == 2
    assert b"no model 'barley'" in done.stderr


def test_a_folder_without_pages(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run("train", "grain", "empty", "--start", "grain")
    assert done.returncode == 1
    assert b"no data sets here" in done.stderr


def test_pages_without_gold(run: Run, pages: Path) -> None:
    for text in (pages / "gold").iterdir():
        text.unlink()
    done = run("train", "grain", "roads", "--start", "grain")
    assert done.returncode == 1
    assert b"no pages with gold text" in done.stderr


@pytest.mark.usefixtures("pages")
def test_a_file_where_the_model_should_go(run: Run, tmp_path: Path) -> None:
    (tmp_path / "own").write_text("taken", "utf-8")
    done = run("train", "grain", "roads", "--start", "grain", "-o", "own")
    assert done.returncode == 1
    assert b"the folder of the model cannot be made" in done.stderr
