"""The options of method `news`, named and bounded as its author published them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from zrno.blocks.vocabulary import ADVERTISING_TEXT
from zrno.errors import OptionError
from zrno.model import Mode
from zrno.parameters import parameter

# Ratios lie strictly between 0 and 1 in the published method; this is as close as we let them come.
_OPEN = 1e-6

# The published patterns. "reklama" must end there: "reklamace" is a complaint, not an advertisement.
ADVERTISING = r"reklama(?:[^a-zà-ž]|$)|komercni|komerce|commercial|reklamni|sponzor"
SOCIAL = r"(?:facebook|twitter|plus\.google)\.com"


@dataclass(frozen=True, slots=True)
class NewsOptions:
    """Thresholds of the walk; see docs/algorithms/news.md for what each one does."""

    links_ratio: float = parameter(
        0.7, "a block with a larger share of its words in links is dropped", low=_OPEN, high=1 - _OPEN
    )
    remove_ratio: float = parameter(
        0.6, "a block with a larger share of dropped neighbours is dropped", low=_OPEN, high=1 - _OPEN
    )
    nearby: int = parameter(3, "how many neighbours on each side are looked at", low=1, high=20)
    iterate: int = parameter(1, "how many times the blocks are walked", low=1, high=20)
    consecutive_count_remove: int = parameter(
        8, "after this many dropped blocks in a row the article has ended", low=2, high=1_000
    )
    links_inside_article: bool = parameter(
        False, "the site puts lists of links inside its articles: look on behind a row of dropped blocks"
    )
    links_inside_article_after_ok_count: int = parameter(
        3, "how many long kept blocks behind such a row continue the article", low=2, high=1_000
    )
    min_page_len: int = parameter(
        500, "characters collected before an end is believed", low=1, high=1_000_000
    )
    min_text_len: int = parameter(200, "characters of a long block", low=1, high=1_000_000)
    max_text_len: int = parameter(50, "characters of a short block", low=1, high=1_000_000)
    landmarks: bool = parameter(
        True, "drop marked navigation, footers and asides (not in the published method)"
    )
    container: bool = parameter(
        True, "the element that holds most of the text bounds the article (not in the published method)"
    )
    advertising_pattern: str = parameter(ADVERTISING, "class or id of advertising")
    advertising_text_pattern: str = parameter(ADVERTISING_TEXT, "text of a short block that announces it")
    social_pattern: str = parameter(SOCIAL, "addresses of social networks")

    def for_mode(self, mode: Mode) -> NewsOptions:
        """Stricter ratios for precision, looser ones for recall; given values stay the centre."""
        if mode == "precision":
            # The published alternative setting (0.5, 0.5), as a step from the given centre.
            return replace(self, links_ratio=self.links_ratio * 5 / 7, remove_ratio=self.remove_ratio * 5 / 6)
        if mode == "recall":
            return replace(
                self,
                links_ratio=(1 + self.links_ratio) / 2,
                remove_ratio=(1 + self.remove_ratio) / 2,
                links_inside_article=True,
            )
        return self

    def pattern(self, name: str) -> re.Pattern[str]:
        """One of the patterns, compiled; OptionError where it is none."""
        source: str = getattr(self, name)
        try:
            return re.compile(source, re.IGNORECASE)
        except re.error as error:
            raise OptionError(f"{name} is no regular expression", where=source, hint=str(error)) from error
