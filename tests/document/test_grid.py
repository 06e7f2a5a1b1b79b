"""Cells at their places."""

from __future__ import annotations

from zrno.document.grid import grid
from zrno.document.structure import Cell, Table, Text


def cell(text: str, columns: int = 1, rows: int = 1) -> Cell:
    return Cell((Text(text),), columns=columns, rows=rows)


def places(*rows: tuple[Cell, ...]) -> list[list[str]]:
    def text(each: Cell | None) -> str:
        return each.children[0].text if each and isinstance(each.children[0], Text) else "."

    return [[text(each) for each in row] for row in grid(Table(rows))]


def test_wide_and_high_cells_cover_others() -> None:
    found = places((cell("a", rows=2), cell("b", columns=2)), (cell("c"), cell("d")), (cell("e"),))
    assert found == [["a", "b", "."], [".", "c", "d"], ["e"]]


def test_a_high_cell_in_the_middle_and_at_the_end() -> None:
    found = places((cell("a"), cell("b", rows=3), cell("c", rows=2)), (cell("d"),), (cell("e"), cell("f")))
    assert found == [["a", "b", "c"], ["d", ".", "."], ["e", ".", "f"]]


def test_a_high_cell_covers_nothing_of_its_own_row() -> None:
    assert places((cell("a", rows=2), cell("b")), (cell("c"),)) == [["a", "b"], [".", "c"]]


def test_nothing() -> None:
    assert grid(Table(())) == []
