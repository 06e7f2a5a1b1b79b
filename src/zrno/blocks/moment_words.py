"""The words dates are written with (moments.toml), turned from word to meaning."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from zrno.blocks.moment_shapes import BLANK, PAUSE

UNITS = ("second", "minute", "hour", "day", "week")
NEAR = {"today": 0, "yesterday": 1, "earlier": 2}  # days back


@dataclass(frozen=True, slots=True)
class DateWords:
    """What the words of dates mean; keys are `bare` words."""

    months: Mapping[str, list[tuple[str, int, bool]]]  # (language, month, must be capital)
    weekdays: frozenset[str]
    units: Mapping[str, list[tuple[str, str, bool]]]  # (language, unit, says "ago" itself)
    ago: Mapping[str, frozenset[str]]  # "před", "ago": their languages
    phrases: Mapping[str, tuple[str, int]]  # "yesterday": ("day", 1)
    zones: Mapping[str, int]  # minutes east of Greenwich
    ago_before: re.Pattern[str]
    ago_after: re.Pattern[str]
    near_ends: frozenset[str]  # the last words of "today" and "yesterday", a quick test for the next
    near_day: re.Pattern[str]  # "yesterday at" in front of a time
    to_clock: re.Pattern[str]  # between a date and its time
    clock_word: re.Pattern[str]  # "Uhr"


def bare(word: str) -> str:
    """A word as the tables' key: small letters without accents, dots, the French "d'"; single spaces."""
    word = " ".join(word.casefold().split()).strip(".'’׳॰")
    if not word.isascii():
        word = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
        word = word.replace("ı", "i")
    return word[2:] if word.startswith(("d'", "d’")) else word


@cache
def date_words() -> DateWords:
    """The tables of moments.toml."""
    tables = tomllib.loads(files("zrno.blocks").joinpath("data/moments.toml").read_text("utf-8"))
    zones = tables.pop("zones")
    at = _either(word for table in tables.values() for word in table["at"])
    near = [word for table in tables.values() for name in NEAR for word in table[name]]
    before = _either(word for table in tables.values() for word in table["before"])
    after = _either(word for table in tables.values() for word in table["after"])
    clock = _either(word for table in tables.values() for word in table["clock"].split())
    bridge = rf"{PAUSE}{{0,40}}(?:({at})(?!\w)[\s.,:]{{0,9}}(?:(?:{at})(?!\w)[\s.,:]{{0,9}})?)?"
    return DateWords(
        months=_months(tables),
        weekdays=frozenset(bare(word) for table in tables.values() for word in table["weekdays"].split()),
        units=_units(tables),
        ago=_ago(tables),
        phrases=_phrases(tables),
        zones=zones,
        ago_before=re.compile(rf"(?<!\w)({before}){BLANK}{{0,40}}\Z", re.IGNORECASE),
        ago_after=re.compile(rf"{BLANK}{{0,40}}({after})(?!\w)", re.IGNORECASE),
        near_ends=frozenset(word.casefold().split()[-1] for word in near),
        near_day=re.compile(rf"(?<!\w)({_either(near)}):?{bridge}\Z", re.IGNORECASE),
        to_clock=re.compile(bridge, re.IGNORECASE),
        clock_word=re.compile(rf"{BLANK}{{0,3}}(?:{clock}|時|时|시|点|點)(?!\w)\.?", re.IGNORECASE),
    )


def _either(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first."""
    longest = sorted(set(words), key=lambda word: (-len(word), word))
    return "|".join(re.escape(word).replace(r"\ ", BLANK + "{1,9}") for word in longest)


def _months(tables: Mapping[str, Any]) -> dict[str, list[tuple[str, int, bool]]]:
    months: dict[str, list[tuple[str, int, bool]]] = {}
    for language, table in tables.items():
        for number, forms in enumerate(table["months"], 1):
            for form in forms.split():
                months.setdefault(bare(form), []).append((language, number, form[0].isupper()))
    return months


def _units(tables: Mapping[str, Any]) -> dict[str, list[tuple[str, str, bool]]]:
    units: dict[str, list[tuple[str, str, bool]]] = {}
    for language, table in tables.items():
        for unit in UNITS:
            for form in table[unit].split():
                units.setdefault(bare(form.rstrip("!")), []).append((language, unit, form.endswith("!")))
    return units


def _ago(tables: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    languages: dict[str, set[str]] = {}
    for language, table in tables.items():
        for word in table["before"] + table["after"]:
            languages.setdefault(bare(word), set()).add(language)
    return {word: frozenset(found) for word, found in languages.items()}


def _phrases(tables: Mapping[str, Any]) -> dict[str, tuple[str, int]]:
    phrases: dict[str, tuple[str, int]] = {}
    for table in tables.values():
        for name, days in NEAR.items():
            phrases.update((bare(word), ("day", days)) for word in table[name])
        for unit in ("minute", "hour", "day"):
            phrases.update((bare(phrase), (unit, 1)) for phrase in table.get(f"ago_{unit}", ()))
        phrases.update((bare(phrase), ("second", 0)) for phrase in table.get("ago_now", ()))
    return phrases
