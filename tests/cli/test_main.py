"""The way in and out of the program."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

Run = Callable[..., subprocess.CompletedProcess[bytes]]


def test_python_m_zrno_is_zrno(run: Run, saved: Path, text: str) -> None:
    assert run("extract", str(saved)).stdout.decode() == text


def test_an_interrupt_while_loading_is_quiet(run: Run, tmp_path: Path) -> None:
    """Another click stands in the way: loading it presses Ctrl-C."""
    early = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(30)\n"
    (tmp_path / "click.py").write_text(early)
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    done = run("--help", env={"PYTHONPATH": path})
    assert done.returncode == 130
    assert done.stderr == b""
