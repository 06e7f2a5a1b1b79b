"""Words, stop words, and the language whose stop words cover a text best.

The lists are data, `data/stopwords/<code>.txt`, one word per line; a line with `#` in front
is a comment.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

LISTS = "blocks/data/stopwords"
# A list must cover this share of the words to name the language: running text in any of them has
# 30-50 % stop words, a text of another language rarely 10 % by words spelt alike.
MIN_COVER = 0.12
# Languages spelt alike (cs/sk, uk/ru) cover each other's texts; within this distance of the best
# list the page's own declaration decides.
TIE = 0.04

_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
WORD = re.compile(rf"[{_IDEOGRAPHS}]|[^\W_{_IDEOGRAPHS}]+")


def words(text: str) -> list[str]:
    """The words of a text in lower case; an ideograph is a word by itself."""
    return WORD.findall(text.lower())


@cache
def languages() -> tuple[str, ...]:
    """The codes (ISO 639-1) there is a list for."""
    folder = files("zrno").joinpath(LISTS)
    if not folder.is_dir():
        return ()
    return tuple(sorted(item.name[:-4] for item in folder.iterdir() if item.name.endswith(".txt")))


@cache
def by_frequency(language: str) -> tuple[str, ...]:
    """The stop words of a language as listed, the most frequent first; none where there is no list."""
    path = files("zrno").joinpath(LISTS, f"{language}.txt")
    lines = path.read_text("utf-8").splitlines() if path.is_file() else []
    return tuple(word for line in lines if not line.startswith("#") for word in line.split())


@cache
def stopwords(language: str) -> frozenset[str]:
    """The stop words of a language, cut as `words` cuts; none where there is no list."""
    return frozenset(word for listed in by_frequency(language) for word in words(listed))


@cache
def any_language() -> frozenset[str]:
    """The stop words of all languages together."""
    return frozenset().union(*map(stopwords, languages()))


def guess_language(counts: Counter[str], declared: str = "") -> str:
    """The language whose stop words cover most of the counted words, or "" when none does.

    Where two cover nearly the same, the declared one (`<html lang>`) wins.
    """
    total = sum(counts.values())
    cover = {code: _covered(counts, stopwords(code)) / total for code in languages()} if total else {}
    if not cover:
        return ""
    best = max(cover, key=lambda code: (cover[code], code))
    if cover[best] < MIN_COVER:
        return ""
    named = declared.strip().lower().replace("_", "-").split("-")[0]
    return named if cover.get(named, 0.0) >= cover[best] - TIE else best


def _covered(counts: Counter[str], listed: Iterable[str]) -> int:
    return sum(counts[word] for word in listed if word in counts)
