"""Signs for what typesetting says without letters: raised figures, quotation marks, readings.

A line of plain text has no raised figures: 10<sup>6</sup> would become 106. Only what would be misread is
changed; H<sub>2</sub>O is H2O to everybody.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

import numpy as np

from zrno.blocks import Blocks
from zrno.model import Page
from zrno.tree import Tree

_FIGURES = "0123456789+-−–"
RAISED = str.maketrans(_FIGURES, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
LOWERED = str.maketrans(_FIGURES, "₀₁₂₃₄₅₆₇₈₉₊₋₋₋")
MAX_NOTE = 4  # characters of a footnote's mark

# The marks of a quotation inside a sentence, by language as CLDR lists them.
_MARKS = {
    **dict.fromkeys("cs sk de sl et lt bg is mk".split(), "„“"),
    **dict.fromkeys("pl hu ro hr sr".split(), "„”"),
    **dict.fromkeys("ru uk be fr it es el no nb nn".split(), "«»"),
    "ja": "「」",
}
_USUAL_MARKS = "“”"
_QUOTED = frozenset("\"'“”„‟‘’‚«»‹›「『")
_NUMBER = re.compile(r"[+\-−–]?[0-9]{1,3}|[+\-−–]")


class Signs:
    """The text of a page's blocks with signs where letters alone would mislead."""

    def __init__(self, page: Page, blocks: Blocks) -> None:
        self.buffer = blocks.buffer
        self._spelled: dict[int, str] = {}  # places in the buffer, and what is written there instead
        if found := page.tree.find("sup", "sub", "rt", "q"):
            self._edges = set(blocks.starts.tolist())
            self._marks = _marks(page.tree)
            for element, start, end in self._spans(page.tree, blocks, found):
                self._sign(page.tree, element, start, end)
        self._places = sorted(self._spelled)

    def text(self, start: int, end: int) -> str:
        """buffer[start:end] with its signs."""
        if not self._places:  # most pages
            return self.buffer[start:end]
        return "".join(self._pieces(start, end))

    def _pieces(self, start: int, end: int) -> Iterator[str]:
        for place in self._places[bisect_left(self._places, start) : bisect_left(self._places, end)]:
            yield self.buffer[start:place]
            yield self._spelled[place]
            start = place + 1
        yield self.buffer[start:end]

    def _spans(self, tree: Tree, blocks: Blocks, elements: Sequence[int]) -> Iterator[tuple[int, int, int]]:
        """Where the texts of the elements stand, without the spaces around them."""
        edges = [[column[element] for element in elements] for column in (tree.text_starts, tree.text_ends)]
        places = np.searchsorted(blocks.pieces, np.array(edges, dtype=blocks.pieces.dtype))
        for element, start, end in zip(elements, *places.tolist(), strict=True):
            text = self.buffer[start:end].strip(" ")
            if text:
                start = self.buffer.index(text[0], start)
                yield element, start, start + len(text)

    def _sign(self, tree: Tree, element: int, start: int, end: int) -> None:
        match tree.tags[element]:
            case "q":
                if _QUOTED.isdisjoint(self._before(start) + self.buffer[start]):
                    self._enclose(start, end, self._marks)
            case "rt":
                if self._before(start) not in ("(", "（"):
                    self._enclose(start, end, "()")
            case tag if self._beside_digit(start, end):
                self._figures(start, end, RAISED if tag == "sup" else LOWERED, note=_linked(tree, element))

    def _figures(self, start: int, end: int, table: dict[int, int], *, note: bool) -> None:
        text = self.buffer[start:end]
        if note and text.isalnum() and len(text) <= MAX_NOTE and start not in self._spelled:
            self._enclose(start, end, "[]")
        elif not note and _NUMBER.fullmatch(text):
            for place in range(start, end):
                self._spelled[place] = self.buffer[place].translate(table)

    def _before(self, place: int) -> str:
        """The character to the left in the same block."""
        return "" if place in self._edges else self.buffer[place - 1]

    def _beside_digit(self, start: int, end: int) -> bool:
        after = "" if end in self._edges else self.buffer[end : end + 1]
        return self._before(start).isdecimal() or after.isdecimal()

    def _enclose(self, start: int, end: int, marks: str) -> None:
        """Put the first mark before the first character, the second behind the last."""
        for place, before, after in ((start, marks[0], ""), (end - 1, "", marks[1])):
            self._spelled[place] = before + self._spelled.get(place, self.buffer[place]) + after


def _marks(tree: Tree) -> str:
    root = next(iter(tree.find("html")), -1)
    language = tree.get(root, "lang").lower() if root >= 0 else ""
    return _MARKS.get(re.split("[-_]", language)[0], _USUAL_MARKS)


def _linked(tree: Tree, element: int) -> bool:
    """Whether a raised figure leads somewhere: then it is the mark of a note."""
    above = tree.parents[element]
    inside = tree.tags[element + 1 : tree.ends[element]]
    return "a" in inside or (above >= 0 and tree.tags[above] == "a")
