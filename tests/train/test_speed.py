"""Turns, medians and ratios; no claim about how fast anything is."""

from __future__ import annotations

import pytest

from zrno.train import speed
from zrno.train.speed import compare, measure


def test_tools_take_turns_on_every_page() -> None:
    seen: list[str] = []
    tools = {name: lambda page, name=name: seen.append(name + page) or "" for name in "ab"}
    ticks: list[int] = []
    found = measure(tools, ["1", "2"], rounds=2, tick=lambda: ticks.append(1))
    warm, rest = seen[:2], seen[2:]
    assert warm == ["a1", "b1"]  # loads what is loaded once
    assert rest == ["a1", "b1", "a2", "b2"] * 2
    assert len(ticks) == 4
    assert {name: len(times) for name, times in found.items()} == {"a": 2, "b": 2}


def test_the_median_of_the_rounds_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([9.0, 5.0, 1.0, 2.0])  # the first is the warm-up
    monkeypatch.setattr(speed, "_seconds", lambda run, page: next(times))  # noqa: ARG005
    assert measure({"a": str}, ["1"], rounds=3, tick=lambda: None) == {"a": [2.0]}


def test_a_tool_that_fails_is_timed_all_the_same() -> None:
    def broken(page: str) -> str:
        raise ValueError(page)

    found = measure({"broken": broken}, ["1"], rounds=1, tick=lambda: None)
    assert found["broken"][0] >= 0


def test_ratios_are_to_trafilatura() -> None:
    found = compare({"mine": [0.001, 0.002, 0.003], "trafilatura": [0.010, 0.010, 0.040]})
    assert found["mine"].mean == pytest.approx(2.0)
    assert found["mine"].median == pytest.approx(2.0)
    assert found["mine"].ratio == pytest.approx(0.1)
    assert found["trafilatura"].mean == pytest.approx(20.0)
    assert found["trafilatura"].median == pytest.approx(10.0)
    assert found["trafilatura"].ratio == 1


def test_without_trafilatura_there_is_no_ratio() -> None:
    assert compare({"mine": [0.001]})["mine"].ratio is None
    assert compare({"mine": []}) == {}
