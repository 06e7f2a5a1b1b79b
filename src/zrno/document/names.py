"""The names in a byline: "By Jana Malá and Petr Nový, senior editors | 3 May 2021" holds two.

The text is cut where it stops telling who wrote, split at commas and words for "and" where both sides are
names, and freed of what people are (roles, degrees) and how they are reached (addresses, handles).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from zrno.document.data import toml
from zrno.document.site import key

MAX_BYLINE = 500  # characters; nine authors with their degrees fit, a paragraph does not
MAX_NAME = 60  # characters; longer ones are sentences or a whole department
MAX_WORDS = 7  # of one name, that of an organisation included
MAX_PERSONAL_WORDS = 5
MAX_CASELESS = 12  # characters of a personal name in scripts without spaces and capitals
SHORT = 5  # letters; a single word in capitals up to here is an agency's abbreviation

_ADDRESS = re.compile(
    r"<?\b[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,4}>?|(?:https?://|www\.)\S{1,300}|(?<!\w)@\w{1,40}"
)
_BRACKETS = re.compile(r"\([^()]{0,80}\)|\[[^\[\]]{0,80}\]")
_SECTION = re.compile(r"\s{0,9}[|•·●▪►»✉\t]\s{0,9}|\s[-–—]{1,2}\s")
_HARD = re.compile(r"\s{0,9}[;；、]\s{0,9}|\s/\s|\s\+\s")
_COMMA = re.compile(r"\s{0,9}[,，]\s{0,9}")
_COMPANY = re.compile(  # "Grain Press, Ltd." is one name
    r"\s?,\s?((?:a\.\s?s|s\.\s?r\.\s?o|spol|o\.p\.s|z\.s|inc|ltd|llc|gmbh|corp|co|s\.a|s\.p\.a)\b)", re.I
)
_NUMBER = re.compile(r"[\s,]{1,5}(?=\d)")
_EDGE = " \t\"'“”„«»‘’*:;,/|-–—_©·•#<>()[]\u200b\xa0"
_LETTER = re.compile(r"[^\W\d_]")
_DOMAIN = re.compile(r"\.[a-z]{2,4}\b", re.I)
_SENTENCE = re.compile(r"[!?:;,&/()\"]|\w{4}\.$")
_NEWSPAPER = re.compile("新聞|新闻|日报|日報|뉴스")
_WORD = re.compile(r"[^\W\d_]+")
_CASELESS = re.compile(r"[\u0590-\u07ff\u0900-\u1cff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_ABBREVIATED = re.compile(r"(?:\b\w|\bJr|\bSr|\bInc|\bLtd|s\.r\.o|a\.s)\.$")
_VOWEL = re.compile(r"[aeiouyáéíóúýěůäöüàèìòùâêîôûãõåæøąęаеёиоуыэюяіїєαεηιουω]", re.I)


@dataclass(frozen=True, slots=True)
class _Words:
    """The word lists, compiled."""

    introduction: re.Pattern[str]
    conjunction: re.Pattern[str]
    leading_conjunction: re.Pattern[str]
    ending: re.Pattern[str]
    roles: frozenset[str]
    credentials: frozenset[str]
    nobody: frozenset[str]
    organisations: frozenset[str]
    particles: frozenset[str]
    calendar: frozenset[str]


def split(text: str) -> tuple[str, ...]:
    """The names a byline states, in its order, each once."""
    head = _head(_bare(text[:MAX_BYLINE]))
    parts = [tidy for chunk in _HARD.split(head) for part in _listed(chunk) if (tidy := _tidy(part))]
    if any(map(is_personal, parts)):
        parts = [part for part in parts if not (_is_role(part) or _DOMAIN.search(part))]
    return distinct(part for part in parts if is_name(part))


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The names without repetitions; two are one when they differ in case, accents or punctuation only."""
    seen: dict[str, str] = {}
    for name in names:
        seen.setdefault(key(name), name)
    return tuple(seen.values())


def introduced(text: str) -> str:
    """What follows a word for "by" or "author" at the start of the text, or nothing."""
    found = _words().introduction.match(text)
    return text[found.end() :] if found else ""


def is_name(name: str) -> bool:
    """Whether the text can be a name at all: of a person, a pen name, a team or an agency."""
    if not name or len(name) > MAX_NAME or name.count(" ") >= MAX_WORDS or not _LETTER.search(name):
        return False
    if sum(map(str.isdigit, name)) > len(name) // 2:
        return False
    return name.casefold() not in _words().nobody and not name.casefold().startswith(("http", "www."))


def is_personal(name: str) -> bool:
    """Whether the text reads as the full name of one person."""
    if any(character.isdigit() for character in name) or _DOMAIN.search(name):
        return False
    if _CASELESS.search(name):
        return len(name) <= MAX_CASELESS and not _NEWSPAPER.search(name)
    words = name.split()
    if _SENTENCE.search(name) or not 2 <= len(words) <= MAX_PERSONAL_WORDS:
        return False
    if is_collective(name) or _is_role(name):
        return False
    known = _words()
    return all(word[0].isupper() or word.casefold() in known.particles or "'" in word[:3] for word in words)


def is_collective(name: str) -> bool:
    """Whether the text names a newsroom, a team or a company."""
    return not _words().organisations.isdisjoint(name.casefold().split())


def _bare(text: str) -> str:
    """The text without addresses, handles, bracketed remarks and invisible marks."""
    text = " ".join(_ADDRESS.sub(" ", text).split())
    inside = text.strip()
    if inside[:1] + inside[-1:] == "()":
        return inside[1:-1]
    return " ".join(_BRACKETS.sub(" ", text).split())


def _head(text: str) -> str:
    """The part that tells who wrote: behind "by", before roles, dates and other people's work."""
    known = _words()
    for _ in range(2):  # "Autor: Text: ..." and "Kommentar: Von ..." are introduced twice
        text = _unintroduced(text.strip(_EDGE))
    for section in _SECTION.split(text):
        section = _unintroduced(section.strip(_EDGE))
        ending = known.ending.search(section)
        section = section[: ending.start()] if ending else section
        section = _undated(section)
        if section and _LETTER.search(section) and not (_is_role(section) and " " not in section):
            return section
    return ""


def _unintroduced(text: str) -> str:
    found = _words().introduction.match(text)
    if not found:
        return text
    rest = text[found.end() :].strip(_EDGE)
    # A preposition is taken off only where a whole name follows: "Van Damme" is a name.
    if found["preposition"] and not found["colon"] and not _opens_with_name(rest):
        return text
    return rest if rest else text


def _undated(section: str) -> str:
    """The text before its first number, less the month or weekday that belongs to it."""
    before, *after = _NUMBER.split(section, maxsplit=1)
    words = before.strip(_EDGE).split()
    while after and words and words[-1].strip(".,").casefold() in _words().calendar:
        words.pop()
    return " ".join(words).strip(_EDGE)


def _listed(chunk: str) -> Iterator[str]:
    """The names of a list written with commas and words for "and"."""
    parts = [part for part in _COMMA.split(_COMPANY.sub(r" \1", chunk)) if part]
    if _is_inverted(parts):
        yield f"{parts[1]} {parts[0]}"
        return
    known = _words()
    for number, part in enumerate(parts):
        part = known.leading_conjunction.sub("", part)
        if number and _is_affiliation(part):
            continue
        pieces = known.conjunction.split(part)
        are_names = len(parts) > 1 or all(map(_is_whole, pieces)) or any(map(_is_agency, pieces))
        yield from pieces if are_names and not _is_role(part) else [part]


def _is_affiliation(part: str) -> bool:
    """Whether a part after a name says where its bearer works: "Masarykova univerzita v Brně"."""
    known = _words()
    words = part.split()
    small = [word for word in words if word.islower() and word not in known.particles | known.roles]
    return len(words) > 2 and bool(small) and not known.conjunction.search(part)


def _is_inverted(parts: list[str]) -> bool:
    """Whether two parts are a surname and given names: "Nováková, Jana"."""
    if len(parts) != 2 or " " in parts[0] or parts[1].count(" ") > 1:
        return False
    if any(not part[0].isupper() or part.isupper() for part in parts):
        return False
    *_, initial = parts[1].split()
    if " " in parts[1] and not initial.isupper():  # "Novák, Jan K.", but "Reuters, Jan Novák" are two
        return False
    known = _words()
    words = [word.casefold() for part in parts for word in part.split()]
    return (known.roles | known.organisations | known.credentials).isdisjoint(words)


def _tidy(part: str) -> str:
    """One name without its role, in usual capitals."""
    known = _words()
    words = part.strip(_EDGE).split()
    while len(words) > 2 and words[0].casefold() in known.roles and words[1][0].isupper():
        words = words[1:]
    words = _unadorned(words)
    part = " ".join(words)
    if part.endswith(".") and not _ABBREVIATED.search(part):
        part = part.rstrip(".")
    return _usual_capitals(part)


def _unadorned(words: list[str]) -> list[str]:
    """The words up to a role: "Jana Malá senior redaktorka", "박준석 기자"."""
    known = _words()
    for number, word in enumerate(words):
        folded = word.strip(".,").casefold()
        is_caseless = bool(_CASELESS.search(word))
        if folded in known.organisations or (not is_caseless and folded in known.particles):
            continue
        if folded in known.roles and number >= (1 if is_caseless else 2):
            return words[:number]
        if not is_caseless and not word[0].isupper():
            return words[:number] if number >= 2 and word.islower() else words
    return words


def _usual_capitals(name: str) -> str:
    """Names set in capitals as they are usually written; abbreviations stay."""
    words = name.split()
    if len(words) < 2 or not name.isupper():
        return name
    particles = _words().particles
    for word in words:
        is_word = len(word) > 2 and _VOWEL.search(word)
        if not is_word and word.casefold() not in particles and not word.endswith("."):
            return name
    if is_collective(name):
        return name
    small = [
        word.casefold() if number and word.casefold() in particles else word
        for number, word in enumerate(words)
    ]
    return " ".join(word if word.islower() else _WORD.sub(_capital, word) for word in small)


def _capital(found: re.Match[str]) -> str:
    return found[0][0] + found[0][1:].lower()


def _is_role(part: str) -> bool:
    known = _words()
    folded = part.casefold()
    if folded in known.credentials or folded.rstrip(".") in known.credentials:
        return True
    return any(word.strip(".,()") in known.roles for word in folded.split())


def _is_agency(part: str) -> bool:
    return part.isupper() and len(part) <= SHORT


def _opens_with_name(text: str) -> bool:
    words = text.split(maxsplit=2)[:2]
    if text[:1] and _CASELESS.match(text):
        return True
    return len(words) == 2 and all(word[0].isupper() for word in words)


def _is_whole(part: str) -> bool:
    """Whether the text has a given name and a surname, or is in a script without spaces."""
    words = part.split()
    if _CASELESS.search(part):
        return True
    return len(words) >= 2 and words[0][0].isupper() and words[-1][0].isupper()


@cache
def _words() -> _Words:
    table = toml("authors/words.toml")
    lists = {
        name: [word for part in text.split(",") if (word := " ".join(part.split()))]
        for name, text in table.items()
    }
    labels, phrases, prepositions, joints, endings = (
        _alternatives(lists[name])
        for name in ("labels", "phrases", "prepositions", "conjunctions", "endings")
    )
    colon = r"\s{0,3}[:：]\s{0,3}"
    sets = {name: frozenset(map(str.casefold, words)) for name, words in lists.items()}
    return _Words(
        introduction=re.compile(
            rf"(?:{labels}){colon}|(?:{phrases})(?:{colon}|\s)|"
            rf"(?P<preposition>{prepositions})(?:(?P<colon>{colon})|\s)",
            re.I,
        ),
        conjunction=re.compile(rf"\s(?:{joints}|&|AND|UND|ET|Y|OG|OCH)\s"),
        leading_conjunction=re.compile(rf"^(?:{joints}|&)\s"),
        ending=re.compile(rf"(?:^|[\s,(])(?:{endings})(?=\W|$)", re.I),
        roles=sets["roles"],
        credentials=sets["credentials"],
        nobody=sets["nobody"],
        organisations=sets["organisations"] - sets["particles"],
        particles=sets["particles"],
        calendar=sets["calendar"],
    )


def _alternatives(words: list[str]) -> str:
    return "|".join(map(re.escape, sorted(set(words), key=len, reverse=True)))
