"""What is written: any character, any kind of target, and nothing lost when nothing came."""

from __future__ import annotations

import json
import os
import resource
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from zrno.cli.output import in_line, on_terminal, output
from zrno.errors import OutputError

Run = Callable[..., subprocess.CompletedProcess[bytes]]


def test_half_a_character_is_escaped(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    with output(str(target)) as stream:
        stream.write('"a\ud83d"')
    assert target.read_bytes() == b'"a\\ud83d"'
    assert json.loads(target.read_bytes()) == "a\ud83d"


def test_a_file_name_that_is_no_utf8_is_kept_in_json(run: Run, saved: Path) -> None:
    odd = os.fsencode(saved.parent) + b"/str\xe1nka.html"
    os.rename(saved, odd)
    for place in ([], ["-o", "out.jsonl"]):
        done = run("extract", odd, odd, *place)
        assert done.returncode == 0, done.stderr
        lines = (saved.parent / "out.jsonl").read_bytes() if place else done.stdout
        assert {json.loads(line)["source"] for line in lines.splitlines()} == {os.fsdecode(odd)}


@pytest.mark.parametrize(
    "arguments",
    [
        ["extract", "absent.html", "-o"],
        ["extract", "absent.html", "empty.html", "-o"],
        ["extract", "absent.html", "--table", "-o"],
        ["blocks", "absent.html", "-o"],
        ["blocks", "absent.html", "--json", "-o"],
        ["blocks", "absent.html", "--html"],
    ],
)
def test_an_earlier_file_stays_when_nothing_succeeded(run: Run, tmp_path: Path, arguments: list[str]) -> None:
    (tmp_path / "empty.html").write_bytes(b"")
    target = tmp_path / "out"
    target.write_text("earlier")
    done = run(*arguments, str(target))
    assert done.returncode == 1
    assert b"no such file" in done.stderr
    assert target.read_text() == "earlier"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["empty.html", "out"]


def test_a_pipe_is_written_to_and_stays_one(run: Run, saved: Path, tmp_path: Path, text: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    came: list[str] = []
    reader = threading.Thread(target=lambda: came.append(pipe.read_text("utf-8")), daemon=True)
    reader.start()
    assert run("extract", str(saved), "-o", str(pipe)).returncode == 0
    reader.join(10)
    assert came == [text]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize("exists", [True, False])
def test_a_link_stays_and_the_file_behind_it_is_written(
    run: Run, saved: Path, tmp_path: Path, text: str, exists: bool
) -> None:
    (tmp_path / "behind").mkdir()
    target, link = tmp_path / "behind" / "out.txt", tmp_path / "link.txt"
    if exists:
        target.write_text("earlier")
    link.symlink_to(target)
    assert run("extract", str(saved), "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert target.read_text("utf-8") == text
    assert list(target.parent.iterdir()) == [target]


def test_a_read_only_file_is_refused(run: Run, saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("earlier")
    target.chmod(0o444)
    done = run("extract", str(saved), "-o", str(target))
    assert done.returncode == 1
    assert b"out.txt: is read-only" in done.stderr
    assert target.read_text() == "earlier"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="it is a folder"), output(str(tmp_path)):
        pass


def test_the_rights_of_a_file_stay(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("earlier")
    target.chmod(0o640)
    with output(str(target)) as stream:
        stream.write("new")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert target.read_text() == "new"


def test_a_name_may_be_as_long_as_names_can_be(tmp_path: Path) -> None:
    longest = os.pathconf(tmp_path, "PC_NAME_MAX")
    target = tmp_path / ("a" * longest)
    with output(str(target)) as stream:
        stream.write("new")
    assert target.read_text() == "new"
    with pytest.raises(OutputError, match="File name too long"), output(f"{target}a"):
        pass


def test_an_exception_leaves_an_earlier_file(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("earlier")

    def interrupted() -> None:
        with output(str(target)) as stream:
            stream.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert target.read_text() == "earlier"
    assert list(tmp_path.iterdir()) == [target]


def no_room() -> None:
    """Files of this process take ten bytes and no more, as on a full disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))


@pytest.mark.parametrize(
    "arguments", [["extract", "page.html"], ["methods"], ["--help"], ["blocks", "--help"]]
)
@pytest.mark.usefixtures("saved")
def test_a_full_disk_behind_standard_output_is_one_line(
    run: Run, tmp_path: Path, arguments: list[str]
) -> None:
    with (tmp_path / "small").open("wb") as small:
        done = run(*arguments, stdout=small, preexec_fn=no_room)
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1, done.stderr
    assert b"File too large" in done.stderr
    assert (tmp_path / "small").stat().st_size <= 10


def test_a_full_disk_leaves_an_earlier_file(run: Run, saved: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    target.write_text("earlier")
    done = run("extract", str(saved), "-o", str(target), preexec_fn=no_room)
    assert done.returncode == 1
    assert b"out.txt: cannot be written: File too large" in done.stderr
    assert target.read_text() == "earlier"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.txt", "page.html"]


def test_a_closed_standard_output_is_one_line(run: Run, saved: Path) -> None:
    done = run("extract", str(saved), stdout=None, preexec_fn=lambda: os.close(1))
    assert done.returncode == 1
    assert done.stderr == b"zrno: standard output: cannot be written: it is closed\n"


def test_a_reader_that_has_gone_is_no_error(saved: Path) -> None:
    command = [sys.executable, "-m", "zrno", "extract", *[str(saved)] * 200]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_nothing_steers_the_terminal() -> None:
    hostile = "a\x1b[31m\x07\x9b2J\x00\x7f\u202eb\r\nc\td"
    assert in_line(hostile) == "a[31m2Jb  c d"
    assert on_terminal("a\x1b[31m\x9bb\r\n\tc\u200f") == "a[31mb\n\tc\u200f"
