"""Dates that readers see: in the text around the headline, in `<time>`, in elements named after dates.

Each is a clue: a moment, what kind of statement it is, and whether it speaks of a change of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import islice

import numpy as np

from zrno.blocks import Blocks, moment
from zrno.blocks.moment import Found, Moment
from zrno.document.classnames import mark, marked
from zrno.document.region import locate
from zrno.document.structured import Structured
from zrno.model import Label, Page
from zrno.tree import Tree

ABOVE, BELOW = 6, 45  # blocks before and after the headline that are searched
HEAD, UNDER, OVER = 4, 12, 3  # blocks: in the head of the article, below it, right above the headline
LINE = 250  # characters of a block that are searched: a dateline stands at its start
PROSE = 120  # characters; a date in a longer text belongs to the story
LABEL = 40  # characters before a date that say what it is
MAX_TIMES = 4  # <time> elements; the first are the article's, the rest the comments'
TIMES_ABOVE = 40  # elements before the headline
MAX_ELSEWHERE = 6  # dates looked at where the head of the article has none
MAX_SEARCHED = 2_000  # elements or blocks searched for them
SHORT = 60  # characters of an element that holds nothing but a date
MAX_ATTRIBUTE = 80  # characters of a machine-readable date

# The beginnings of words, in the languages of the training pages; Chinese and Japanese have no word borders.
_CHANGED = re.compile(
    r"\b(?:updat|modif|edited|revis|reviewed|last|chang|aktualis|aktualiz|à jour|actualiz|atualiz|aggiorn|"
    r"uprav|změn|обновл|измен|수정|bijgewerkt|gewijzigd|oppdater|opdater|uppdater|ändra|geändert|päivitet|güncel|"
    r"zmien|zmodyf|módosít|frissít|ενημ)|更新|修改",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"\b(?:publi|post|creat|submit|written|asked|start|issue|release|veröff|erschien|erstellt|stand\b|zveřejn|vydán|"
    r"vlož|přidán|опубл|создан|게시|입력|등록|gepubl|geplaatst|skriv|lagt|julkais|yayın|dodan|megjel|δημοσ|pubbl)|"
    r"公開|发布|發布|発行|発表",
    re.IGNORECASE,
)
# Dates of people, offers and events.
_OTHER = re.compile(
    r"©|\b(?:join|regist|member|copyright|expire|deadline|born|since|valid|last visit|last seen|event|ends|"
    r"until|effective|narozen|mitglied|inscrit)",
    re.IGNORECASE,
)
_CLASS_CHANGED = re.compile(r"updat|modif|edited|revis")
_CLASS_PUBLISHED = re.compile(r"publi|posted|created|entry-date|submitted|dateline")
_CLASS_DATE = re.compile(r"date|time|publi|posted|created|day|when")
_CLASS_OTHER = re.compile(r"updat|modif|comment|related|widget|sidebar|footer|copyright|teaser|event")
_CLASS_WORDS = ("date", "publi", "posted", "created")
_NUMERIC = re.compile(r"\b(\d{1,2})([/-])(\d{1,2})\2(\d{4})\b")
_ORIGINS = {
    "said": "text that says published",
    "changed": "text that says updated",
    "marked": "text in an element named after dates",
    "bare": "text beside the headline",
}
_ISO = re.compile(r"(?:19|20)\d\d-\d\d-\d\d")
# Seconds since 1970, or thousandths of them, from 2001 to March 2030: others look like 2031010112.
_EPOCH = re.compile(r"(1[0-8][0-9]{8})(?:[0-9]{3})?(?:\.[0-9]{1,9})?")
ISO_DAY = 10  # characters of a day without a time
_MONTHS = 12
_DIGIT = re.compile(r"\d")


@dataclass(frozen=True, slots=True)
class Clue:
    """One statement of a date."""

    moment: Moment
    source: str  # its kind, which decides what it is worth
    origin: str  # in words
    changed: bool = False  # it speaks of a change, not of the publication


@dataclass(frozen=True, slots=True)
class Reader:
    """How dates are read in this page."""

    language: str | None
    day_first: bool | None
    retrieved: datetime | None

    def read(self, text: str) -> Moment | None:
        """The date of an attribute or a meta element; most are ISO 8601, which Python reads fastest."""
        text = text.strip()
        if not text or len(text) > MAX_ATTRIBUTE:
            return None
        if _ISO.match(text):
            try:
                value = datetime.fromisoformat(text)
            except ValueError:
                pass
            else:
                return Moment(value, len(text) > ISO_DAY, value.tzinfo is not None, False)
        if seconds := _EPOCH.fullmatch(text):
            return Moment(datetime.fromtimestamp(int(seconds[1]), UTC), True, True, False)
        return moment.read(text, retrieved=self.retrieved, language=self.language, day_first=self.day_first)

    def search(self, text: str) -> list[Found]:
        """All dates of a text."""
        return moment.search(text, retrieved=self.retrieved, language=self.language, day_first=self.day_first)

    def clues(self, text: str, source: str, origin: str, *, changed: bool = False) -> Iterator[Clue]:
        """The clue of a machine-readable text, and the other reading where day and month may be swapped."""
        found = self.read(text)
        if found is not None:
            yield Clue(found, source, origin, changed)
            if (other := _swapped(text, found)) is not None:
                yield Clue(other, "swapped", origin, changed)


def visible(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label], reader: Reader
) -> Iterator[Clue]:
    """The dates around the headline: in the text, and in `<time>` elements."""
    region = locate(page.tree, structured, blocks, labels)
    yield from _in_text(page.tree, blocks, region.headline, reader)
    yield from _in_times(page.tree, region.headline, reader)


def elsewhere(tree: Tree, blocks: Blocks, reader: Reader) -> Iterator[Clue]:
    """The dates of a page whose headline has none near it: in elements named so, then in short texts."""
    named = list(_in_named(tree, reader))
    yield from named or _in_short(blocks, reader)


def _in_text(tree: Tree, blocks: Blocks, headline: int, reader: Reader) -> Iterator[Clue]:
    firsts = blocks.pieces[blocks.starts] if len(blocks) else blocks.starts
    at = int(np.searchsorted(firsts, tree.text_starts[headline])) if len(blocks) else 0
    first = True
    for line in _lines(blocks, range(max(0, at - ABOVE), min(len(blocks), at + BELOW))):
        said = 0
        for found in reader.search(line.text)[:2]:
            owner = tree.owners[int(blocks.pieces[line.start + found.start])]
            kind = _kind(line, said, found.start, _classes(tree, owner))
            said = found.end
            if not kind:
                continue
            place = "prose" if line.long else _place(line.index - at, tree, owner, headline)
            yield Clue(found.moment, _source(kind, place), _ORIGINS[kind], kind == "changed")
            if (other := _swapped(line.text[found.start : found.end], found.moment)) is not None:
                yield Clue(other, "swapped", _ORIGINS[kind], kind == "changed")
            if first and line.index > at and not line.long and kind != "changed":
                yield Clue(found.moment, "first", "first date after the headline")
                first = False


@dataclass(frozen=True, slots=True)
class _Line:
    """The start of a block, with the short block before it, which may be its label."""

    index: int
    start: int  # in the buffer
    text: str
    long: bool
    before: str


def _lines(blocks: Blocks, span: range) -> Iterator[_Line]:
    """The blocks of the span that hold a digit."""
    before = ""
    starts, ends = (column[span.start : span.stop].tolist() for column in (blocks.starts, blocks.ends))
    for index, start, end in zip(span, starts, ends, strict=True):
        text = blocks.buffer[start : min(end, start + LINE)]
        has_digit = _DIGIT.search(text) is not None
        if has_digit:
            yield _Line(index, start, text, end - start > PROSE, before)
        before = text if end - start < LABEL and not has_digit else ""


def _kind(line: _Line, floor: int, start: int, classes: str) -> str:
    """What the words before a date, or else the classes around it, say it is; empty: no date of the page.

    The words are those from `floor`, the end of the date before, to `start`.
    """
    label = line.text[max(floor, start - LABEL) : start]
    label = label if label.strip(" :,.-|•·") else line.before
    if _OTHER.search(label):
        return ""
    if _CHANGED.search(label):
        return "changed"
    if _PUBLISHED.search(label):
        return "said"
    if _CLASS_CHANGED.search(classes):
        return "changed"
    if _CLASS_PUBLISHED.search(classes):
        return "said"
    return "marked" if _CLASS_DATE.search(classes) else "bare"


def _place(offset: int, tree: Tree, owner: int, headline: int) -> str:
    """Where a date stands to the headline."""
    if offset >= 0:
        return "near" if offset <= HEAD else "under" if offset <= UNDER else "far"
    # A date before the headline counts when the headline is a sibling of its node or of its parent.
    above = tree.parents[headline]
    sibling = above in (tree.parents[owner], tree.parents[tree.parents[owner]])
    return "near" if sibling or offset >= -OVER else "far"


def _source(kind: str, place: str) -> str:
    """The kind of clue: what is said counts under the head too, what is not said needs to be near."""
    if kind in ("changed", "said"):
        return f"{kind} near" if place in ("near", "under") else f"{kind} far"
    return f"{kind} near" if place == "near" else place


def _classes(tree: Tree, element: int) -> str:
    """Class and id of an element and the two above it, in small letters."""
    found = []
    for _ in range(3):
        if element < 0:
            break
        found.append(mark(tree, element))
        element = tree.parents[element]
    return " ".join(found)


def _in_times(tree: Tree, headline: int, reader: Reader) -> Iterator[Clue]:
    """The first `<time>` elements of the article."""
    tags = [tag for tag in tree.index if "time" in tag]  # also of web components: relative-time, timeago
    times = [element for element in tree.find(*tags) if element > headline - TIMES_ABOVE] if tags else []
    place = "first"
    for element in times[:MAX_TIMES]:
        stated = (tree.get(element, name) for name in ("datetime", "content", "ts"))
        found = reader.read(next(filter(None, stated), "") or tree.text(element))
        if found is None:
            continue
        kind = _time_kind(tree, element)
        changed = kind == "time changed"
        yield Clue(found, kind if changed else f"{kind} {place}", "time element", changed)
        place = "more"


def _time_kind(tree: Tree, element: int) -> str:
    classes = _classes(tree, element)
    if "pubdate" in tree.attributes[element] or _CLASS_PUBLISHED.search(classes):
        return "time said"
    if _CLASS_CHANGED.search(classes):
        return "time changed"
    # The words before it in the same parent: "Updated on <time>".
    start = max(tree.text_starts[tree.parents[element]], tree.text_starts[element] - 2)
    label = " ".join(tree.texts[start : tree.text_starts[element]])[-LABEL:]
    return "time changed" if _CHANGED.search(label) else "time said" if _PUBLISHED.search(label) else "time"


def _in_named(tree: Tree, reader: Reader) -> Iterator[Clue]:
    """Elements whose class says date and whose text is little more than one."""
    left = MAX_ELSEWHERE
    for element, classes in islice(marked(tree, _CLASS_WORDS, range(len(tree))).items(), MAX_SEARCHED):
        if _CLASS_OTHER.search(classes) or tree.text_ends[element] - tree.text_starts[element] > SHORT // 4:
            continue
        text = tree.text(element)
        found = reader.search(text) if len(text) <= SHORT and _DIGIT.search(text) else []
        if found and not _OTHER.search(text):
            yield Clue(
                found[0].moment, "named" if left == MAX_ELSEWHERE else "named more", "element named so"
            )
            left -= 1
            if not left:
                return


def _in_short(blocks: Blocks, reader: Reader) -> Iterator[Clue]:
    """Short texts anywhere that hold a date."""
    left = MAX_ELSEWHERE
    for line in _lines(blocks, range(min(len(blocks), MAX_SEARCHED))):
        found = [] if line.long else reader.search(line.text)
        kind = _kind(line, 0, found[0].start, "") if found else ""
        if kind:
            if kind == "changed":
                source = "changed far"
            else:
                source = f"{kind} elsewhere" if left == MAX_ELSEWHERE else "elsewhere more"
            yield Clue(found[0].moment, source, _ORIGINS[kind], kind == "changed")
            left -= 1
            if not left:
                return


def _swapped(text: str, found: Moment) -> Moment | None:
    """The same numbers with day and month exchanged, where both readings are dates."""
    match = _NUMERIC.search(text[:MAX_ATTRIBUTE])
    value = found.value
    if match is None or value.day > _MONTHS or value.day == value.month or int(match[4]) != value.year:
        return None
    return replace(found, value=value.replace(month=value.day, day=value.month))
