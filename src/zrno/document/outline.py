"""Which containers an element stands in: the way from the page's root to a block, as structure sees it.

Wrappers without meaning dissolve, and so do containers that are there for the layout: tables and
lists around whole articles, headings that were never closed.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from zrno.document.kept import Kept
from zrno.document.tables import Tables

# Deeper containers dissolve into the last one: nobody reads a list of the seventeenth level, and
# writers may recurse without fear.
MAX_NESTING = 16
# An unclosed heading swallows what follows; headlines with a kicker and a subtitle have three lines.
MAX_HEADING_BLOCKS = 4
MAX_HEADING_CHARACTERS = 300  # about four times the longest headline newspapers print
# A list with such items on average (six lines and more) holds posts, comments or the page, no points.
MAX_ITEM_CHARACTERS = 600


class Role(Enum):
    """What a container is to the document."""

    HEADING = auto()
    CODE = auto()
    LIST = auto()
    ITEM = auto()
    QUOTE = auto()
    TABLE = auto()
    CELL = auto()
    FIGURE = auto()
    CAPTION = auto()


ROLES = {
    **dict.fromkeys("h1 h2 h3 h4 h5 h6".split(), Role.HEADING),
    **dict.fromkeys("pre listing xmp plaintext".split(), Role.CODE),
    **dict.fromkeys("ul ol dl menu dir".split(), Role.LIST),
    **dict.fromkeys("li dt dd".split(), Role.ITEM),
    "blockquote": Role.QUOTE,
    "table": Role.TABLE,
    **dict.fromkeys("td th".split(), Role.CELL),
    "figure": Role.FIGURE,
    **dict.fromkeys("figcaption caption".split(), Role.CAPTION),
}
# They hold lines of text only; structure inside them dissolves.
LEAVES = frozenset({Role.HEADING, Role.CODE, Role.CELL, Role.CAPTION})


class Scope(NamedTuple):
    """One container: its role and the element that opens it."""

    role: Role
    element: int


Chain = tuple[Scope, ...]


class Outline:
    """The chain of containers for any element, outermost first."""

    def __init__(self, kept: Kept) -> None:
        self.tree, self.kept = kept.tree, kept
        self.tables = Tables(kept)
        self._chains: dict[int, Chain] = {-1: ()}
        self._lists: dict[int, bool] = {}

    def chain(self, element: int) -> Chain:
        """The containers of an element, itself included."""
        if (known := self._chains.get(element)) is not None:
            return known
        above: list[int] = []
        while element not in self._chains:
            above.append(element)
            element = self.tree.parents[element]
        chain, tags = self._chains[element], self.tree.tags
        for below in reversed(above):
            if (role := ROLES.get(tags[below])) is not None:
                chain = self._extend(chain, below, role)
            self._chains[below] = chain
        return chain

    def _extend(self, chain: Chain, element: int, role: Role) -> Chain:
        last = chain[-1].role if chain else None
        if last in LEAVES or not self._meant(role, last, element):
            return chain
        if len(chain) >= MAX_NESTING and role not in LEAVES:
            return chain
        if role is Role.ITEM and last is not Role.LIST:
            above = self.tree.parents[element]
            if not self._points(above):
                return chain
            chain = (*chain, Scope(Role.LIST, above))
        return (*chain, Scope(role, element))

    def _meant(self, role: Role, last: Role | None, element: int) -> bool:
        """Whether the element is what its tag says."""
        match role:
            case Role.HEADING:
                few = len(self.kept.within(element)) <= MAX_HEADING_BLOCKS
                return few and self.kept.characters(element) <= MAX_HEADING_CHARACTERS
            case Role.TABLE:
                return self.tables.holds_data(element)
            case Role.CELL:
                return last is Role.TABLE
            case Role.CAPTION:
                return last is (Role.FIGURE if self.tree.tags[element] == "figcaption" else Role.TABLE)
            case Role.LIST:
                return self._points(element)
            case Role.ITEM:
                # Inside a list that dissolved, the items do too.
                return last is Role.LIST or ROLES.get(self.tree.tags[self._holder(element)]) is not Role.LIST
            case _:
                return True

    def _holder(self, element: int) -> int:
        """The element an item belongs to; `dl` may group its terms in a `div`."""
        above = self.tree.parents[element]
        if self.tree.tags[above] == "div" and self.tree.tags[element] != "li":
            above = self.tree.parents[above]
        return above

    def _points(self, element: int) -> bool:
        """Whether a list's kept items are points, not whole posts."""
        if element not in self._lists:
            items = [child for child in self.tree.children(element) if self.kept.within(child)]
            limit = MAX_ITEM_CHARACTERS * max(len(items), 1)
            self._lists[element] = self.kept.characters(element) <= limit
        return self._lists[element]
