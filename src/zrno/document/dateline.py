"""Dates that readers see: in the text around the headline, in `<time>`, in elements named after dates.

Each is a clue: a moment, what kind of statement it is, and whether it speaks of a change of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np

from zrno.blocks import Blocks
from zrno.document import moment
from zrno.document.classnames import marked
from zrno.document.moment import Found, Moment
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
SHORT = 60  # characters of an element that holds nothing but a date
MAX_ATTRIBUTE = 80  # characters of a machine-readable date

_CHANGED = re.compile(
    r"updat|modif|edit|revis|review|last|chang|aktualis|aktualiz|à jour|actualiz|atualiz|aggiorn|uprav|změn|"
    r"обновл|измен|更新|수정|bijgewerkt|gewijzigd|oppdater|opdater|uppdater|ändra|geändert|päivitet|güncel|"
    r"zmien|zmodyf|módosít|frissít|ενημ",
    re.IGNORECASE,
)
_PUBLISHED = re.compile(
    r"publi|post|creat|submit|written|asked|start|issue|release|veröff|erschien|erstellt|stand:|zveřejn|vydán|"
    r"vlož|přidán|опубл|создан|公開|发布|發布|発行|게시|입력|등록|gepubl|geplaatst|skriv|lagt|julkais|yayın|dodan|"
    r"megjel|δημοσ|pubbl",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"join|regist|member|©|copyright|expire|deadline|born|since|valid|visit|event|ends|until|narozen|effective|"
    r"seen|mitglied|inscrit",
    re.IGNORECASE,
)
_CLASS_CHANGED = re.compile(r"updat|modif|edited|revis")
_CLASS_PUBLISHED = re.compile(r"publi|posted|created|entry-date|submitted|dateline")
_CLASS_DATE = re.compile(r"date|time|publi|posted|created|day|when")
_CLASS_OTHER = re.compile(r"updat|modif|comment|related|widget|sidebar|footer|copyright|teaser|event")
_CLASS_WORDS = ("date", "publi", "posted", "created")
_NUMERIC = re.compile(r"\b(\d{1,2})([/-])(\d{1,2})\2(\d{4})\b")
_MONTHS = 12


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
        """The date of an attribute or a meta element."""
        text = text.strip()
        if not text or len(text) > MAX_ATTRIBUTE:
            return None
        return moment.read(
            text, retrieved=self.retrieved, language=self.language, day_first=self.day_first
        )

    def search(self, text: str) -> list[Found]:
        """All dates of a text."""
        return moment.search(
            text, retrieved=self.retrieved, language=self.language, day_first=self.day_first
        )
