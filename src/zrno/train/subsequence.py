"""Texts as sequences of words: ROUGE-L and the CleanEval similarity, both by the longest common subsequence.

With insertions and deletions alone, the edit distance of two sequences is the sum of their lengths less
twice that subsequence. So `1 - distance / (len(a) + len(b))`, CleanEval's similarity, and ROUGE-L's F1 are
one formula; they differ in what is a word. CleanEval removes punctuation and glues what it parted
("don't" is one word), and may keep the marks of headings, paragraphs and list items as words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt, nan

from zrno.blocks.stopwords import words

MARK_WORDS = {"h": "<h>", "p": "<p>", "l": "<l>"}
MAX_CELLS = 1_000_000_000  # of the table of two texts, about half a second; longer texts are cut to fit

_MARK = re.compile(r"<\s?(/?)([hpl])\s?>", re.IGNORECASE)
_ADDRESS_LINE = re.compile(r"\s*URL:[^\n]*\n")  # CleanEval's gold files begin with one
_PUNCTUATION = re.compile(r"[^\w\s]|_")


@dataclass(frozen=True, slots=True)
class Common:
    """The length of the longest common subsequence, and of the two sequences."""

    both: int
    found: int
    gold: int

    @property
    def similarity(self) -> float:
        """1 - distance / (found + gold), which is the F1 of the words in common; 1 for two empty texts."""
        total = self.found + self.gold
        return 2 * self.both / total if total else 1.0

    @property
    def precision(self) -> float:
        """The share of the found words in common; nan where nothing was found."""
        return self.both / self.found if self.found else nan

    @property
    def recall(self) -> float:
        """The share of the gold words in common; nan without gold."""
        return self.both / self.gold if self.gold else nan


def common(found: Sequence[str], gold: Sequence[str]) -> Common:
    """The longest common subsequence of two lists of words."""
    from rapidfuzz.distance import LCSseq

    if len(found) * len(gold) > MAX_CELLS:
        longest = isqrt(MAX_CELLS)
        found, gold = found[:longest], gold[:longest]
    return Common(int(LCSseq.similarity(found, gold)), len(found), len(gold))


def cleaneval_words(text: str) -> list[str]:
    """The words of a text without marks as CleanEval compares them."""
    return words(_PUNCTUATION.sub("", text))


def marked_words(markup: str) -> list[str]:
    """The words of a text in CleanEval's form, each opening mark a word of its own."""
    parts = _MARK.split(_ADDRESS_LINE.sub("", markup, count=1))
    found = cleaneval_words(parts[0])
    for closing, mark, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        if not closing:
            found.append(MARK_WORDS[mark.lower()])
        found.extend(cleaneval_words(text))
    return found


def marked_lines(text: str) -> str:
    """CleanEval's form of a text from a tool that marks nothing: each line a paragraph."""
    return "\n".join(f"<p>{line}" for line in text.splitlines() if line.strip())
