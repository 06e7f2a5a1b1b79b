"""The documentation is true: its examples run, and it names every method, format and command."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from zrno import registry
from zrno.classify import find
from zrno.cli import COMMANDS
from zrno.parameters import describe

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
FENCE = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)
MAX_README_LINES = 120


def examples(language: str) -> list[object]:
    found = []
    for page in PAGES:
        for number, (kind, code) in enumerate(FENCE.findall(page.read_text("utf-8"))):
            if kind == language:
                found.append(pytest.param(code, id=f"{page.relative_to(ROOT)}-{number}"))
    return found


@pytest.mark.parametrize("code", examples("python"))
def test_python_examples_run(code: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(ROOT)
    exec(compile(code, "example", "exec"), {"__name__": "example", "tmp_path": tmp_path})


@pytest.mark.parametrize("code", examples("console"))
def test_console_examples_run(code: str, tmp_path: Path) -> None:
    """Lines that begin with `$ zrno` run in the checkout and succeed."""
    environment = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    commands = [line[2:] for line in code.splitlines() if line.startswith("$ zrno ")]
    assert commands, "a console example without a command"
    for command in commands:
        words = shlex.split(command.replace("OUT/", f"{tmp_path}/"))
        done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        assert done.stdout or done.stderr or any(tmp_path.iterdir()), f"{command} says nothing"


def test_readme_is_short_and_starts_with_the_two_commands() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert len(text.splitlines()) <= MAX_README_LINES
    assert 0 < text.index("make demo") < text.index("make test") < 900


@pytest.mark.parametrize("name", registry.names(registry.METHODS))
def test_every_method_has_its_page_with_every_option(name: str) -> None:
    page = ROOT / "docs" / "algorithms" / f"{name}.md"
    text = page.read_text("utf-8")
    for option in describe(find(name).options):
        assert f"`{option.name}`" in text, f"{page.name} does not explain {option.name}"
        if isinstance(option.default, bool):
            assert f"| `{option.name}` | {str(option.default).lower()} |" in text, option.name
        elif isinstance(option.default, int | float):
            assert f"| `{option.name}` | {option.default:g} |" in text, option.name
    assert f"algorithms/{name}.md" in (ROOT / "README.md").read_text("utf-8")


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_is_documented(name: str) -> None:
    assert f"zrno {name}" in (ROOT / "docs" / "reference" / "commands.md").read_text("utf-8")


@pytest.mark.parametrize("name", registry.names(registry.WRITERS))
def test_every_format_is_documented(name: str) -> None:
    assert f"`{name}`" in (ROOT / "docs" / "reference" / "formats.md").read_text("utf-8")


def test_internal_links_exist() -> None:
    for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        prose = FENCE.sub("", page.read_text("utf-8"))
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", prose):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
