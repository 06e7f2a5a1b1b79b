"""Which language a text is written in: its script, its function words and its letters.

See docs/algorithms/language.md for the model and what it measures.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from zrno.blocks.stopwords import by_frequency as stop_words
from zrno.document.data import language_tables
from zrno.model import Field

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.uint32]
    Scores = NDArray[np.float32]

SAMPLE = 4000  # characters; a longer text is read at its start and in its middle
FUNCTION_SHARE = 0.4  # of running words are function words (a third in Czech, half in English)
RANK_SHIFT = 5.0  # Zipf-Mandelbrot: flattens the top of the frequency list
STRAY_WORD = 1e-4  # chance that a running word is some other language's function word
AFFIX = 3  # letters
AFFIX_SHARE = 0.8  # of the two pieces of a longer word, that many are listed
STRAY_AFFIX = 0.004  # chance of that in another language
AFFIX_TOKENS = 60  # words; a longer text has function words enough
STRAY_LETTER = 1e-4  # chance that a letter is another language's: foreign names
LETTER_WEIGHT = 0.5  # letters of one word are not independent; a word has one or two special ones
TEMPER = 0.8  # words of one text are not independent either
PRIOR = {"common": 1.0, "small": -0.7, "rare": -2.0}  # nats, by how often a web page is in the language
DECLARED_BONUS = 4.0  # nats for the declared language: about 49 of 50 pages declare the truth
DECLARED_ALONE = 0.6  # score of a declaration that no text confirms or denies
DECLARED_DOUBTED = 0.3  # of one whose function words the text does not use
ENOUGH_WORDS = 50  # that many words without function words are in a language we have no list of
KNOWN_SHARE = 0.04  # of words are function words at least (Turkish news: 0.08, Zulu read as Italian: 0.02)
FOREIGN_RANK = 350  # resiliparse's distance for languages without a list: 268 was right, 381 and more wrong
MIN_EVIDENCE = 1.5  # nats over the middling language; less is a coincidence
HAN_WEIGHT = 3  # a Chinese character carries as much as a short word
LETTER_POINTS = 0x2000  # all alphabets that need telling apart lie below
KANA_SHARE = 0.05  # Japanese is a third to two thirds kana; Chinese quotes a little
KANJI_ONLY = 20  # characters; a Japanese headline may be that long without kana
CERTAIN = 0.99  # the highest score given


def detect(text: str, *, declared: str | None = None) -> Field[str] | None:
    """The language of a text as an ISO 639-1 code, or None without any evidence.

    `declared` is what the page says of itself (html lang, og:locale, Content-Language): it helps a text
    that leaves doubt, and loses against one that does not.
    """
    claim = base_code(declared)
    sample = _sample(text)
    points = _points(sample)
    script, letters, share = _script(points)
    if not letters:
        return Field(claim, "html lang", DECLARED_ALONE) if claim else None
    candidates = language_tables()["languages"][script].split()
    if len(candidates) == 1:
        return _by_script(candidates[0], letters, share, claim)
    return _by_words(sample, points, script, claim)


def base_code(declared: str | None) -> str:
    """The two-letter code in "cs-CZ", "en_US", "CZ"; empty when there is none."""
    match = _CODE.match(declared or "")
    code = match[1].lower() if match else ""
    code = language_tables()["aliases"].get(code, code)
    return code if len(code) in (2, 3) and code not in _NO_LANGUAGE else ""


@dataclass(frozen=True, slots=True)
class _Model:
    """Log-likelihood ratios of every known word and letter, a row each, over the languages of a script."""

    codes: list[str]
    words: dict[str, int]
    word_rows: Scores
    affixes: dict[str, int]  # "ého" ends a word, "prz-" begins one
    affix_rows: Scores
    letter_of: NDArray[np.intp]  # row of a code point; 0 is no letter, 1 a plain one
    letter_rows: Scores
    prior: Scores


_CODE = re.compile(r"\s*([A-Za-z]{2,8})(?![A-Za-z])")
_NO_LANGUAGE = ("und", "mul", "zxx", "xx")
_MARKS = ".,:;!?()\"'’„“”«»،؟।"


def _sample(text: str) -> str:
    if len(text) > SAMPLE:
        middle = len(text) // 2
        text = f"{text[: SAMPLE // 2]} {text[middle : middle + SAMPLE // 2]}"
    return unicodedata.normalize("NFC", text).lower()


def _points(sample: str) -> Points:
    import numpy as np

    return np.frombuffer(sample.encode("utf-32-le", "replace"), dtype=np.uint32)


def _script(points: Points) -> tuple[str, int, float]:
    """The chief script with the number and the share of its letters; kana makes Han Japanese."""
    import numpy as np

    names, table = _script_table()
    counts = np.bincount(table.take(points >> 4), minlength=len(names) + 1)[1:]
    found = {name: int(count) for name, count in zip(names, counts, strict=True) if count}
    kana = found.pop("kana", 0)
    if east := found.pop("han", 0) + kana:
        found["kana" if kana > KANA_SHARE * east else "han"] = east * HAN_WEIGHT
    chief = max(found, key=found.__getitem__, default="")
    letters = found.get(chief, 0)
    return chief, letters, letters / max(1, sum(found.values()))


@cache
def _script_table() -> tuple[list[str], Any]:
    import numpy as np

    scripts = language_tables()["scripts"]
    table = np.zeros(0x110000 >> 4, dtype=np.uint8)
    for number, ranges in enumerate(scripts.values(), 1):
        for first, last in (span.split("-") for span in ranges):
            table[int(first, 16) >> 4 : (int(last, 16) >> 4) + 1] = number
    return list(scripts), table


def _by_script(code: str, letters: int, share: float, claim: str) -> Field[str]:
    score = min(CERTAIN, share * letters / (letters + 1))
    if code == "zh" and claim == "ja" and letters < KANJI_ONLY * HAN_WEIGHT:
        return Field(claim, "html lang", DECLARED_ALONE)
    if claim == code or code in language_tables()["relatives"].get(claim, "").split():
        return Field(claim, "html lang, confirmed by text", max(score, DECLARED_ALONE))
    return Field(code, "text (script)", score)


def _by_words(sample: str, points: Points, script: str, claim: str) -> Field[str] | None:
    """The best of the script's languages by words and letters, with the declaration as one more witness."""
    import numpy as np

    model = _model(script)
    tokens = _tokens(sample)
    known = model.word_rows[[model.words[token] for token in tokens if token in model.words]]
    words = known.sum(axis=0)
    text = words + _spelling(tokens, points, model)
    if float(text.max() - np.sort(text)[(len(text) - 1) // 2]) < MIN_EVIDENCE:
        return Field(claim, "html lang", DECLARED_ALONE) if claim else None
    total = TEMPER * text + model.prior
    relatives = language_tables()["relatives"].get(claim, "").split()
    stands_for = [model.codes.index(code) for code in (claim, *relatives) if code in model.codes]
    total[stands_for] += DECLARED_BONUS
    best = int(total.argmax())
    if len(tokens) >= ENOUGH_WORDS and np.count_nonzero(known[:, best]) < KNOWN_SHARE * len(tokens):
        return _foreign(sample, model, claim)
    score = min(CERTAIN, float(1 / np.exp(total - total[best]).sum()))
    if best in stands_for:
        return Field(claim, "html lang, confirmed by text", score)
    kind = "function words" if words[best] > words.mean() + MIN_EVIDENCE else "spelling"
    return Field(model.codes[best], f"text ({kind})", score)


def _foreign(sample: str, model: _Model, claim: str) -> Field[str] | None:
    """A text in none of our languages: resiliparse knows some more by their letters."""
    from resiliparse.parse.lang import detect_fast

    code, rank = detect_fast(sample)
    if rank < FOREIGN_RANK and code not in (*model.codes, "unknown"):
        known = claim == code
        return Field(code, "html lang, confirmed by text" if known else "text (letters)", DECLARED_ALONE)
    if not claim:
        return None
    return Field(claim, "html lang", DECLARED_DOUBTED if claim in model.codes else DECLARED_ALONE)


def _spelling(tokens: list[str], points: Points, model: _Model) -> Scores:
    """What the letters and the ends of words say for each language, as log-likelihoods."""
    import numpy as np

    long = [token for token in tokens[:AFFIX_TOKENS] if len(token) > AFFIX + 1 and token not in model.words]
    pieces = [*[token[-AFFIX:] for token in long], *[token[:AFFIX] + "-" for token in long]]
    affixes = [model.affixes[piece] for piece in pieces if piece in model.affixes]
    letters = model.letter_of.take(points, mode="clip")  # the last code point of the table is no letter
    counts = np.bincount(letters, minlength=len(model.letter_rows)).astype(np.float32)
    scores: Scores = LETTER_WEIGHT * (counts @ model.letter_rows) + model.affix_rows[affixes].sum(axis=0)
    return scores


def _tokens(sample: str) -> list[str]:
    # Replacing the few marks that touch words and splitting is three times as fast as a pattern.
    for mark in _MARKS:
        sample = sample.replace(mark, " ")
    return sample.split()


@cache
def _model(script: str) -> _Model:
    import numpy as np

    tables = language_tables()
    codes = tables["languages"][script].split()
    words = [_written(stop_words(code), script) for code in codes]
    affixes = [_written(_affixes(tables, code), script) for code in codes]
    letters = [_written(tuple(tables["letters"].get(code, "").split()), script) for code in codes]
    prior = np.zeros(len(codes), dtype=np.float32)
    for tier, nats in PRIOR.items():
        prior[[codes.index(code) for code in tables["tiers"][tier].split() if code in codes]] = nats
    return _Model(codes, *_ranked_rows(words), *_even_rows(affixes), *_letter_rows(script, letters), prior)


def _written(items: tuple[str, ...], script: str) -> tuple[str, ...]:
    """Those written in the script (Serbian has two)."""
    names, table = _script_table()
    return tuple(item for item in items if table[ord(item[0]) >> 4] == names.index(script) + 1)


def _affixes(tables: dict[str, Any], code: str) -> tuple[str, ...]:
    ends = [end for end in tables["endings"].get(code, "").split() if len(end) == AFFIX]
    starts = [start + "-" for start in tables["starts"].get(code, "").split() if len(start) == AFFIX]
    return tuple(dict.fromkeys(ends + starts))


def _ranked_rows(lists: list[tuple[str, ...]]) -> tuple[dict[str, int], Scores]:
    """For every word of the ranked lists: log(chance in each language / chance as a stray)."""
    import numpy as np

    index = {word: row for row, word in enumerate(dict.fromkeys(word for words in lists for word in words))}
    rows = np.zeros((len(index), len(lists)), dtype=np.float32)
    for column, words in enumerate(lists):
        frequency = 1 / (np.arange(len(words)) + RANK_SHIFT)
        chance = FUNCTION_SHARE * frequency / frequency.sum()
        rows[[index[word] for word in words], column] = np.log1p(chance / STRAY_WORD)
    return index, rows


def _even_rows(lists: list[tuple[str, ...]]) -> tuple[dict[str, int], Scores]:
    """The same for affixes, which are all as likely."""
    import numpy as np

    index = {item: row for row, item in enumerate(dict.fromkeys(item for items in lists for item in items))}
    rows = np.zeros((len(index), len(lists)), dtype=np.float32)
    for column, items in enumerate(lists):
        chance = AFFIX_SHARE / max(1, len(items))
        rows[[index[item] for item in items], column] = np.log1p(chance / STRAY_AFFIX)
    return index, rows


def _letter_rows(script: str, lists: list[tuple[str, ...]]) -> tuple[NDArray[np.intp], Scores]:
    """For every special letter, and for all plain ones together: log(chance in each language)."""
    import numpy as np

    chances = [{item[0]: float(item[1:]) / 1000 for item in letters} for letters in lists]
    special = {letter: row for row, letter in enumerate(dict.fromkeys(x for c in chances for x in c), 2)}
    names, table = _script_table()
    letter_of = (table[np.arange(LETTER_POINTS) >> 4] == names.index(script) + 1).astype(np.intp)
    rows = np.zeros((len(special) + 2, len(lists)), dtype=np.float32)  # 0: no letter, 1: a plain one
    for letter, row in special.items():
        letter_of[ord(letter)] = row
        rows[row] = [np.log(chance.get(letter, STRAY_LETTER)) for chance in chances]
    rows[1] = [np.log(1 - sum(chance.values())) for chance in chances]
    return letter_of, rows
