"""`zrno bench` as a user meets it: real processes over a small folder of invented pages."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

STORIES = {
    "ferry": [
        "The ferry across the lake will run again from Saturday, the council decided on Monday evening.",
        "Its new engine passed the last test in heavy rain, and the captain found no fault with it.",
    ],
    "bakery": [
        "The bakery at the corner of the square opens an hour earlier, since the first bus leaves at five.",
        "Whoever comes before six gets a roll for the road, says the baker, who has been up since two.",
    ],
    "owls": [
        "Three young owls have left the tower of the town hall, and their parents have gone with them.",
        "The clock, silent since spring, will strike again on Friday, to the relief of the whole market.",
    ],
}


def zrno(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "zrno.cli", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    folder = tmp_path / "town"
    for part in ("html", "gold", "fields"):
        (folder / part).mkdir(parents=True)
    for name, lines in STORIES.items():
        body = "".join(f"<p>{line}</p>" for line in lines * 2)
        menu = "<ul><li><a href='/'>Home &lt;b&gt;</a></li><li><a href='/all'>All the news</a></li></ul>"
        page = (
            f"<html lang=en><title>{name}</title><body>{menu}<article><h1>About {name}</h1>{body}</article>"
        )
        (folder / "html" / f"{name}.html").write_text(page, "utf-8")
        (folder / "gold" / f"{name}.txt").write_text("\n".join([f"About {name}", *lines * 2]), "utf-8")
        fields = {"url": f"https://{name}.example.org/a", "page_type": "article"}
        (folder / "fields" / f"{name}.json").write_text(json.dumps(fields), "utf-8")
    return folder


def test_the_whole_command(pages: Path, tmp_path: Path) -> None:
    targets = [tmp_path / name for name in ("figures.json", "report.html", "page.md")]
    options = [word for kind, path in zip(("json", "html", "markdown"), targets, strict=True)
               for word in (f"--{kind}", str(path))]  # fmt: skip
    done = zrno(
        "bench", str(pages), "--methods", "news,markdown", "--peers", "--speed", "--rounds", "1", *options
    )
    assert done.returncode == 0, done.stderr
    for name in (
        "news",
        "markdown",
        "trafilatura",
        "readability",
        "justext",
        "boilerpy3",
        "resiliparse",
        "oracle",
    ):
        assert name in done.stdout
    assert "town: 3 pages of 1 sites" in done.stdout
    assert f"wrote {targets[0]}" in done.stderr

    report = json.loads(targets[0].read_text("utf-8"))
    assert report["schema"] == 1
    assert report["complete"] is True
    assert report["command"] == "zrno bench town --methods news,markdown --peers --speed --rounds 1"
    (found,) = report["sets"]
    assert (found["name"], found["pages"], found["oracle"]) == ("town", 3, 1.0)
    assert found["baseline"] < 1
    rows = {row["name"]: row for row in found["tools"]}
    assert [row["role"] for row in rows.values()] == ["method"] * 2 + ["peer"] * 5 + ["reference"] * 2
    for row in rows.values():
        assert set(row["measures"]["f1"]) == {"value", "low", "high"}
        assert (row["speed"] is None) == (row["role"] == "reference")
    assert rows["trafilatura"]["speed"]["ratio"] == 1
    assert rows["news"]["blocks"]["CB"] == 3 * 7
    assert len(found["worst"]) == 3

    html = targets[1].read_text("utf-8")
    assert html.startswith("<!DOCTYPE html>")
    assert "<svg" in html
    assert "http" not in html.replace("https://", "http://").split("</style>")[0]
    assert "<script" not in html
    markdown = targets[2].read_text("utf-8")
    assert "| trafilatura |" in markdown
    assert str(tmp_path) not in markdown


def test_quality_alone_without_peers(pages: Path, tmp_path: Path) -> None:
    target = tmp_path / "table.txt"
    done = zrno(
        "bench", str(pages), "--methods", "news", "--sample", "2", "--seed", "3", "-q", "-o", str(target)
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    table = target.read_text("utf-8")
    assert "2 pages" in table
    assert "trafilatura" not in table
    assert "ms/page" not in table


def test_all_methods_by_default_and_the_same_figures_again(pages: Path, tmp_path: Path) -> None:
    import zrno as package

    runs = []
    for number in range(2):
        target = tmp_path / f"{number}.json"
        done = zrno("bench", str(pages), "-q", "--json", str(target))
        assert done.returncode == 0, done.stderr
        runs.append(json.loads(target.read_text("utf-8")))
    assert runs[0] == runs[1]
    names = [row["name"] for row in runs[0]["sets"][0]["tools"]]
    assert names == [*package.methods(), "all text", "oracle"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["--methods", "no-such"], 2, "no method 'no-such'"),
        (["--methods", " , "], 2, "--methods names no method"),
        (["--model", "news"], 2, "write METHOD=FOLDER"),
        (["--model", "news=there"], 2, "no option 'model'"),
        (["--sample", "0"], 2, "--sample"),
    ],
)
def test_wrong_usage_is_said_in_a_line(pages: Path, arguments: list[str], status: int, message: str) -> None:
    done = zrno("bench", str(pages), *arguments)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_data_that_is_not_there(tmp_path: Path) -> None:
    missing = zrno("bench", str(tmp_path / "nothing.parquet"))
    assert missing.returncode in (1, 2)
    assert "nothing" in missing.stderr
    assert "Traceback" not in missing.stderr
    (tmp_path / "empty" / "html").mkdir(parents=True)
    (tmp_path / "empty" / "html" / "page.html").write_text("<p>No gold for this one.")
    empty = zrno("bench", str(tmp_path / "empty"))
    assert empty.returncode == 1
    assert "no pages with gold text" in empty.stderr


def test_ctrl_c_shows_what_is_done_so_far(pages: Path, tmp_path: Path) -> None:
    for number in range(400):
        for part, ending in (("html", "html"), ("gold", "txt")):
            text = (pages / part / f"ferry.{ending}").read_text("utf-8")
            (pages / part / f"more-{number:03}.{ending}").write_text(text, "utf-8")
    target = tmp_path / "part.json"
    command = [sys.executable, "-u", "-m", "zrno.cli", "bench", str(pages), "--peers", "--json", str(target)]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    assert "403 pages" in running.stderr.readline()  # written when all is loaded
    time.sleep(1.0)
    running.send_signal(signal.SIGINT)
    printed, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "interrupted after" in said
    assert "Traceback" not in said
    assert "oracle" in printed
    report = json.loads(target.read_text("utf-8"))
    assert report["complete"] is False
    assert 0 < report["sets"][0]["pages"] < 403
