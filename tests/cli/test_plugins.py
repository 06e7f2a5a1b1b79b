"""Plugins as real installed packages: the one in CONTRIBUTING works, broken ones are named."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[bytes]]
CONTRIBUTING = Path(__file__).parents[2] / "CONTRIBUTING.md"
METHOD = """
from zrno.classify import Method
from zrno.model import Kind, Label
def fine(blocks):
    return [Label(place, Kind.PARAGRAPH, 1.0, "all") for place in range(len(blocks))]
def label(page, blocks, features, *, mode, options):
    {body}
METHOD = Method("mine", "Mine.", "me", "none", label)
"""


def install(folder: Path, entries: Mapping[str, Mapping[str, str]], **modules: str) -> dict[str, str]:
    """A package of these modules with these entry points; gives the environment that has it."""
    site = folder / "site"
    about = site / "plugin-1.0.dist-info"
    about.mkdir(parents=True)
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: plugin\nVersion: 1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {place}\n" for name, place in names.items())
        for group, names in entries.items()
    ]
    about.joinpath("entry_points.txt").write_text("\n".join(lines))
    for name, code in modules.items():
        site.joinpath(f"{name}.py").write_text(code, "utf-8")
    return {"PYTHONPATH": os.pathsep.join([str(site), os.environ.get("PYTHONPATH", "")])}


def test_the_plugin_of_the_guide_works(run: Run, saved: Path, tmp_path: Path, text: str) -> None:
    section = CONTRIBUTING.read_text("utf-8").partition("## Write a method as a plugin")[2]
    toml, code = (re.search(rf"```{kind}\n(.*?)```", section, re.DOTALL) for kind in ("toml", "python"))
    assert toml is not None
    assert code is not None
    project = tomllib.loads(toml[1])["project"]
    assert project["entry-points"] == {"zrno.methods": {"longest": "zrno_longest:METHOD"}}
    env = install(tmp_path, project["entry-points"], zrno_longest=code[1])

    assert "longest" in run("methods", "-q", env=env).stdout.decode().split()
    assert "words = 12 [1 .. 1000]" in run("methods", "longest", env=env).stdout.decode()
    kept = run("extract", str(saved), "-m", "longest", "--set", "words=45", env=env)
    assert kept.stdout.decode() == text  # three sentences of fifteen words
    dropped = run("extract", str(saved), "-m", "longest", "--set", "words=46", env=env)
    assert dropped.stdout.decode() == "\n"
    rows = run("blocks", str(saved), "-m", "longest", "--json", env=env).stdout.decode().splitlines()
    assert json.loads(rows[-1])["reason"] == "45 words, 12 are enough"


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("absent:METHOD", "cannot be loaded: ModuleNotFoundError"),
        ("mine:ABSENT", "cannot be loaded: AttributeError"),
        ("not a place", "cannot be loaded"),
        ("raises:METHOD", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("leaves:METHOD", "cannot be loaded: SystemExit: 3"),
        ("mine:label", "function is no method (make it with zrno.classify.Method)"),
        ("mine:Method", "type is no method"),
        ("wordless:METHOD", "its summary is no text"),
        ("strict:METHOD", "cannot be used: TypeError"),
        ("wild:METHOD", "its options are no dataclass"),
    ],
)
def test_a_plugin_that_cannot_be_used_is_named(
    run: Run, saved: Path, tmp_path: Path, place: str, message: str
) -> None:
    good = METHOD.format(body="return fine(blocks)")
    options = "from dataclasses import dataclass\n@dataclass\nclass Options:\n    must: int\n"
    env = install(
        tmp_path,
        {"zrno.methods": {"broken": place, "mine": "mine:METHOD"}},
        mine=good,
        raises="1 / 0",
        leaves="raise SystemExit(3)",
        wordless=good.replace('"Mine."', "None"),
        strict=options + good.replace(", label)", ", label, Options)"),
        wild=good.replace(", label)", ", label, dict)"),
    )
    listed = run("methods", env=env)
    assert listed.returncode == 1
    assert {"news", "markdown", "mine"} <= {line.split()[0] for line in listed.stdout.decode().splitlines()}
    for done in (
        listed,
        run("methods", "broken", env=env),
        run("extract", str(saved), "-m", "broken", env=env),
    ):
        assert done.returncode == 1
        said = done.stderr.decode()
        assert said.startswith(f"zrno: method 'broken' of {place}: ")
        assert message in said
        assert said.count("\n") == 1
    assert run("extract", str(saved), "-m", "mine", env=env).returncode == 0


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise KeyError('x')", "failed: KeyError: 'x'"),
        ("return None", "failed: TypeError"),
        ("return fine(blocks)[1:]", "gave 1 labels for 2 blocks"),
        ("return ['a' for _ in blocks]", "gave str for block 0"),
        ("return fine(blocks)[::-1]", "label 0 is that of block 1"),
        ("return [Label(p, 'nice', 1.0, 'x') for p in range(len(blocks))]", "needs a Kind"),
        ("return [Label(p, Kind.OTHER, 1.0, None) for p in range(len(blocks))]", "a reason in words"),
        ("return [Label(p, Kind.OTHER, 7, 'x') for p in range(len(blocks))]", "the score of block 0 is 7"),
        ("return [Label(p, Kind.OTHER, float('nan'), 'x') for p in range(len(blocks))]", "is nan"),
    ],
)
def test_what_a_plugin_does_wrong_is_told_for_each_page(
    run: Run, saved: Path, tmp_path: Path, body: str, message: str
) -> None:
    entries = {"zrno.methods": {"mine": "mine:METHOD"}}
    env = install(tmp_path, entries, mine=METHOD.format(body=body))
    done = run("extract", str(saved), str(saved), "-m", "mine", env=env)
    assert done.returncode == 1
    for line in done.stdout.splitlines():
        record = json.loads(line)
        assert record["error"] == "PluginError"
        assert record["message"].startswith("method 'mine' of mine:METHOD: ")
        assert message in record["message"]


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("def write(doc): return 5", "gave int instead of text"),
        ("def write(doc): raise OSError('no')", "failed: OSError: no"),
        ("write = 5", "int is no writer"),
    ],
)
def test_writers_are_checked_too(run: Run, saved: Path, tmp_path: Path, code: str, message: str) -> None:
    env = install(tmp_path, {"zrno.writers": {"mine": "mine:write"}}, mine=code)
    for sources in ([str(saved)], [str(saved), str(saved)]):
        done = run("extract", *sources, "-f", "mine", env=env)
        assert done.returncode == 1
        assert f"writer 'mine' of mine:write: {message}" in done.stderr.decode()


def test_an_open_range_is_shown(run: Run, tmp_path: Path) -> None:
    code = METHOD.format(body="return fine(blocks)").replace(", label)", ", label, Options)")
    options = (
        "from dataclasses import dataclass\nfrom zrno.parameters import parameter\n"
        "@dataclass\nclass Options:\n"
        "    low: int = parameter(3, 'a', low=1)\n    high: float = parameter(0.5, 'b', high=1)\n"
        "    odd: tuple = parameter(complex(1), 'c')\n"
    )
    env = install(tmp_path, {"zrno.methods": {"mine": "mine:METHOD"}}, mine=options + code)
    shown = run("methods", "mine", env=env).stdout.decode()
    assert "low = 3 [1 ..]" in shown
    assert "high = 0.5 [.. 1]" in shown
    assert (
        json.loads(run("methods", "mine", "--json", env=env).stdout)[0]["options"][2]["default"] == "(1+0j)"
    )
