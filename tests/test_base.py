"""Errors, parameters and the registry."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import dataclass

import pytest

import zrno
from zrno import errors, registry
from zrno.errors import OptionError, ZrnoError
from zrno.parameters import build, describe, parameter


@dataclass(frozen=True)
class Sample:
    ratio: float = parameter(0.5, "a share", low=0, high=1)
    count: int = parameter(3, "a number", low=1)
    flag: bool = parameter(False, "a switch")
    word: str = parameter("x", "a word")


def test_values_are_read_from_text() -> None:
    given = {"ratio": "0.25", "count": "7", "flag": "yes", "word": "y"}
    assert build(Sample, given) == Sample(0.25, 7, True, "y")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ratio": 2}, "out of range"),
        ({"ratio": "nan"}, "out of range"),
        ({"count": 0}, "out of range"),
        ({"count": 1.5}, "out of range"),
        ({"count": "many"}, "is no int"),
        ({"flag": "maybe"}, "neither true nor false"),
        ({"raito": 0.5}, "no option 'raito'"),
    ],
)
def test_wrong_values_are_named(given: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        build(Sample, given)


def test_a_near_name_is_offered() -> None:
    with pytest.raises(OptionError) as caught:
        build(Sample, {"raito": 1})
    assert "did you mean ratio?" in str(caught.value)


def test_describe_gives_what_people_need() -> None:
    first = describe(Sample)[0]
    assert (first.name, first.default, first.low, first.high, first.meaning) == (
        "ratio",
        0.5,
        0,
        1,
        "a share",
    )


def test_every_error_stands_in_the_tree_of_the_docstring() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)]
    assert len(kinds) > 8
    for kind in kinds:
        assert issubclass(kind, ZrnoError)
        assert kind.__name__ in (errors.__doc__ or "")


def test_an_error_says_what_where_and_what_to_do_and_travels() -> None:
    error = errors.FetchRefused("403", where="http://x", hint="ask")
    assert str(error) == "http://x: 403 (ask)"
    copy = pickle.loads(pickle.dumps(error))
    assert str(copy) == str(error)
    assert type(copy) is errors.FetchRefused


def test_unknown_names_are_answered_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="no method 'nwes'") as caught:
        registry.load(registry.METHODS, "nwes")
    assert "news" in str(caught.value)


def test_built_ins_enter_by_the_entry_points() -> None:
    assert {"news", "markdown"} <= set(registry.names(registry.METHODS))
    assert {"text", "markdown", "html", "json", "xml", "cleaneval"} <= set(registry.names(registry.WRITERS))


def test_the_public_names_are_complete() -> None:
    assert dir(zrno) == sorted(zrno.__all__)
    for name in zrno.__all__:
        assert getattr(zrno, name) is not None
    with pytest.raises(AttributeError):
        _ = zrno.nothing


def test_import_stays_light() -> None:
    heavy = ("numpy", "selectolax", "httpx", "rich", "click")
    code = f"import sys, zrno; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
