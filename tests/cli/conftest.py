"""The command line as a real process, in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

SENTENCE = "Knihovna na náměstí bude od pondělí otevřená až do osmi hodin večer, rozhodla rada města. "
PAGE = f"<html lang=cs><title>Knihovna</title><h1>Knihovna</h1><p>{SENTENCE * 3}</p>"
TEXT = (SENTENCE * 3).strip() + "\n"

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `python -m zrno` with these arguments; `env` is added to the environment."""

    def run(
        *arguments: str | bytes, env: dict[str, str] | None = None, **how: Any
    ) -> subprocess.CompletedProcess[bytes]:
        command: list[str | bytes] = [sys.executable, "-m", "zrno", *arguments]
        how = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "cwd": tmp_path, "timeout": 60} | how
        # Unbuffered, Python forgets what a full disk did not take.
        environment = os.environ | {"PYTHONUNBUFFERED": ""} | (env or {})
        done = subprocess.run(command, env=environment, check=False, **how)
        assert b"Traceback" not in (done.stderr or b""), done.stderr.decode()
        return done

    return run


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A saved page whose text is TEXT."""
    path = tmp_path / "page.html"
    path.write_text(PAGE, "utf-8")
    return path


@pytest.fixture
def text() -> str:
    """What `zrno extract` gives for the saved page."""
    return TEXT
