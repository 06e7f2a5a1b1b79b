"""The bases of words that typically follow an article: one text file per language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from zrno.blocks.stopwords import words

FOLDER = "classify/data/keywords"
LANGUAGES = ("cs", "de", "en", "pl", "uk")
ANY_ENDING = "*"


@dataclass(frozen=True, slots=True)
class Keywords:
    """A base: phrases by their first word, and beginnings of words."""

    phrases: dict[str, tuple[tuple[str, ...], ...]]  # the longest first
    beginnings: tuple[str, ...]

    def found(self, text: Sequence[str]) -> list[str]:
        """The keywords in a sequence of words, from left to right, the longest wherever several fit."""
        hits: list[str] = []
        place = 0
        while place < len(text):
            hit = self._at(text, place)
            if hit:
                hits.append(" ".join(hit))
            place += len(hit) or 1
        return hits

    def _at(self, text: Sequence[str], place: int) -> tuple[str, ...]:
        for phrase in self.phrases.get(text[place], ()):
            if tuple(text[place : place + len(phrase)]) == phrase:
                return phrase
        return (text[place],) if text[place].startswith(self.beginnings) else ()


@cache
def keywords(language: str) -> Keywords:
    """The base of a language; for one without a base of its own all bases together."""
    codes = (language,) if language in LANGUAGES else LANGUAGES
    lines = [line for code in codes for line in _lines(code)]
    phrases: dict[str, set[tuple[str, ...]]] = {}
    for line in lines:
        split = tuple(words(line))
        if split and not line.endswith(ANY_ENDING):
            phrases.setdefault(split[0], set()).add(split)
    ordered = {first: tuple(sorted(each, key=lambda p: (-len(p), p))) for first, each in phrases.items()}
    return Keywords(ordered, tuple(line[:-1] for line in lines if line.endswith(ANY_ENDING)))


def _lines(code: str) -> list[str]:
    text = files("zrno").joinpath(FOLDER, f"{code}.txt").read_text("utf-8")
    lines = (line.strip().lower() for line in text.splitlines())
    return [line for line in lines if line and not line.startswith("#")]
