"""Settings: defaults, file, environment, and errors that say what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from zrno.config import Settings, load
from zrno.errors import SettingsError


def test_defaults_without_file_or_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert load(environ={}) == Settings()


def test_file_and_environment_on_top(tmp_path: Path) -> None:
    path = tmp_path / "zrno.toml"
    path.write_text('method = "markdown"\n[fetch]\ntimeout = 5\nagent = "me"\n[methods.news]\nnearby = 2\n')
    found = load(
        path, environ={"ZRNO_FETCH_TIMEOUT": "7.5", "ZRNO_FETCH_ALLOW_PRIVATE": "yes", "ZRNO_MODE": "recall"}
    )
    assert found.method == "markdown"
    assert found.mode == "recall"
    assert found.fetch.timeout == 7.5
    assert found.fetch.agent == "me"
    assert found.fetch.allow_private is True
    assert found.methods == {"news": {"nearby": 2}}


def test_the_file_may_be_named_by_the_environment(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[limits]\ndepth = 100\n")
    assert load(environ={"ZRNO_SETTINGS": str(path)}).limits.depth == 100


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[fetch]\ntimeuot = 5", "unknown setting 'timeuot'"),
        ("nonsense = 1", "unknown setting 'nonsense'"),
        ('[limits]\nbytes = "many"', "is no int"),
        ("[fetch]\nallow_private = 3", "is no bool"),
        ("fetch = 3", "fetch must be a table"),
        ("methods = 3", "methods must be a table"),
        ("[methods]\nnews = 3", "methods.news must be a table"),
        ("[limits]\nbytes = 1.5", "is no int"),
        ("[limits]\nbytes = -5", "is no int"),
        ("method = 3", "is no str"),
        ("[fetch", "not valid TOML"),
    ],
)
def test_errors_say_what_is_wrong(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "zrno.toml"
    path.write_text(text)
    with pytest.raises(SettingsError, match=message):
        load(path, environ={})


def test_a_missing_file_is_an_error_only_when_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot read"):
        load(tmp_path / "absent.toml", environ={})
