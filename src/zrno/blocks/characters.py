"""Classes of code points as one lookup table, so that counting them is array work."""

from __future__ import annotations

import unicodedata
from functools import cache

import numpy as np
from numpy.typing import NDArray

LETTER = 1
UPPER = 2
DIGIT = 4
IDEOGRAPH = 8  # written without spaces: each counts as a word
STOP = 16  # ends a sentence

STOPS = frozenset(".!?…。！？؟։।")
_TABLE_SIZE = 0x10000
# Beyond the table: the CJK extensions, then emoji and the rest, which are neither letter nor digit.
_FAR_IDEOGRAPHS = (0x20000, 0x33480)


def classes(codes: NDArray[np.uint16] | NDArray[np.uint32]) -> NDArray[np.uint8]:
    """The class bits of each code point."""
    found = _table()[np.minimum(codes, _TABLE_SIZE - 1)]
    low, high = _FAR_IDEOGRAPHS
    far = (codes >= low) & (codes < high)
    if far.any():
        found[far] = LETTER | IDEOGRAPH
    return found


@cache
def _table() -> NDArray[np.uint8]:
    return np.fromiter((_class_of(code) for code in range(_TABLE_SIZE)), np.uint8, _TABLE_SIZE)


def _class_of(code: int) -> int:
    character = chr(code)
    category = unicodedata.category(character)
    bits = 0
    if category[0] == "L" or category in ("Mn", "Mc"):
        bits |= LETTER
    if category in ("Lu", "Lt"):
        bits |= UPPER
    if category == "Nd":
        bits |= DIGIT
    if _ideographic(code):
        bits |= IDEOGRAPH
    if character in STOPS:
        bits |= STOP
    return bits


def _ideographic(code: int) -> bool:
    kana, han, compatible = 0x3040 <= code < 0x3100, 0x3400 <= code < 0xA000, 0xF900 <= code < 0xFB00
    return kana or han or compatible
