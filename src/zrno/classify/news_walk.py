"""The walk of method `news`: a block falls when its neighbours have fallen, until the article ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from zrno.blocks import Blocks, Features
from zrno.blocks.dateline import is_date_line
from zrno.blocks.split import Ints
from zrno.blocks.vocabulary import HEADING_TAGS, ITEM_TAGS
from zrno.classify.news_options import NewsOptions
from zrno.classify.news_rules import Marks
from zrno.tree import Tree

DATED_TAGS = HEADING_TAGS | ITEM_TAGS | {"td", "th", "caption"}
SEPARATORS = (",", "|", "/", "•", "·", ";", "–", "-", "»", ">")


def walk(blocks: Blocks, features: Features, gone: Marks, dense: Marks, options: NewsOptions) -> Marks:
    """Marks of the blocks that remain after `gone`, starting from the link-dense ones."""
    nodes = [block for block in range(len(blocks)) if block not in gone]
    texts = blocks.texts
    walker = _Walker(
        marked=[block in dense for block in nodes],
        reasons={place: dense[block] for place, block in enumerate(nodes) if block in dense},
        texts=[texts[block] for block in nodes],
        lengths=features.lengths[nodes].tolist(),
        links=features.links[nodes].tolist(),
        outside=_outside_links(features)[nodes].tolist(),
        elements=blocks.elements[nodes].tolist(),
        tree=blocks.tree,
        options=options,
    )
    for _ in range(options.iterate):
        walker.pass_once()
    return {nodes[place]: reason for place, reason in walker.reasons.items()}


@dataclass(slots=True)
class _Walker:
    """The nodes by their place after the heading; marks grow while walking."""

    marked: list[bool]
    reasons: dict[int, str]
    texts: list[str]
    lengths: list[int]
    links: list[int]
    elements: list[int]
    tree: Tree
    outside: list[int]  # characters outside links, spaces not counted
    options: NewsOptions

    def pass_once(self) -> None:
        collected = row = 0
        for place in range(len(self.texts)):
            if not self.marked[place] and (reason := self._why(place, collected)):
                self.marked[place] = True
                self.reasons[place] = reason
            if not self.marked[place]:
                collected += self.lengths[place]
                row = 0
                continue
            row += 1
            if row < self.options.consecutive_count_remove or collected < self.options.min_page_len:
                continue
            if self._goes_on_behind(place):
                row = 0
                continue
            self._mark_rest(place + 1, row)
            return

    def _why(self, place: int, collected: int) -> str:
        """The reason to drop a block for its content or its neighbours, or nothing."""
        text = self.texts[place]
        # Further down, and in lists, tables and headings, a date is part of what is told.
        plain = self.tree.tags[self.elements[place]] not in DATED_TAGS
        if plain and collected < self.options.min_page_len and is_date_line(text):
            return "the date of the article"
        if separator := list_separator(text, self.links[place], self.outside[place]):
            return f"a list of links joined by “{separator}”"
        return self._by_neighbours(place, self.lengths[place], collected)

    def _by_neighbours(self, place: int, length: int, collected: int) -> str:
        size, ratio = self.options.nearby, self.options.remove_ratio
        if length >= self.options.min_text_len:
            return ""  # ours: long running text is not dropped for its company
        before = self.marked[max(place - size, 0) : place]
        after = self.marked[place + 1 : place + 1 + size]
        lost_before = sum(before)
        lost_after = sum(after) + size - len(after)  # behind the page there is nothing: as good as dropped
        if lost_before == size and lost_after / size > ratio:
            return f"the {size} blocks before it are dropped, and {lost_after} of {size} behind it"
        if lost_after == size and lost_before / size > ratio:
            return f"the {size} blocks behind it are dropped, and {lost_before} of {size} before it"
        inside = len(before) == size and len(after) == size
        if inside and (sum(before) + sum(after)) / (2 * size) > ratio:
            return f"{sum(before) + sum(after)} of its {2 * size} neighbours are dropped"
        short = length <= self.options.max_text_len and collected >= self.options.min_page_len
        if short and before and not any(before) and lost_after == size:
            return "a short text at the end of the article"
        return ""

    def _goes_on_behind(self, place: int) -> bool:
        """Whether a row of dropped blocks is no end but a list of links inside the article."""
        if self.options.container and self._goes_on(place + 1, self._container_end(place), 1):
            return True
        wanted = self.options.links_inside_article_after_ok_count
        return self.options.links_inside_article and self._goes_on(place + 1, len(self.tree), wanted)

    def _container_end(self, place: int) -> int:
        """Where the smallest element that holds all long kept blocks so far ends."""
        long = [
            self.elements[earlier]
            for earlier in range(place)
            if not self.marked[earlier] and self.lengths[earlier] >= self.options.min_text_len
        ]
        if not long:
            return 0
        last = max(long)
        holder = self.tree.parent(min(long))
        while holder > 0 and self.tree.ends[holder] <= last:
            holder = self.tree.parent(holder)
        return self.tree.ends[max(holder, 0)]

    def _goes_on(self, place: int, end: int, wanted: int) -> bool:
        """Whether enough long kept blocks follow, before `end` and before another such row."""
        found = row = 0
        while place < len(self.texts) and self.elements[place] < end:
            row = row + 1 if self.marked[place] else 0
            found += not self.marked[place] and self.lengths[place] >= self.options.min_text_len
            if found >= wanted:
                return True
            if found and row >= self.options.consecutive_count_remove:
                return False
            place += 1
        return False

    def _mark_rest(self, start: int, row: int) -> None:
        for place in range(start, len(self.texts)):
            self.marked[place] = True
            self.reasons.setdefault(place, f"behind the end of the article ({row} dropped blocks in a row)")


def list_separator(text: str, links: int, outside: int) -> str:
    """The one separator of a list of links (`a, b, c` or `a | b | c`), or nothing.

    The published rule counts one word more in links than outside; counting links instead of words
    lets a link have several words.
    """
    if links < 2 or not 0 < outside <= links:
        return ""
    return next((mark for mark in SEPARATORS if text.count(mark) >= outside), "")


def _outside_links(features: Features) -> Ints:
    spaces = np.maximum(features.words - 1, 0)
    return features.characters - spaces - features.link_characters
