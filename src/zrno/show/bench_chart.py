"""Bars with their intervals as SVG in the page: no library, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

WIDTH, ROW, TOP, BOTTOM = 760, 24, 22, 20  # pixels
LEFT, RIGHT = 150, 60  # for the names and the figures
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)


def bars(rows: Sequence[Mapping[str, Any]], *, title: str, lines: Mapping[str, float]) -> str:
    """A bar per row (name, role, value, low, high); `lines` are named marks across all of them."""
    height = TOP + ROW * len(rows) + BOTTOM
    parts = [
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">',
        *(_tick(value, height) for value in TICKS),
        *(_bar(place, row) for place, row in enumerate(rows)),
        *(_line(name, value, height, low=value == min(lines.values())) for name, value in lines.items()),
        "</svg>",
    ]
    return "\n".join(parts)


def _x(value: float) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * min(max(value, 0.0), 1.0)


def _tick(value: float, height: int) -> str:
    x = _x(value)
    return (
        f'<line class="tick" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{height - BOTTOM}"/>'
        f'<text class="axis" x="{x:.1f}" y="{height - 5}" text-anchor="middle">{value:.1f}</text>'
    )


def _bar(place: int, row: Mapping[str, Any]) -> str:
    top, middle = TOP + ROW * place + 4, TOP + ROW * place + ROW / 2
    value = row["value"] or 0.0
    name = escape(row["name"])
    parts = [
        f'<text class="name" x="{LEFT - 8}" y="{middle + 4:.1f}" text-anchor="end">{name}</text>',
        f'<rect class="{escape(row["role"])}" x="{LEFT}" y="{top}" width="{_x(value) - LEFT:.1f}" '
        f'height="{ROW - 8}" rx="2"><title>{name}: {value:.3f}</title></rect>',
    ]
    if row["low"] is not None:
        parts.append(
            f'<line class="whisker" x1="{_x(row["low"]):.1f}" y1="{middle:.1f}" '
            f'x2="{_x(row["high"]):.1f}" y2="{middle:.1f}"/>'
        )
    parts.append(f'<text class="value" x="{WIDTH - RIGHT + 14}" y="{middle + 4:.1f}">{value:.3f}</text>')
    return "".join(parts)


def _line(name: str, value: float, height: int, *, low: bool) -> str:
    """A mark across the bars; the lowest has its name on the left, so that names do not meet."""
    x, shift, anchor = _x(value), (4 if low else -4), ("end" if low else "start")
    return (
        f'<line class="mark" x1="{x:.1f}" y1="{TOP - 6}" x2="{x:.1f}" y2="{height - BOTTOM}"/>'
        f'<text class="axis" x="{x + shift:.1f}" y="{TOP - 9}" text-anchor="{anchor}">{escape(name)}</text>'
    )
