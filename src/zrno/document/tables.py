"""Tables: which of them hold data, which are kept whole, and their kept cells as rows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from zrno.blocks import Blocks, Features
from zrno.document.kept import Kept
from zrno.document.structure import Cell, Inline, Table
from zrno.tree import Tree

# A cell of a data table names or measures something; half a page of text in one says layout. Marked
# header cells or a caption speak for data, so there a cell may explain itself at length.
MAX_CELL_CHARACTERS = 400
MAX_CELL_CHARACTERS_UNDER_HEADERS = 1_500
MIN_COLUMNS = 2
MIN_ROWS = 2
MAX_SPAN = 50  # the widest grids of statistics offices have about thirty columns
MAX_PLACES = 100_000  # that wide and high cells may cover; a table of more loses its spans, never its text
MIN_KEPT = 0.5  # of a data table's blocks: then the rest (cells of links, short ones) belongs to it as well

_DATA_MARKS = frozenset({"th", "caption", "thead"})
# Nobody puts these into a cell of figures.
_PAGE_PARTS = ("h1", "h2", "h3", "h4", "pre", "article", "section", "form")
_NO_TABLE_ROLES = frozenset({"presentation", "none"})


@dataclass(slots=True)
class Content:
    """The kept content of one cell."""

    children: tuple[Inline, ...] = ()
    blocks: tuple[int, ...] = ()


@dataclass(slots=True)
class _Grid:
    """What the page says about one table."""

    rows: dict[int, list[int]] = field(default_factory=dict)  # row element -> its cells
    data_marks: bool = False
    outer: bool = False  # holds a table with kept blocks


def with_whole_tables(order: Sequence[int], blocks: Blocks, features: Features) -> Sequence[int]:
    """The kept blocks, and those that were dropped out of data tables most of which is kept.

    A method judges block by block, so a column of links falls out of a table; to a reader the rest is wrong.
    """
    tables = blocks.tree.find("table") if len(order) else []
    if not tables:
        return order
    own, seen = Kept(blocks, order), Kept(blocks, np.flatnonzero(~features.hidden).tolist())
    judge = Tables(seen)
    added: set[int] = set()
    for table in tables:
        kept, all_of_it = len(own.within(table)), seen.within(table)
        if MIN_KEPT * len(all_of_it) <= kept < len(all_of_it) and kept and judge.holds_data(table):
            added.update(seen.order[place] for place in all_of_it)
    return sorted(added.union(order)) if added else order


class Tables:
    """All tables of a page that hold kept blocks."""

    def __init__(self, kept: Kept) -> None:
        self.tree, self.kept = kept.tree, kept
        self._grids = self._read()
        self._verdicts: dict[int, bool] = {}

    def holds_data(self, table: int) -> bool:
        """Whether the table is one to its reader, not a frame for the page."""
        if table not in self._verdicts:
            self._verdicts[table] = table in self._grids and self._judge(table, self._grids[table])
        return self._verdicts[table]

    def build(self, table: int, contents: Mapping[int, Content], caption: tuple[Inline, ...]) -> Table:
        """The rows that have kept cells; cells without kept text stay, empty, to hold their column."""
        grid = self._grids[table]
        order = {row: number for number, row in enumerate(grid.rows)}
        kept = [row for row, cells in grid.rows.items() if any(cell in contents for cell in cells)]
        alive = [order[row] for row in kept]
        widest = max((len(cells) for cells in grid.rows.values()), default=1)
        spans: dict[int, tuple[int, int]] = {}
        for row in kept:
            for cell in grid.rows[row]:
                width = min(_span(self.tree, cell, "colspan"), widest)
                spans[cell] = width, _height(self.tree, cell, order[row], alive)
        if sum(width * height for width, height in spans.values()) > MAX_PLACES:
            spans = dict.fromkeys(spans, (1, 1))
        rows = (tuple(self._cell(cell, contents, *spans[cell]) for cell in grid.rows[row]) for row in kept)
        return Table(tuple(rows), caption)

    def _cell(self, cell: int, contents: Mapping[int, Content], width: int, height: int) -> Cell:
        content = contents.get(cell, Content())
        header = self.tree.tags[cell] == "th"
        return Cell(content.children, header=header, columns=width, rows=height, blocks=content.blocks)

    def _read(self) -> dict[int, _Grid]:
        tree, grids = self.tree, dict[int, _Grid]()
        above: list[int] = []  # the tables that are open
        for element in tree.find("table", "tr", "td", *_DATA_MARKS):
            while above and tree.ends[above[-1]] <= element:
                above.pop()
            outer = grids.get(above[-1]) if above else None
            if tree.tags[element] == "table":
                if self.kept.within(element):
                    grids[element] = _Grid()
                    if outer is not None:
                        outer.outer = True
                above.append(element)
            elif outer is not None:
                self._enter(outer, element)
        return grids

    def _enter(self, grid: _Grid, element: int) -> None:
        tag, parent = self.tree.tags[element], self.tree.parents[element]
        grid.data_marks = grid.data_marks or tag in _DATA_MARKS
        if tag == "tr":
            grid.rows[element] = []
        elif tag in ("td", "th") and parent in grid.rows:
            grid.rows[parent].append(element)

    def _judge(self, table: int, grid: _Grid) -> bool:
        if grid.outer or self.tree.get(table, "role").strip().lower() in _NO_TABLE_ROLES:
            return False
        rows = [cells for cells in grid.rows.values() if cells]
        if len(rows) < MIN_ROWS or max(map(len, rows)) < MIN_COLUMNS:
            return False
        limit = MAX_CELL_CHARACTERS_UNDER_HEADERS if grid.data_marks else MAX_CELL_CHARACTERS
        if any(self.kept.characters(cell) > limit for cells in rows for cell in cells):
            return False
        return not self._has_part(table)

    @cached_property
    def _parts(self) -> list[int]:
        found = (part for tag in _PAGE_PARTS for part in self.tree.find(tag) if self.kept.within(part))
        return sorted(found)

    def _has_part(self, table: int) -> bool:
        place = bisect_left(self._parts, table)
        return place < len(self._parts) and self._parts[place] < self.tree.ends[table]


def _span(tree: Tree, cell: int, attribute: str) -> int:
    value = tree.get(cell, attribute).strip()
    return min(max(int(value), 1), MAX_SPAN) if value.isdecimal() and len(value) < 6 else 1


def _height(tree: Tree, cell: int, row: int, alive: Sequence[int]) -> int:
    """How many of the kept rows, given in order, a cell reaches over."""
    return max(1, bisect_left(alive, row + _span(tree, cell, "rowspan")) - bisect_left(alive, row))
