"""Settings: defaults, file, environment, and errors that say what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from zrno.config import Fetch, Limits, Settings, load
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
        ("[limits]\nbytes = inf", "is no int"),
        ("[limits]\nbytes = true", "is no int"),
        ("[fetch]\ntimeout = inf", "is no float from 0 to"),
        ("[fetch]\ntimeout = nan", "is no float from 0 to"),
        ("[fetch]\ntimeout = 1e200", "is no float from 0 to"),
        (f"[fetch]\ntimeout = 1{'0' * 400}", "is no float from 0 to"),
        (f"[limits]\nbytes = 1{'0' * 5_000}", "not valid TOML"),
        ("methods = " + "[" * 100_000, "not valid TOML"),
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


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e200", "-1", "soon", ""])
def test_a_time_out_is_a_time(value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SettingsError, match=r"\[fetch\] timeout: .* is no float"):
        load(environ={"ZRNO_FETCH_TIMEOUT": value})


def test_an_empty_name_means_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "zrno.toml").write_text('method = "markdown"\n')
    assert load(environ={}).method == "markdown"
    assert load(environ={"ZRNO_SETTINGS": ""}) == Settings()


def test_whole_numbers_may_be_written_as_others(tmp_path: Path) -> None:
    path = tmp_path / "zrno.toml"
    path.write_text("[limits]\nbytes = 1e6\n[fetch]\ntimeout = 5\n")
    found = load(path, environ={})
    assert (found.limits.bytes, found.fetch.timeout) == (1_000_000, 5.0)
    assert isinstance(found.limits.bytes, int)
    assert isinstance(found.fetch.timeout, float)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Limits(bytes="many"),  # type: ignore[arg-type]
        lambda: Limits(depth=-1),
        lambda: Limits(nodes=True),
        lambda: Fetch(timeout=float("inf")),
        lambda: Fetch(agent=None),  # type: ignore[arg-type]
        lambda: Settings(limits=None),  # type: ignore[arg-type]
        lambda: Settings(methods=5),  # type: ignore[arg-type]
        lambda: Settings(methods={"news": 5}),  # type: ignore[dict-item]
    ],
)
def test_settings_made_in_python_are_checked_too(make: Callable[[], object]) -> None:
    with pytest.raises(SettingsError):
        make()
