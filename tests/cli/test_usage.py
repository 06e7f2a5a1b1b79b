"""Options that would be ignored without a word are wrong usage; nothing is written for them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["extract", "page.html", "--table", "-f", "text"], "--table"),
        (["blocks", "page.html", "--html", "out", "--json"], "--html"),
        (["blocks", "page.html", "--html", "out", "-o", "out"], "--html"),
        (["extract", "page.html", "page.html", "--url", "https://example.org/"], "--url"),
        (["blocks", "page.html", "page.html", "--url", "https://example.org/"], "--url"),
        (["extract", ".", "--url", "https://example.org/"], "--url"),
        (["extract", "https://example.org/a", "--url", "https://example.org/"], "--url"),
        (["extract", "https://example.org/a", "--retrieved", "2020-01-01"], "--retrieved"),
        (["extract", "page.html", "--retrieved", "9999-12-31", "-o", "out"], "retrieved"),
        (["extract", "absent.html", "-m", "nwes", "-o", "out"], "no method 'nwes'"),
        (["extract", "absent.html", "--set", "nothing=1", "-o", "out"], "no option 'nothing'"),
    ],
)
def test_wrong_usage_exits_2_before_anything_is_done(
    run: Run, saved: Path, arguments: list[str], message: str
) -> None:
    done = run(*arguments)
    assert done.returncode == 2, done.stderr
    assert done.stdout == b""
    assert message in done.stderr.decode()
    assert [path.name for path in saved.parent.iterdir()] == ["page.html"]


def test_a_date_of_retrieval_is_for_several_files(run: Run, saved: Path) -> None:
    assert run("extract", str(saved), str(saved), "--retrieved", "2020-01-01").returncode == 0


def test_the_help_says_what_private_opens(run: Run) -> None:
    assert b"link-local" in run("extract", "--help").stdout
