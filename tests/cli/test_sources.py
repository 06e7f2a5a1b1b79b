"""What may be named as a source, and what is said of the rest."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from zrno.cli.sources import Named, expand, is_folder
from zrno.errors import SourceError, SourceMissing

Run = Callable[..., subprocess.CompletedProcess[bytes]]
LIMIT = 1_000


def only(name: str) -> Named | SourceError:
    (found,) = expand((name,), limit=LIMIT)
    return found


@pytest.mark.parametrize("name", ["", "  "])
def test_an_empty_name_is_not_this_folder(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.html").write_text("<p>x")
    monkeypatch.chdir(tmp_path)
    found = only(name)
    assert isinstance(found, SourceMissing)
    assert "an empty name" in str(found)


def test_file_addresses_are_files(tmp_path: Path) -> None:
    place = tmp_path / "žlutý kůň.html"
    place.write_text("<p>x")
    for name in (
        place.as_uri(),
        f"FILE://localhost{place.as_uri()[7:]}",
        f"file:{place}",
        f"{place.as_uri()}#a",
    ):
        assert only(name) == Named(name, place)
    assert is_folder(tmp_path.as_uri())
    assert only(tmp_path.as_uri()) == Named(str(place), place)


def test_a_file_whose_name_looks_like_an_address_is_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file:page.html").write_text("<p>x")
    assert only("file:page.html") == Named("file:page.html", Path("file:page.html"))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("ftp://example.org/page.html", "ftp: addresses are not read"),
        ("s3://bucket/" + "a" * 300, "s3: addresses are not read"),
        ("file://server/page.html", "on another machine"),
        ("file://[/page.html", "not a valid address"),
    ],
)
def test_other_addresses_are_named(name: str, message: str) -> None:
    found = only(name)
    assert isinstance(found, SourceError)
    assert message in str(found)
    assert found.where == name


def test_a_folder_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A path longer than the system allows cannot be opened, whoever asks."""
    (tmp_path / "page.html").write_text("<p>x")
    here, steps = os.open(tmp_path, os.O_RDONLY), os.pathconf(tmp_path, "PC_PATH_MAX") // 200 + 1
    for _ in range(steps):
        os.mkdir("d" * 200, dir_fd=here)
        below = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(here)
    error, page = expand((str(tmp_path),), limit=LIMIT)
    assert isinstance(error, SourceError)
    assert "cannot be read: File name too long" in str(error)
    assert page == Named(str(tmp_path / "page.html"), tmp_path / "page.html")


def test_a_folder_named_like_a_page_is_no_page(tmp_path: Path) -> None:
    (tmp_path / "folder.html").mkdir()
    (tmp_path / "folder.html" / "page.htm").write_text("<p>x")
    found = only(str(tmp_path))
    assert isinstance(found, Named)
    assert found.source == tmp_path / "folder.html" / "page.htm"


def test_a_name_no_file_can_have_is_one_line(run: Run) -> None:
    done = run("extract", "a" * 300)
    assert done.returncode == 1
    assert done.stderr.endswith(b"cannot be read: File name too long\n")
    assert done.stderr.count(b"\n") == 1


def test_standard_input_without_end_is_refused() -> None:
    command = [sys.executable, "-m", "zrno", "extract", "-"]
    with subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"ZRNO_LIMITS_BYTES": "100000"},
    ) as process:
        assert process.stdin is not None
        assert process.stderr is not None
        with suppress(BrokenPipeError):
            while True:
                process.stdin.write(b"<p>without end ")
        with suppress(BrokenPipeError):
            process.stdin.close()
        said = process.stderr.read().decode()
    assert process.returncode == 1
    assert said.startswith("zrno: standard input: more than the limit of 100,000 bytes")
    assert said.count("\n") == 1


def test_a_pipe_without_end_is_refused(run: Run, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def feed() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as stream:
            while True:
                stream.write(b"<p>without end ")

    threading.Thread(target=feed, daemon=True).start()
    done = run("extract", str(pipe), env={"ZRNO_LIMITS_BYTES": "100000"})
    assert done.returncode == 1
    assert b"pipe: more than the limit of 100,000 bytes" in done.stderr


def test_a_closed_standard_input_is_one_line(run: Run) -> None:
    done = run("extract", "-", preexec_fn=lambda: os.close(0))
    assert done.returncode == 1
    assert done.stderr == b"zrno: standard input: it is closed\n"
