"""Blocks that say nothing but when: "28. dubna 2016 16:01", "Aktualizováno: 3. 5. 2021"."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from zrno.blocks.moment import search

# A date with weekday, time, zone and "Last updated:" has fewer characters.
MAX_LENGTH = 80
# Letters that may stand beside the dates: one introducing word or two.
MAX_OTHER_LETTERS = 24

_DIGIT = re.compile(r"\d")
# "Today 16:22" is a date whenever it was read; a late day lets all years before it count.
_SOME_DAY = datetime(2099, 1, 1, tzinfo=UTC)


def is_date_line(text: str) -> bool:
    """Whether a block is a date with little beside it."""
    if len(text) > MAX_LENGTH or not _DIGIT.search(text):
        return False
    found = search(text, retrieved=_SOME_DAY)
    if not found:
        return False
    dated = sum(each.end - each.start for each in found)
    letters = sum(character.isalpha() for character in text)
    inside = sum(character.isalpha() for each in found for character in text[each.start : each.end])
    return letters - inside <= MAX_OTHER_LETTERS and dated * 2 >= len(text) - MAX_OTHER_LETTERS / 2
