"""Which encoding bytes are in, by how likely the text is that each encoding makes of them.

All readings explain the same bytes, so the logarithms of their probabilities can be compared as
they are; see docs/algorithms/decoding.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import islice
from math import inf, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.float64]

SAMPLE = 8 * 1024  # bytes of evidence; eight times as much changed none of 228 verdicts, 68 with more of it
MAX_RUNS = 4096  # stretches looked at, repeated ones included
CONTEXT = 8  # ASCII bytes kept on both sides of a stretch of evidence
HIGH = 0x80
BYTES = 256
ASCII = bytes(range(HIGH))

# Single-byte encodings with the languages written in them; at equal scores the first one wins.
_WEST = ("en", "de", "fr", "es", "pt", "it", "sv", "da", "fi", "is")
_CENTRE = ("cs", "sk", "pl", "hu", "ro", "hr", "de")
_CYRILLIC = ("ru", "uk", "bg", "be", "sr")
_BALTIC = ("lt", "lv", "et")
SINGLE: Mapping[str, tuple[str, ...]] = {
    "cp1252": _WEST,
    "cp1250": _CENTRE,
    "iso8859-2": _CENTRE,
    "cp1251": _CYRILLIC,
    "koi8-r": ("ru", "bg"),
    "koi8-u": ("ru", "uk"),
    "iso8859-5": _CYRILLIC,
    "cp866": ("ru", "be"),
    "mac-cyrillic": _CYRILLIC,
    "cp1253": ("el",),
    "iso8859-7": ("el",),
    "cp1254": ("tr",),
    "cp1257": _BALTIC,
    "iso8859-15": ("fr", "fi", "de", "es"),
    "cp1255": ("he",),
    "cp1256": ("ar",),
    "cp874": ("th",),
}
# Too rare, or too like a frequent one, to be guessed: tried only where a page names them.
NAMED_ONLY: Mapping[str, tuple[str, ...]] = {
    "cp852": _CENTRE,
    "mac-latin2": _CENTRE,
    "iso8859-16": _CENTRE,
    "mac-roman": _WEST,
    "iso8859-4": _BALTIC,
    "iso8859-10": _BALTIC,
    "iso8859-13": _BALTIC,
    "iso8859-6": ("ar",),
    "iso8859-8": ("he",),
}
MULTI: Mapping[str, str] = {
    "gb18030": "zh",
    "big5hkscs": "hant",
    "cp932": "ja",
    "euc-jp": "ja",
    "cp949": "ko",
}
OWN_SCRIPT = frozenset({*_CYRILLIC, "el", "he", "ar", "th"})  # text with few ASCII letters

# Minus log of how often an encoding is met where nothing names it, relative to the first ones.
# Rough orders of magnitude; they decide only where a few bytes leave the text open.
_RARITY = {"cp1252": 0.0, "cp1251": 0.0, "gb18030": 0.0, "cp1250": 1.0, "cp932": 1.0, "cp949": 1.0}
_RARITY |= {"big5hkscs": 1.0, "iso8859-2": 2.0, "koi8-r": 2.0, "euc-jp": 2.0, "koi8-u": 3.0}
_RARITY_OF_OTHERS = 4.0
TRUST = 7.0  # what a declaration is worth, odds of 1000 to 1; see the figures in the docs
HINT = 3.0  # what a hint at the language is worth: templates and domains often say another one

# Classes of characters: what stands before and behind tells letters from signs, scripts, and case.
OTHER, SPACE, DIGIT, LOWER, UPPER, HIGH_LOWER, HIGH_UPPER, SIGN, BAD = range(9)
# P(class | class before), a row for each class before; 0 where all readings agree. Estimates by
# hand: in Latin scripts a high letter stands among ASCII letters, elsewhere among its like.
_LATIN = {
    OTHER: (0, 0, 0, 0, 0, 0.01, 0.005, 0.01),
    SPACE: (0, 0, 0, 0.45, 0.1, 0.02, 0.005, 0.01),
    DIGIT: (0, 0, 0, 0, 0, 0.0005, 0.0005, 0.01),
    LOWER: (0, 0, 0, 0, 0, 0.06, 0.0003, 0.004),
    UPPER: (0, 0, 0, 0, 0, 0.04, 0.02, 0.004),
    HIGH_LOWER: (0.07, 0.13, 0.001, 0.7, 0.001, 0.07, 0.001, 0.02),
    HIGH_UPPER: (0.05, 0.05, 0.001, 0.65, 0.12, 0.06, 0.05, 0.02),
    SIGN: (0.2, 0.25, 0.05, 0.2, 0.12, 0.04, 0.02, 0.12),
}
_OWN = {
    OTHER: (0, 0, 0, 0, 0, 0.1, 0.05, 0.01),
    SPACE: (0, 0, 0, 0.02, 0.02, 0.45, 0.1, 0.01),
    DIGIT: (0, 0, 0, 0, 0, 0.002, 0.002, 0.01),
    LOWER: (0, 0, 0, 0, 0, 0.001, 0.0005, 0.002),
    UPPER: (0, 0, 0, 0, 0, 0.001, 0.001, 0.002),
    HIGH_LOWER: (0.06, 0.11, 0.001, 0.0005, 0.0005, 0.81, 0.003, 0.015),
    HIGH_UPPER: (0.05, 0.05, 0.002, 0.0005, 0.002, 0.55, 0.33, 0.015),
    SIGN: (0.2, 0.25, 0.05, 0.03, 0.02, 0.2, 0.13, 0.12),
}
_NEVER = log(1e-5)  # a control character or an undefined byte in running text
FOREIGN = 0.01  # share of letters that the language does not have: names, quotations
ODD_SIGN = 0.1  # share of signs that are not in the table
HIGH_BYTES = 128

# The same for the languages with thousands of characters.
LISTED, LEVEL, RARE = 0.6, 0.35, 0.002  # listed; others of the standard's first level; the rest
KANA, KATAKANA, PUNCTUATION = 0.45, 0.12, 0.12
RARE_COUNT = 20_000  # characters beyond the first level, roughly
WIDE_PUNCTUATION = "，。、\u3000：“”；！？（）《》「」・ー"
_BROKEN = log(1e-7)  # bytes that make no character
MAX_BROKEN = 0.05  # for each high byte; beyond that the reading is not looked into
_ASCII_BYTE = -log(30)  # what a single-byte reading pays for the ASCII byte a wide character takes up
_WIDE_START = log(0.05)  # the first of a row of wide characters: they seldom stand alone
_WIDE_EDGE = log(0.005)  # a Latin letter beside one
_WIDE_LATIN = log(0.02)  # a word in Latin letters, where nothing says that the encoding is a wide one

_RUN = re.compile(rb"[\x80-\xff](?:[\x00-\x7f]{0,16}[\x80-\xff]){0,999}")
_WIDE_LETTER = "[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]"
_EDGE = re.compile(f"[A-Za-z](?={_WIDE_LETTER})|{_WIDE_LETTER}(?=[A-Za-z])")
_LATIN_WORD = re.compile(r" [A-Za-z]")
_START = re.compile(r"(?<![^\x00-\x7f])[^\x00-\x7f]")


@dataclass(frozen=True, slots=True)
class Guess:
    """An encoding, the language that explains the bytes best, and the logarithm of how well."""

    encoding: str
    language: str
    score: float


def rank(sample: bytes, *, declared: Collection[str] = (), languages: Collection[str] = ()) -> list[Guess]:
    """The encodings the sample may be in, the likeliest first.

    `declared` are the codecs the page names, `languages` the codes of those it hints at.
    """
    pairs = _pairs(sample)
    guesses = []
    for encoding, spoken in _candidates(declared).items():
        prior = TRUST if encoding in declared else -_RARITY.get(encoding, _RARITY_OF_OTHERS)
        if encoding in MULTI:
            scores = _wide(sample, encoding, _WIDE_LATIN * (encoding not in declared))
        else:
            scores = _narrow(pairs, encoding, spoken)
        total = {name: score + prior + HINT * (name in languages) for name, score in scores.items()}
        language = max(total, key=lambda name: total[name])
        guesses.append(Guess(encoding, language, total[language]))
    return sorted(guesses, key=lambda guess: -guess.score)


def evidence(body: bytes) -> bytes:
    """The stretches of the body with non-ASCII bytes in them, up to a limit."""
    found: dict[bytes, bytes] = {}
    size = 0
    for match in islice(_RUN.finditer(body, _first_high(body)), MAX_RUNS):
        start, end = match.span()
        stretch = body[max(0, start - 1) : end + 1]
        if stretch in found:
            continue  # the same bullet on every line is one piece of evidence, not many
        found[stretch] = body[max(0, start - CONTEXT) : end + CONTEXT]
        size += len(found[stretch])
        if size >= SAMPLE:
            break
    return b"\n".join(found.values())[:SAMPLE]


def _first_high(body: bytes) -> int:
    try:
        body.decode("ascii")  # finds it four times faster than a pattern
    except UnicodeDecodeError as error:
        return error.start
    return len(body)


def familiar(text: str) -> bool:
    """Whether all its characters belong to the languages known here or to Latin-1."""
    return all(char in _repertoire() for char in set(text.lower()) if char > "\xff")


def alphabet(language: str) -> frozenset[str]:
    """The letters of a language beyond ASCII, and the signs of all."""
    return frozenset((*_frequencies(language), *_frequencies("signs")))


def language_name(code: str) -> str:
    """The language in words, or an empty string."""
    return _tables()[code][0] if code in _tables() else ""


def chars(encoding: str) -> tuple[str, ...]:
    """What each of the 256 bytes stands for in a single-byte encoding."""
    return tuple(bytes([byte]).decode(encoding, "replace") for byte in range(256))


def is_bad(char: str) -> bool:
    """Whether it has no place in running text: a control character, or what is no character."""
    return char == "\ufffd" or not (char.isprintable() or char in "\xa0\xad")


def _candidates(declared: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Encodings and languages to try; a declared encoding may hold a language unknown here."""
    found = {**SINGLE, **{name: (language,) for name, language in MULTI.items()}}
    for name in declared:
        if name not in MULTI:
            found[name] = (*SINGLE.get(name, NAMED_ONLY.get(name, ())), "any")
    return found


def _pairs(sample: bytes) -> Counts:
    """How often each byte follows each other byte."""
    import numpy as np

    codes = np.frombuffer(sample, dtype=np.uint8).astype(np.intp)
    counts = np.bincount(codes[:-1] * BYTES + codes[1:], minlength=BYTES * BYTES)
    return counts.reshape(BYTES, BYTES).astype(np.float64)


def _narrow(pairs: Counts, encoding: str, languages: Iterable[str]) -> dict[str, float]:
    """The logarithms for a single-byte encoding, by language."""
    kinds = _membership(encoding)
    moves = kinds.T @ pairs @ kinds
    singles = pairs.sum(axis=0)
    context = {own: float((moves * _moves(own)).sum()) for own in (False, True)}
    return {
        language: context[language in OWN_SCRIPT] + float(singles @ _letters(encoding, language))
        for language in languages
    }


def _wide(sample: bytes, encoding: str, latin_word: float) -> dict[str, float]:
    """The logarithm for an encoding of two and more bytes a character, by its language."""
    text = sample.decode(encoding, "replace")
    language = MULTI[encoding]
    high_bytes = len(sample.translate(None, ASCII))
    if text.count("\ufffd") > MAX_BROKEN * high_bytes:
        return {language: -inf}
    counts = Counter(text)
    known, rest = _characters(language), log(RARE / RARE_COUNT)
    score = sum(count * known.get(char, rest) for char, count in counts.items() if char > "\x7f")
    ascii_chars = sum(count for char, count in counts.items() if char <= "\x7f")
    score -= (len(sample) - high_bytes - ascii_chars) * _ASCII_BYTE
    for pattern, cost in ((_START, _WIDE_START), (_EDGE, _WIDE_EDGE), (_LATIN_WORD, latin_word)):
        score += len(pattern.findall(text)) * cost
    return {language: score}


@cache
def _classes(encoding: str) -> tuple[int, ...]:
    return tuple(_class(char) for char in chars(encoding))


def _class(char: str) -> int:
    if char < "\x80":
        if char.isalpha():
            return LOWER if char.islower() else UPPER
        return DIGIT if char.isdigit() else SPACE if char == " " else OTHER
    if is_bad(char):
        return BAD
    is_mark = "\u0e31" <= char <= "\u0e4e"  # the vowels and tones of Thai are marks, not letters
    if (char.isalpha() or is_mark) and char not in "ªºµ":
        return HIGH_UPPER if char.isupper() else HIGH_LOWER
    return SIGN


@cache
def _membership(encoding: str) -> Counts:
    """A row for each byte with a 1 in the column of its class."""
    import numpy as np

    return np.eye(BAD + 1)[list(_classes(encoding))]


@cache
def _moves(own_script: bool) -> Counts:
    """log P(class | class before), a row for each class before."""
    import numpy as np

    table = np.full((BAD + 1, BAD + 1), _NEVER)
    for before, row in (_OWN if own_script else _LATIN).items():
        table[before, :BAD] = [log(p) if p else 0.0 for p in row]
    return table


@cache
def _letters(encoding: str, language: str) -> Counts:
    """log P(character | its class, language) for every byte."""
    import numpy as np

    kinds = _classes(encoding)
    alphabet = sum(kind in (HIGH_LOWER, HIGH_UPPER) for kind in kinds)
    # Of a language not known, each letter is as likely as the other, small or capital.
    known, foreign = (_frequencies(language), FOREIGN) if language != "any" else ({}, 2.0)
    signs = _frequencies("signs")

    def weight(char: str, kind: int) -> float:
        if kind in (HIGH_LOWER, HIGH_UPPER):
            return log((1 - FOREIGN) * known.get(char.lower(), 0.0) + foreign / alphabet)
        if kind == SIGN:
            return log((1 - ODD_SIGN) * signs.get(char, 0.0) + ODD_SIGN / HIGH_BYTES)
        return 0.0

    return np.array([weight(char, kind) for char, kind in zip(chars(encoding), kinds, strict=True)])


@cache
def _characters(language: str) -> Mapping[str, float]:
    """log P(character) for a language with thousands of them."""
    listed = dict.fromkeys(_tables()[language][1])
    level = [char for char in _first_level(language) if char not in listed]
    groups = [(level, LEVEL), (listed, LISTED), (WIDE_PUNCTUATION, PUNCTUATION)]
    if language == "ja":
        hiragana, katakana = map(chr, range(0x3041, 0x3094)), map(chr, range(0x30A1, 0x30FB))
        groups += [(list(hiragana), KANA), (list(katakana), KATAKANA)]
    table = {char: log(share / len(group)) for group, share in groups for char in group}
    return table | {"\ufffd": _BROKEN}


@cache
def _first_level(language: str) -> tuple[str, ...]:
    """The characters that the national standard itself counts among the frequent ones."""
    codec, leads, trails = {
        "zh": ("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF)),
        "hant": ("big5", range(0xA4, 0xC7), range(0x40, 0xFF)),
        "ja": ("euc_jp", range(0xB0, 0xD0), range(0xA1, 0xFF)),
        "ko": ("euc_kr", range(0xB0, 0xC9), range(0xA1, 0xFF)),
    }[language]
    decoded = (bytes((lead, trail)).decode(codec, "replace") for lead in leads for trail in trails)
    return tuple(char for char in decoded if "\ufffd" not in char)


@cache
def _repertoire() -> frozenset[str]:
    narrow = (char for code in (*_tables(),) if code not in MULTI.values() for char in _frequencies(code))
    wide = (char for language in set(MULTI.values()) for char in _characters(language))
    return frozenset((*narrow, *wide)) - {"\ufffd"}


@cache
def _frequencies(language: str) -> Mapping[str, float]:
    words = _tables()[language][1].replace("nbsp", "\u00a0").replace("shy", "\u00ad").split(" ")
    counts = {letter: float(number) for letter, number in zip(words[::2], words[1::2], strict=True)}
    total = sum(counts.values())
    return {letter: count / total for letter, count in counts.items()}


@cache
def _tables() -> Mapping[str, tuple[str, str]]:
    """Of each language its name and its line of letters."""
    text = resources.files("zrno.acquire").joinpath("data/letters.txt").read_text("utf-8")
    lines = (line.partition(": ") for line in text.splitlines() if line and not line.startswith("#"))
    return {head.split()[0]: (head.split()[1], rest) for head, _, rest in lines}
