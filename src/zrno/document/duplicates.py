"""Fingerprints: texts that differ in a few words differ in a few bits.

See docs/algorithms/duplicates.md. All hashing is our own arithmetic modulo 2**64, so that a
fingerprint is the same on every machine, in every run and version of Python.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from zrno.blocks.characters import DIGIT, IDEOGRAPH, LETTER, classes
from zrno.errors import OptionError

Hashes = NDArray[np.uint64]
Places = NDArray[np.int64]
Pairs = tuple[Places, Places]

BITS = 64
SHINGLE = 3  # words; single ones make every pair of texts of a language alike
# Chance brings two random fingerprints this near once in 3.5e9 pairs: one wrong pair among 80,000
# texts. Nineteen of twenty articles with a word in a hundred changed, or a paragraph added, are nearer.
NEAR_BITS = 8
DIGEST_BYTES = 16
PORTION = 500_000  # characters or shingles worked on at a time, so that a huge text takes little memory
MAX_PAIRS = 1_000_000  # held at a time: 16 MB

_DIGITS = BITS // 4
_SPACE = np.uint32(32)
_WORD = np.uint8(LETTER | DIGIT)
# Multipliers and shifts of the splitmix64 finaliser (Steele, Lea, Flood 2014), which spreads every
# input bit over all output bits.
_MIX = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
_ONES = np.array([number.bit_count() for number in range(1 << 16)], dtype=np.uint8)
_MIX_LAST = np.uint64(31)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2**64 / golden ratio, odd: the base of the word hash


def fingerprint(text: str) -> str:
    """The 64-bit simhash of a text as 16 hexadecimal digits."""
    hashes = [_word_hashes(portion) for portion in _portions(text)]
    shingles = np.unique(_shingles(np.concatenate(hashes)))
    if not len(shingles):
        return "0" * _DIGITS
    votes = np.zeros(BITS, dtype=np.int64)
    for first in range(0, len(shingles), PORTION):
        portion = shingles[first : first + PORTION].astype(">u8")
        votes += np.unpackbits(portion.view(np.uint8)).reshape(-1, BITS).sum(axis=0, dtype=np.int64)
    majority = 2 * votes > len(shingles)
    return np.packbits(majority).tobytes().hex()


def _portions(text: str) -> Iterator[str]:
    """The text in pieces of about PORTION characters, cut at white space; one piece at least."""
    first = 0
    while True:
        cut = text.find(" ", first + PORTION)
        yield text[first : cut if cut >= 0 else len(text)]
        if cut < 0:
            return
        first = cut


def digest(text: str) -> str:
    """A hash of the words alone: equal for texts that differ in case, spaces or punctuation only."""
    codes, bits = _folded(text)
    kept = np.where(bits & _WORD, codes, _SPACE).astype("<u4").tobytes().decode("utf-32-le", "replace")
    return blake2b(" ".join(kept.split()).encode(), digest_size=DIGEST_BYTES).hexdigest()


def distance(one: str, other: str) -> int:
    """How many bits two fingerprints differ in."""
    return (_number(one) ^ _number(other)).bit_count()


def near(one: str, other: str, *, bits: int = NEAR_BITS) -> bool:
    """Whether two fingerprints are of texts that say the same."""
    return distance(one, other) <= bits


def groups(fingerprints: Sequence[str], *, bits: int = NEAR_BITS) -> list[list[int]]:
    """Positions of near-duplicates, at least two to a group, in order of their first member.

    A group is all that is connected: its ends may differ in more bits than neighbours do.
    """
    if not 0 <= bits <= BITS:
        raise OptionError(f"bits={bits} is out of range", hint=f"from 0 to {BITS}")
    numbers = np.array([_number(each) for each in fingerprints], dtype=np.uint64)
    distinct, places = np.unique(numbers, return_inverse=True)
    roots = _connected(distinct, bits)[places]
    order = np.argsort(roots, kind="stable")
    cuts = np.flatnonzero(np.diff(roots[order])) + 1
    found = [part.tolist() for part in np.split(order, cuts) if len(part) > 1]
    return sorted(found, key=lambda group: group[0])


def _folded(text: str) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """The code points of the case-folded text, and the classes they belong to."""
    folded = unicodedata.normalize("NFC", text.casefold())
    codes = np.frombuffer(folded.encode("utf-32-le", "replace"), dtype="<u4")
    return codes, classes(codes)


def _word_hashes(text: str) -> Hashes:
    """One hash per word: a polynomial in its code points; an ideograph is a word by itself."""
    codes, bits = _folded(text)
    word, single = (bits & _WORD) > 0, (bits & IDEOGRAPH) > 0
    if not word.any():
        return np.zeros(0, dtype=np.uint64)
    begins = word.copy()
    begins[1:] &= ~word[:-1] | single[1:] | single[:-1]
    inside = np.flatnonzero(word)
    starts = np.flatnonzero(begins[inside])
    lengths = np.diff(starts, append=len(inside))
    within = np.arange(len(inside)) - np.repeat(starts, lengths)
    powers = np.cumprod(np.full(int(lengths.max()), _GOLDEN, dtype=np.uint64), dtype=np.uint64)
    values = _mix(codes[inside].astype(np.uint64)) * powers[within]
    return _mix(np.add.reduceat(values, starts))


def _shingles(words: Hashes) -> Hashes:
    """A hash for every run of three words; one for all of a shorter text."""
    size = min(SHINGLE, len(words))
    mixed = np.zeros(max(len(words) - size + 1, 0), dtype=np.uint64)
    for place in range(size):
        mixed = _mix(mixed * _GOLDEN + words[place : place + len(mixed)])
    return mixed


def _mix(values: Hashes) -> Hashes:
    for shift, factor in _MIX:
        values = (values ^ (values >> np.uint64(shift))) * np.uint64(factor)
    return values ^ (values >> _MIX_LAST)


def _number(fingerprint: str) -> int:
    try:
        if len(fingerprint) == _DIGITS:
            return int(fingerprint, 16)
    except ValueError:
        pass
    hint = f"a fingerprint has {_DIGITS} hexadecimal digits"
    raise OptionError(f"{fingerprint!r} is no fingerprint", hint=hint)


def _connected(numbers: Hashes, bits: int) -> Places:
    """For each number the smallest place it is connected with."""
    roots = np.arange(len(numbers))
    for mask in _masks(bits):
        order = np.argsort(numbers & mask, kind="stable")
        pairs: list[Pairs] = []
        for one, other in _neighbours(numbers[order], mask, bits):
            one, other = order[one], order[other]
            apart = roots[one] != roots[other]
            pairs.append((one[apart], other[apart]))
            if sum(len(found) for found, _ in pairs) > MAX_PAIRS:
                roots, pairs = _joined(roots, pairs), []
        roots = _joined(roots, pairs)
    return roots


def _neighbours(numbers: Hashes, mask: np.uint64, bits: int) -> Iterator[Pairs]:
    """Pairs of places, near each other and equal under the mask that the numbers are sorted by."""
    keys = numbers & mask
    for step in range(1, len(keys)):
        alike = np.flatnonzero(keys[step:] == keys[:-step])
        if not len(alike):
            return
        close = alike[_bit_counts(numbers[alike] ^ numbers[alike + step]) <= bits]
        if len(close):
            yield close, close + step


def _bit_counts(values: Hashes) -> NDArray[np.int64]:
    ones: NDArray[np.int64] = _ONES[values.view(np.uint16)].reshape(-1, 4).sum(axis=1, dtype=np.int64)
    return ones


def _masks(bits: int) -> Iterator[np.uint64]:
    """Masks of which at least one sees no difference between numbers at most `bits` apart.

    The 64 bits are cut into `bits + 2` bands: the differences leave two of them untouched.
    """
    edges = [BITS * band // (bits + 2) for band in range(bits + 3)]
    bands = [(1 << high) - (1 << low) for low, high in pairwise(edges)]
    return (np.uint64(one | other) for one, other in combinations(bands, 2))


def _joined(roots: Places, pairs: list[Pairs]) -> Places:
    """The roots after joining pairs: the smaller root wins, until nothing changes."""
    if not pairs:
        return roots
    one, other = (np.concatenate(side) for side in zip(*pairs, strict=True))
    while len(one):
        roots = roots.copy()
        np.minimum.at(roots, np.maximum(roots[one], roots[other]), np.minimum(roots[one], roots[other]))
        while not np.array_equal(further := roots[roots], roots):
            roots = further
        apart = roots[one] != roots[other]
        one, other = one[apart], other[apart]
    return roots
