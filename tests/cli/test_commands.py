"""The command line as a user meets it: real processes, real files, a real server on loopback."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

SENTENCE = (
    "Zastupitelé v úterý večer rozhodli, že starý most přes řeku projde opravou a na podzim se otevře. "
)
PAGE = f"<html lang=cs><title>Most se opraví | Deník</title><h1>Most se opraví</h1><p>{SENTENCE * 3}</p>"


def zrno(*arguments: str, stdin: bytes | None = None) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "zrno.cli", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=60, check=False)


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(PAGE, "utf-8")
    return path


@pytest.fixture
def served() -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=windows-1250")
            self.end_headers()
            self.wfile.write(PAGE.encode("windows-1250"))

        def log_message(self, *arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/clanek"
    server.shutdown()
    server.server_close()


def test_one_source_gives_text(page: Path) -> None:
    done = zrno("extract", str(page))
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode() == (SENTENCE * 3).strip() + "\n"
    assert done.stderr == b""


@pytest.mark.parametrize("name", ["text", "markdown", "html", "json", "xml", "cleaneval"])
def test_every_format_holds_the_text(page: Path, name: str) -> None:
    done = zrno("extract", str(page), "--format", name)
    assert done.returncode == 0, done.stderr
    assert "starý most přes řeku" in done.stdout.decode()


def test_standard_input_with_an_address() -> None:
    html = PAGE.replace("starý most", "<a href=/most>starý most</a>").encode()
    done = zrno("extract", "-", "-f", "markdown", "--url", "https://example.cz/a", stdin=html)
    assert "[starý most](https://example.cz/most)" in done.stdout.decode()


def test_the_time_of_retrieval_resolves_yesterday() -> None:
    html = PAGE.replace("</h1>", "</h1><p>Včera 16:22</p>").encode()
    done = zrno("extract", "-", "-f", "json", "--retrieved", "2016-04-28T09:00", stdin=html)
    assert json.loads(done.stdout)["date"]["value"].startswith("2016-04-27T16:22")


def test_several_sources_give_json_lines_and_one_bad_one_does_not_stop_them(
    page: Path, tmp_path: Path
) -> None:
    (tmp_path / "picture.html").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    absent = str(tmp_path / "absent.html")
    done = zrno("extract", str(page), absent, str(tmp_path / "picture.html"), str(page))
    assert done.returncode == 1
    records = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [record.get("error") for record in records] == [None, "SourceMissing", "NotText", None]
    assert records[0]["title"]["value"] == "Most se opraví"
    assert records[0]["source"] == str(page)
    assert b"no such file" in done.stderr


def test_folders_are_walked_in_order(tmp_path: Path) -> None:
    for name in ("b.html", "a.htm", "sub/c.xhtml", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(PAGE, "utf-8")
    done = zrno("extract", str(tmp_path), "-f", "text")
    records = [json.loads(line) for line in done.stdout.decode().splitlines()]
    assert [Path(record["source"]).name for record in records] == ["a.htm", "b.html", "c.xhtml"]
    assert all(record["format"] == "text" and SENTENCE.strip() in record["document"] for record in records)


def test_an_empty_folder_is_said(tmp_path: Path) -> None:
    done = zrno("extract", str(tmp_path))
    assert done.returncode == 1
    assert b"no pages here" in done.stderr


def test_output_file_is_whole_or_absent(page: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    assert zrno("extract", str(page), "-o", str(target)).returncode == 0
    assert target.read_text("utf-8").startswith("Zastupitelé")
    assert zrno("extract", str(page), "-o", str(tmp_path / "no" / "out.txt")).returncode == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.txt", "page.html"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--method", "nwes"],
        ["--format", "docx"],
        ["--mode", "brave"],
        ["--set", "links_ratio"],
        ["--set", "links_ratio=7"],
        ["--set", "link_ratio=0.5"],
        ["--nonsense"],
    ],
)
def test_wrong_usage_exits_2_and_says_what_is_known(page: Path, arguments: list[str]) -> None:
    done = zrno("extract", str(page), *arguments)
    assert done.returncode == 2
    assert done.stdout == b""
    assert b"Traceback" not in done.stderr
    assert len(done.stderr) > 20


def test_loopback_is_refused_unless_allowed(served: str) -> None:
    refused = zrno("extract", served)
    assert refused.returncode == 1
    assert b"Traceback" not in refused.stderr
    allowed = zrno("extract", served, "--allow-private", "-f", "json")
    assert allowed.returncode == 0, allowed.stderr
    record = json.loads(allowed.stdout)
    assert record["url"] == served
    assert record["encoding"] == "windows-1250"
    assert SENTENCE.strip() in record["text"]


def test_blocks_as_table_json_and_report(page: Path, tmp_path: Path) -> None:
    table = zrno("blocks", str(page), "-m", "news").stdout.decode()
    assert "the heading itself" in table
    assert "running text" in table
    assert "\x1b[" not in table, "colours belong on a terminal only"
    lines = [
        json.loads(line)
        for line in zrno("blocks", str(page), "-m", "news", "--json").stdout.decode().splitlines()
    ]
    assert [line["content"] for line in lines] == [False, True]
    assert lines[1]["path"] == "/html/body/p"
    assert zrno("blocks", str(page), "-m", "news", "--html", str(tmp_path / "r.html")).returncode == 0
    assert "the heading itself" in (tmp_path / "r.html").read_text("utf-8")


def test_table_of_documents(page: Path) -> None:
    done = zrno("extract", str(page), str(page), "--table")
    assert done.stdout.decode().count("Most se opraví") == 2


def test_methods_are_listed_with_source_and_options() -> None:
    listed = zrno("methods").stdout.decode()
    assert "news" in listed
    assert "Filipová" in listed
    assert "links_ratio = 0.7" in zrno("methods", "news").stdout.decode()
    names = [each["name"] for each in json.loads(zrno("methods", "--json").stdout)]
    assert {"news", "markdown"} <= set(names)


@pytest.mark.parametrize("command", [[], ["extract"], ["blocks"], ["methods"]])
def test_help_has_examples(command: list[str]) -> None:
    done = zrno(*command, "--help")
    assert done.returncode == 0
    assert b"Examples:" in done.stdout


def test_a_closed_pipe_is_no_error(page: Path) -> None:
    command = f"{sys.executable} -m zrno.cli blocks {page} {page} {page} --json | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, timeout=60, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_interrupt_leaves_whole_lines(page: Path, tmp_path: Path) -> None:
    sources = [str(page)] * 3_000
    with (tmp_path / "lines.jsonl").open("wb") as lines:
        process = subprocess.Popen(
            [sys.executable, "-m", "zrno.cli", "extract", *sources], stdout=lines, stderr=subprocess.PIPE
        )
        deadline = time.monotonic() + 30
        while (tmp_path / "lines.jsonl").stat().st_size == 0 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    written = (tmp_path / "lines.jsonl").read_bytes()
    assert 0 < len(written.splitlines()) < 3_000
    for line in written.splitlines():
        json.loads(line)
