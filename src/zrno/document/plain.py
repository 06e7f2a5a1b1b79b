"""The plain characters of inline nodes."""

from __future__ import annotations

from collections.abc import Iterable

from zrno.document.structure import CodeSpan, Inline, LineBreak, Text


def plain(children: Iterable[Inline], *, line_end: str = " ") -> str:
    """Their text without marks; a forced line end becomes `line_end`."""
    pieces: list[str] = []
    for child in children:
        if isinstance(child, Text | CodeSpan):
            pieces.append(child.text)
        elif isinstance(child, LineBreak):
            pieces.append(line_end)
        else:
            pieces.append(plain(child.children, line_end=line_end))
    return "".join(pieces)
