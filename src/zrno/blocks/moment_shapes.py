"""The shapes dates and times are written in: patterns tried at a number, compiled when first used.

Every repetition is bounded, and neighbours share no characters, so a pattern costs the same anywhere.
"""

from __future__ import annotations

import re

BLANK = r"[\s\u200b\u200e\u200f\u2060\ufeff]"  # white space, and the marks that look like nothing
PAUSE = r"[\s\u200b\u200e\u200f\u2060\ufeff,،;|•·@(/–—\-]"  # what may part a date from its time
_GAP = BLANK + "{0,40}"  # pages indent their source, so a gap may be a line break and many spaces
_WORD = r"[^\s\d.,،;:()\[\]{}<>/|\"“”„«»+*=&#@!?\-–—_]{1,20}"
_LINK = rf"(?:(?:of|de|del|di|den|the){BLANK}{{1,9}})?"
_ORDINAL = r"(?:st|nd|rd|th|er|re|-?го|-?е|[.ºª°])?"
_HALVES = "上午|早上|凌晨|下午|晚上|中午|午前|午後|오전|오후"
AFTERNOON = ("p", "下午", "晚上", "中午", "午後", "오후")

_ABSOLUTE = (
    rf"\d{{4}}(?!\d)(?=[-/]\d{{1,2}}[-/]\d|\.{_GAP}\d{{1,2}}\.|{_GAP}[年년]|\.? gada "
    rf"|(?:\.| m\.)?[\s-]{{1,40}}{_WORD}[\s.-]{{1,40}}\d)"
    r"|\d{8}(?=T\d{4})"
    rf"|\d{{1,2}}(?!\d)(?={BLANK}{{0,2}}[./-]{_GAP}\d{{1,2}}{BLANK}{{0,2}}[./-]{_GAP}\d\d"
    rf"|{_ORDINAL}[\s,.،/-]{{0,40}}{_LINK}(?:{_WORD}[\s.,،/-]{{0,40}}{_LINK})?\d{{4}}"
    rf"|\s{{1,3}}\d\d:\d\d:\d\d\s|\s{{1,9}}tháng)"
)
_RELATIVE = rf"|\d{{1,3}}(?!\d)(?=\.?{BLANK}{{0,9}}{_WORD}|[:.]\d\d(?!\d))"

_SOURCES = {
    "NUMBER": r"[0-9٠-٩۰-۹०-९０-９]+",  # a set is found three times as fast as \d
    "LETTERS": r"[^\W\d_]{3}",
    "YEAR": r"(?<!\d)(?:19|20)\d\d(?!\d)",
    # The numbers worth a closer look, without and with those counted back from the retrieval.
    "ABSOLUTE": rf"(?i){_ABSOLUTE}",
    "ANY": rf"(?i){_ABSOLUTE}{_RELATIVE}",
    # Days.
    "YMD": r"(\d{4})([-/])(\d{1,2})\2(\d{1,2})(?!\d|\2\d)",
    "YMD_DOTS": rf"(\d{{4}})\.{_GAP}(\d{{1,2}})\.{_GAP}(\d{{1,2}})(?!\d|\.\d)(?P<dot>\.?)",
    "CJK": rf"(\d{{4}}){_GAP}[年년]{_GAP}(\d{{1,2}}){_GAP}[月월]{_GAP}(\d{{1,2}})(?!\d){_GAP}[日号號일]?",
    "COMPACT": r"(\d{4})(\d\d)(\d\d)",
    "DMY": rf"(\d{{1,2}}){BLANK}{{0,2}}([./-]){_GAP}(\d{{1,2}}){BLANK}{{0,2}}\2{_GAP}(\d{{4}})(?!\d|\2\d)",
    "DMY_SHORT": r"(\d\d)\.(\d\d)\.(\d\d)(?![\w%]|[.,:-]\d)",
    "VIETNAMESE": r"(\d{1,2})\s{1,9}tháng\s{1,9}(\d{1,2})[\s,]{1,9}(?:năm\s{1,9})?(\d{4})(?!\d)",
    "LATVIAN": rf"(\d{{4}})\.? gada (\d{{1,2}})\. ({_WORD})",
    "DAY_MONTH_YEAR": rf"(?i)(\d{{1,2}}){_ORDINAL}[\s./-]{{0,40}}{_LINK}({_WORD})"
    rf"[\s.,،/-]{{0,40}}{_LINK}(\d{{4}})(?!\d)",
    "DAY_MONTH": rf"(?i)(\d{{1,2}}){_ORDINAL}{_GAP}{_LINK}({_WORD})",
    "DAY_YEAR": rf"(?i)(\d{{1,2}}){_ORDINAL}[\s,.،]{{1,40}}{_LINK}(?P<year>\d{{4}})(?![\d:])",
    "DAY_CLOCK_YEAR": r"(\d{1,2})\s{1,3}\d\d:\d\d:\d\d\s(?:[A-Z]{2,5}\s|[+-]\d{4}\s)?(?P<year>\d{4})(?!\d)",
    "YEAR_MONTH_DAY": rf"(\d{{4}})(?:\.| m\.)?[\s-]{{1,40}}({_WORD})[\s.-]{{1,40}}(\d{{1,2}})(?![\d:])\.?",
    # What stands before a day.
    "RANGE": r"(?<![:\d])\d{1,2}\.?\s?[-–—]\s?\Z",
    "LAST_WORD": rf"({_WORD})[\s.,،:]{{0,40}}\Z",
    "CLOCK_BEFORE": r"(?<![\d.,:])(\d{1,2}:\d\d(?::\d\d)?[ \w.]{0,9})"
    rf"{PAUSE}{{1,9}}(?:(?:on|dne|am|den|le|el){BLANK}{{1,9}})?\Z",
    # Counted back.
    "COUNTED": rf"(\d{{1,3}}){BLANK}{{0,9}}({_WORD})",
    "TIME_SHAPE": rf"(?i)\d{{1,2}}(?:[:.]|{BLANK}?h{BLANK}?)\d\d(?!\d)",
    # Times.
    "CLOCK": rf"(?P<half>{_HALVES})?{BLANK}{{0,3}}(?P<hour>\d{{1,2}})(?!\d)"
    rf"(?:(?P<mark>:|\.|{BLANK}?[hH]{BLANK}?|[時时点點]|시{BLANK}?)(?P<minute>\d\d)(?!\d)"
    r"(?:[:.](?P<second>\d\d)(?!\d)(?:[.,](?P<fraction>\d{1,9}))?)?)?[分분]?"
    rf"(?:{BLANK}{{0,3}}(?P<noon>[AaPp])\.?{BLANK}?[Mm](?!\w)\.?)?",
    "CLOCK_COMPACT": r"T(?P<hour>\d\d)(?P<minute>\d\d)(?P<second>\d\d)?(?:[.,](?P<fraction>\d{1,9}))?",
    "INNER_CLOCK": r"\d\d:\d\d:\d\d",
    "OFFSET": rf"{BLANK}{{0,3}}\(?(?P<utc>UTC|GMT)?{BLANK}?(?P<sign>[+\-−])(?P<hours>\d{{1,2}})"
    r"(?:(?P<colon>:?)(?P<minutes>\d\d))?(?!\d)",
    "ZONE_NAME": rf"{BLANK}{{0,3}}\(?(Z|[A-ZČ]{{3,4}}|МСК)(?!\w)",
}


def __getattr__(name: str) -> re.Pattern[str]:
    if name not in _SOURCES:
        raise AttributeError(name)
    pattern = globals()[name] = re.compile(_SOURCES[name])
    return pattern
