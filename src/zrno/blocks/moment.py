"""Dates as people write them in pages: day, month and year in words or numbers, or "2 hours ago".

Every date holds a number, so the text is scanned for numbers only, and each one is tried as the start
(or the day, or the time) of a date. All repetitions are bounded, so the work grows with the text.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone
from re import Match

from zrno.blocks import moment_shapes as shapes
from zrno.blocks.moment_words import DateWords, bare, date_words

EARLIEST = 1990  # no page of the web is older (the first was published in December 1990)
LATEST = 2100  # used when the time of retrieval is not known
SHORT_TEXT = 60  # characters; longer ones are prose, where guessing is wrong
LOOK_BACK = 80  # characters before a number searched for a month, a weekday or "yesterday"
SHORT_MONTH = 3  # letters; in a page of a known language, such abbreviations of others are just words
MAX_OFFSET = 14  # hours; the largest offset in use (Kiribati)
PIVOT = 69  # two-digit years from here on are of the last century (POSIX strptime)
DIGITS = "0123456789٢२２"  # finding characters is the fastest test; the others begin this century's years
MONTH_FIRST = ("en-us", "en-ph")  # where 05/03 is the third of May
YEAR_FIRST = ("ko", "zh", "ja", "hu", "lt")  # where 2021.5.3 is a date, not a version


@dataclass(frozen=True, slots=True)
class Moment:
    """A point in time as far as the text gives it; without `has_time` the value is midnight.

    The value is aware when the text names a zone, or when it was counted back from an aware `retrieved`.
    `has_zone` tells whether the instant is certain: "today 16:22" is in the writer's zone, whatever that is.
    """

    value: datetime
    has_time: bool
    has_zone: bool
    relative: bool


@dataclass(frozen=True, slots=True)
class Found:
    """A date in a text: text[start:end] says it."""

    start: int
    end: int
    moment: Moment


def read(
    text: str,
    *,
    retrieved: datetime | None = None,
    language: str | None = None,
    day_first: bool | None = None,
    earliest: int = EARLIEST,
) -> Moment | None:
    """The first date of a short text (a label, an attribute), or None.

    Beyond what `search` finds, the whole text may be "yesterday", "an hour ago" or 20160428.
    """
    reader = _reader(retrieved, language, day_first, earliest)
    found = next(_scan(text, reader), None)
    if found is not None:
        return found.moment
    return _phrase(text, retrieved) or _compact(text, reader) or _last_resort(text, reader)


def search(
    text: str,
    *,
    retrieved: datetime | None = None,
    language: str | None = None,
    day_first: bool | None = None,
    earliest: int = EARLIEST,
) -> list[Found]:
    """All dates of a text in order, from `earliest` to the year after the retrieval.

    Relative ones need `retrieved`; one without a number ("an hour ago") counts only as the whole text.
    """
    if not any(digit in text for digit in DIGITS):
        return _lone_phrase(text, retrieved)
    return list(_scan(text, _reader(retrieved, language, day_first, earliest)))


@dataclass(frozen=True, slots=True)
class _Reader:
    """What is known of the page, ready for use."""

    words: DateWords
    retrieved: datetime | None
    language: str  # base code, or empty
    month_first: bool
    years: range


@dataclass(frozen=True, slots=True)
class _Day:
    start: int
    end: int
    day: date


@dataclass(frozen=True, slots=True)
class _Clock:
    start: int
    end: int
    time: time


def _reader(
    retrieved: datetime | None, language: str | None, day_first: bool | None, earliest: int
) -> _Reader:
    tag = (language or "").lower().replace("_", "-")
    month_first = tag.startswith(MONTH_FIRST) if day_first is None else not day_first
    latest = LATEST if retrieved is None else retrieved.year + 1
    base = tag.partition("-")[0]
    base = "no" if base in ("nb", "nn") else base
    return _Reader(date_words(), retrieved, base, month_first, range(earliest, latest + 1))


def _scan(text: str, reader: _Reader) -> Iterator[Found]:
    taken = 0
    gate = shapes.ABSOLUTE if reader.retrieved is None else shapes.ANY
    for number in shapes.NUMBER.finditer(text):
        at = number.start()
        if at < taken or not gate.match(text, at):
            continue
        if at > 1 and text[at - 1] in ".,:/-" and text[at - 2].isdigit():
            continue  # inside a longer number: 10.12.20.16, 16:22
        day = _day_at(text, at, number.end() - at, taken, reader)
        found = _dated(text, day, taken, reader) if day else _relative(text, at, taken, reader)
        if found is not None:
            yield found
            taken = found.end


def _day_at(text: str, at: int, digits: int, floor: int, reader: _Reader) -> _Day | None:
    """The day whose first number stands here (after a month's name: whose day does)."""
    if digits == 4:
        return _year_first(text, at, reader)
    if digits == 8:
        match = shapes.COMPACT.match(text, at)
        return _day(match, at, match[1], match[2], match[3], reader) if match else None
    if digits > 2 or shapes.RANGE.search(text, max(floor, at - 8), at):
        return None
    return _in_numbers(text, at, reader) or _in_words(text, at, floor, reader)


def _year_first(text: str, at: int, reader: _Reader) -> _Day | None:
    glued = at > 0 and (text[at - 1] == "/" or (text[at - 1].isascii() and text[at - 1].isalpha()))
    if match := shapes.YMD.match(text, at):
        if match[2] == "/" and glued:
            return None  # part of an address
        return _day(match, at, match[1], match[3], match[4], reader)
    if match := shapes.YMD_DOTS.match(text, at):
        tight = not match["dot"] and " " not in match[0] and len(match[0]) < len("2021.05.03")
        if tight and reader.language not in YEAR_FIRST:
            return None  # 2021.1.3 is a version
        return _day(match, at, match[1], match[2], match[3], reader)
    if match := shapes.CJK.match(text, at):
        return _day(match, at, match[1], match[2], match[3], reader)
    if match := shapes.LATVIAN.match(text, at):
        return _day(match, at, match[1], _month(match[3], reader), match[2], reader)
    if match := shapes.YEAR_MONTH_DAY.match(text, at):
        return _day(match, at, match[1], _month(match[2], reader), match[3], reader)
    return None


def _in_numbers(text: str, at: int, reader: _Reader) -> _Day | None:
    glued = at > 0 and (text[at - 1].isalnum() or text[at - 1] == "_")
    if match := shapes.DMY.match(text, at):
        if match[2] != "." and glued:
            return None  # a code or an address
        first, second = int(match[1]), int(match[3])
        swap = match[2] != "." and first <= 12 and (second > 12 or reader.month_first)
        day, month = (second, first) if swap else (first, second)
        return _day(match, at, match[4], month, day, reader)
    if not glued and (match := shapes.DMY_SHORT.match(text, at)):
        century = 1900 if int(match[3]) >= PIVOT else 2000
        return _day(match, at, century + int(match[3]), match[2], match[1], reader)
    if match := shapes.VIETNAMESE.match(text, at):
        return _day(match, at, match[3], match[2], match[1], reader)
    return None


def _in_words(text: str, at: int, floor: int, reader: _Reader) -> _Day | None:
    match = shapes.DAY_MONTH_YEAR.match(text, at)
    if match and (month := _month(match[2], reader)):
        return _day(match, at, match[3], month, match[1], reader)
    match = shapes.DAY_YEAR.match(text, at) or shapes.DAY_CLOCK_YEAR.match(text, at)
    before = match and shapes.LAST_WORD.search(text, max(floor, at - LOOK_BACK), at)
    if match and before and (month := _month(before[1], reader)):
        return _day(match, before.start(1), match["year"], month, match[1], reader)
    return None


def _day(
    match: Match[str], start: int, year: str | int, month: str | int, day: str | int, reader: _Reader
) -> _Day | None:
    if int(year) not in reader.years:
        return None
    try:
        return _Day(start, match.end(), date(int(year), int(month), int(day)))
    except ValueError:
        return None


def _month(word: str, reader: _Reader) -> int:
    """The number of a month's name, 0 if it is none."""
    entries = reader.words.months.get(key := bare(word), [])
    entries = [entry for entry in entries if not entry[2] or word[:1].isupper()]
    own = [entry for entry in entries if entry[0] == reader.language]
    if not own and reader.language and len(key) <= SHORT_MONTH:
        own = [entry for entry in entries if entry[0] == "en"]  # the software's language shows through
        return own[0][1] if own else 0
    return (own or entries or [("", 0, False)])[0][1]


def _dated(text: str, day: _Day, floor: int, reader: _Reader) -> Found:
    """The day with its time, if one stands after or before it, and its weekday."""
    start, end = day.start, day.end
    inner = shapes.INNER_CLOCK.search(text, start, end)
    clock = _clock(text, inner.start(), reader, spoken=False) if inner else _clock_after(text, end, reader)
    word = shapes.LAST_WORD.search(text, max(floor, start - LOOK_BACK), start)
    if word and bare(word[1]) in reader.words.weekdays:
        start = word.start(1)
    if clock is None and (before := shapes.CLOCK_BEFORE.search(text, max(floor, start - LOOK_BACK), start)):
        clock = _clock(text, before.start(1), reader, spoken=False)
    value = datetime.combine(day.day, clock.time if clock else time())
    if clock is not None:
        start, end = min(start, clock.start), max(end, clock.end)
    return Found(start, end, Moment(value, clock is not None, value.tzinfo is not None, False))


def _clock_after(text: str, at: int, reader: _Reader) -> _Clock | None:
    if match := shapes.CLOCK_COMPACT.match(text, at):
        zone, end = _zone(text, match.end(), reader, sure=True)
        return _time(match, at, end, int(match["hour"]), zone)
    if text[at : at + 1] in ("T", "t"):
        return _clock(text, at + 1, reader, spoken=False, sure=True)
    glue = reader.words.to_clock.match(text, at)
    return _clock(text, glue.end(), reader, spoken=glue[1] is not None) if glue else None


def _clock(text: str, at: int, reader: _Reader, *, spoken: bool, sure: bool = False) -> _Clock | None:
    """The time of day that starts here; `spoken`: a word said so, `sure`: ISO's T did."""
    match = shapes.CLOCK.match(text, at)
    if match is None:
        return None
    word = reader.words.clock_word.match(text, match.end())
    half = match["noon"] or match["half"]
    if not (match["minute"] or half or word) or (match["mark"] == "." and not (spoken or half or word)):
        return None  # a bare number, or 14.05 that nothing calls a time
    hour = int(match["hour"])
    if half and hour <= 12:
        hour = hour % 12 + (12 if half.lower() in shapes.AFTERNOON else 0)
    end = word.end() if word else match.end()
    zone, end = _zone(text, end, reader, sure=sure or match["second"] is not None)
    return _time(match, at, end, hour, zone)


def _time(match: Match[str], start: int, end: int, hour: int, zone: timezone | None) -> _Clock | None:
    minute, second = int(match["minute"] or 0), int(match["second"] or 0)
    micro = int((match["fraction"] or "0")[:6].ljust(6, "0"))
    try:
        return _Clock(start, end, time(hour, minute, second, micro, zone))
    except ValueError:
        return None


def _zone(text: str, at: int, reader: _Reader, *, sure: bool) -> tuple[timezone | None, int]:
    """The zone after a time. "10:00-12:00" is a span of time, so a minus with a colon must be sure."""
    if match := shapes.OFFSET.match(text, at):
        hours, minutes = int(match["hours"]), int(match["minutes"] or 0)
        plain = len(match["hours"]) == 2 and (match["minutes"] or sure) and (sure or not match["colon"])
        if (match["utc"] or plain or (match["sign"] == "+" and match["minutes"])) and minutes < 60:
            offset = timedelta(hours=hours, minutes=minutes)
            if offset <= timedelta(hours=MAX_OFFSET):
                return timezone(offset if match["sign"] == "+" else -offset), match.end()
    if (match := shapes.ZONE_NAME.match(text, at)) and match[1] in reader.words.zones:
        return timezone(timedelta(minutes=reader.words.zones[match[1]])), match.end()
    return None, at


def _relative(text: str, at: int, floor: int, reader: _Reader) -> Found | None:
    if reader.retrieved is None:
        return None
    return (
        _ago(text, at, floor, reader)
        or _near_day(text, at, floor, reader)
        or _yearless(text, at, floor, reader)
    )


def _ago(text: str, at: int, floor: int, reader: _Reader) -> Found | None:
    match = shapes.COUNTED.match(text, at)
    entries = reader.words.units.get(bare(match[2])) if match else None
    if match is None or not entries:
        return None
    before = reader.words.ago_before.search(text, max(floor, at - LOOK_BACK), at)
    after = reader.words.ago_after.match(text, match.end())
    marks = [reader.words.ago.get(bare(mark[1]), frozenset()) for mark in (before, after) if mark]
    for language, unit, ago in entries:
        if ago or any(language in languages for languages in marks):
            moment = _counted_back(unit, int(match[1]), reader.retrieved)
            start, end = before.start(1) if before else at, after.end() if after else match.end()
            return Found(start, end, moment) if moment else None
    return None


def _near_day(text: str, at: int, floor: int, reader: _Reader) -> Found | None:
    """ "Today" or "yesterday" in front of the time that starts here."""
    floor = max(floor, at - LOOK_BACK)
    last_words = text[floor:at].casefold().replace(",", " ").replace(":", " ").split()
    if reader.words.near_ends.isdisjoint(last_words) or not shapes.TIME_SHAPE.match(text, at):
        return None
    near = reader.words.near_day.search(text, floor, at)
    clock = _clock(text, at, reader, spoken=True)
    day = _phrase(near[1], reader.retrieved) if near else None
    if near is None or clock is None or day is None:
        return None
    moment = clock.time if clock.time.tzinfo else clock.time.replace(tzinfo=day.value.tzinfo)
    value = datetime.combine(day.value.date(), moment)
    return Found(near.start(1), clock.end, Moment(value, True, clock.time.tzinfo is not None, True))


def _yearless(text: str, at: int, floor: int, reader: _Reader) -> Found | None:
    """ "8 января, 17:46": the last such day; without a time it may be any year's."""
    match = shapes.DAY_MONTH.match(text, at)
    month = _month(match[2], reader) if match else 0
    if match is None or reader.retrieved is None or not month:
        return None
    limit = reader.retrieved.date()
    for year in (limit.year, limit.year - 1):
        day = _day(match, at, year, month, match[1], reader)
        if day and day.day <= limit:
            found = _dated(text, day, floor, reader)
            return (
                replace(found, moment=replace(found.moment, relative=True)) if found.moment.has_time else None
            )
    return None


def _counted_back(unit: str, count: int, retrieved: datetime | None) -> Moment | None:
    if retrieved is None:
        return None
    try:
        value = retrieved - timedelta(**{f"{unit}s": count})
    except OverflowError:
        return None
    if unit in ("day", "week"):
        return Moment(value.replace(hour=0, minute=0, second=0, microsecond=0), False, False, True)
    return Moment(value, True, value.tzinfo is not None, True)


def _phrase(text: str, retrieved: datetime | None) -> Moment | None:
    """The whole text is "yesterday", "an hour ago"."""
    if retrieved is None or len(text) > SHORT_TEXT:
        return None
    unit, count = date_words().phrases.get(bare(text), ("", 0))
    return _counted_back(unit, count, retrieved) if unit else None


def _lone_phrase(text: str, retrieved: datetime | None) -> list[Found]:
    # A lone "today" is a menu item more often than a date; "an hour ago" is no menu item.
    moment = _phrase(text, retrieved)
    return [Found(0, len(text), moment)] if moment and moment.has_time else []


def _compact(text: str, reader: _Reader) -> Moment | None:
    """The whole text is 20160428."""
    match = shapes.COMPACT.fullmatch(text.strip())
    day = _day(match, 0, match[1], match[2], match[3], reader) if match else None
    return Moment(datetime.combine(day.day, time()), False, False, False) if day else None


def _last_resort(text: str, reader: _Reader) -> Moment | None:
    """What dateparser reads in a language that is known; untold, it tries 200 languages for seconds."""
    named = shapes.YEAR.search(text) and shapes.LETTERS.search(text)
    if not reader.language or len(text) > SHORT_TEXT or not named:
        return None
    import dateparser

    order = "MDY" if reader.month_first else "DMY"
    settings = {"REQUIRE_PARTS": ["day", "month", "year"], "DATE_ORDER": order, "PARSERS": ["absolute-time"]}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = dateparser.parse(text, languages=[reader.language], settings=settings)
    except Exception:  # it raises whatever its parts raise, also for an unknown language
        return None
    numbers = [int(number) for number in shapes.NUMBER.findall(text) if len(number) <= 4]
    if value is None or value.year not in reader.years or not {value.year, value.day} <= set(numbers):
        return None
    return Moment(value, ":" in text, value.tzinfo is not None, False)
