"""The cells of a table at their places, wide and high ones covering others."""

from __future__ import annotations

from zrno.document.structure import Cell, Table

Grid = list[list[Cell | None]]


def grid(table: Table) -> Grid:
    """The rows of a table; None where a wide or high cell covers the place."""
    found: Grid = []
    covered: dict[int, int] = {}  # column -> rows still covered from above
    for row in table.rows:
        line: list[Cell | None] = []
        reaching: dict[int, int] = {}
        for cell in row:
            _skip(line, covered)
            if cell.rows > 1:
                reaching |= dict.fromkeys(range(len(line), len(line) + cell.columns), cell.rows - 1)
            line += [cell, *[None] * (cell.columns - 1)]
        _skip(line, covered)
        covered = {column: left - 1 for column, left in covered.items() if left > 1} | reaching
        found.append(line)
    return found


def _skip(line: list[Cell | None], covered: dict[int, int]) -> None:
    while len(line) in covered:
        line.append(None)
