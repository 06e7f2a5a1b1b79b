"""Markdown: CommonMark with GitHub's tables; what is text in the document is text to its reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from zrno.document.document import Document
from zrno.document.grid import grid
from zrno.document.hrefs import harmless
from zrno.document.structure import (
    Code,
    Emphasis,
    Heading,
    Image,
    Item,
    List,
    Node,
    Paragraph,
    Quote,
    Table,
)
from zrno.document.writers.escaping import Context, destination, escape, escape_line_start, fence
from zrno.document.writers.spans import HARD_BREAK, spans

MIN_FENCE = 3  # CommonMark
MAX_NUMBER = 999_999_999  # the longest list number CommonMark reads
MAX_FILLED = 100_000  # places of a table up to which short rows are filled with empty cells

_CLOSING_HASHES = re.compile(r"(?:^|(?<=\s))(#+)$")
_NOT_IN_LANGUAGE = re.compile(r"[^\w+#.\-]")
_ALTERNATIVE = {False: ("-", "*"), True: (".", ")")}


def write(doc: Document) -> str:
    """The content as Markdown."""
    return "\n".join(_nodes(doc.content))


def _nodes(nodes: Iterable[Node], *, item: bool = False) -> list[str]:
    """The lines of several nodes, an empty line between two."""
    lines: list[str] = []
    before: List | None = None
    other = False
    for node in nodes:
        # Two lists in a row need different marks, or they would be read as one.
        other = isinstance(node, List) and before is not None and before.ordered == node.ordered and not other
        written = _node(node, other=other, item=item and not lines)
        if written:
            lines += ["", *written] if lines else written
            before = node if isinstance(node, List) else None
    return lines


def _node(node: Node, *, other: bool = False, item: bool = False) -> list[str]:
    match node:
        case Heading():
            return _heading(node)
        case Paragraph(children=children):
            return _paragraph(spans(children), item=item)
        case Code():
            return _code(node)
        case Image():
            return _image(node)
        case Quote(children=children):
            return [f"> {line}".rstrip(" ") if line else ">" for line in _nodes(children)]
        case List():
            return _list(node, other=other)
        case Table():
            return _table(node)


def _heading(heading: Heading) -> list[str]:
    text = spans(heading.children).replace(HARD_BREAK, " ")
    text = _CLOSING_HASHES.sub(lambda found: "\\" + found[1], text)
    return [f"{'#' * heading.level} {text}"] if text else []


def _paragraph(written: str, *, item: bool = False, first: bool = True) -> list[str]:
    if not written:
        return []
    lines = [line.lstrip(" ") for line in written.split("\n")]
    return [
        escape_line_start(line, first=first and not place, item=item and not place)
        for place, line in enumerate(lines)
    ]


def _code(code: Code) -> list[str]:
    if not code.text.strip():
        return []
    ticks = fence(code.text, MIN_FENCE)
    return [ticks + _NOT_IN_LANGUAGE.sub("", code.language), *code.text.split("\n"), ticks]


def _image(image: Image) -> list[str]:
    alt = " ".join(image.alt.split())
    context = Context(frozenset("*_`~"), link=True)
    written = f"![{escape(alt, before='[', after=']', context=context)}]({destination(image.src)})"
    caption = _paragraph(spans((Emphasis(image.caption),)), first=not harmless(image.src))
    return [*([written] if harmless(image.src) else []), *caption]


def _list(node: List, *, other: bool) -> list[str]:
    tight = all(_simple(item) for item in node.items)
    lines: list[str] = []
    number = min(max(node.start, 0), MAX_NUMBER - len(node.items))
    for item in node.items:
        if item.number is not None:
            # Readers count on from the first number; another mark begins another list.
            number, other = item.number, not other
        mark = _ALTERNATIVE[node.ordered][other]
        written = _item(item, f"{number}{mark}" if node.ordered else mark, tight=tight)
        lines += written if tight or not lines else ["", *written]
        number += 1
    return lines


def _simple(item: Item) -> bool:
    """Whether an item is one paragraph, perhaps with lists below it."""
    first, rest = item.children[:1], item.children[1:]
    lists = len(rest) <= 1 and all(isinstance(node, List) for node in rest)
    return lists and all(isinstance(node, Paragraph) for node in first)


def _item(item: Item, mark: str, *, tight: bool) -> list[str]:
    lines = _tight(item) if tight else _nodes(item.children, item=True)
    indent = " " * (len(mark) + 1)
    first, rest = lines[:1], lines[1:]
    return [f"{mark} {first[0]}" if first else mark, *(indent + line if line else "" for line in rest)]


def _tight(item: Item) -> list[str]:
    lines: list[str] = []
    for node in item.children:
        below = _node(node, item=not lines)
        lines += below if not lines or _interrupts(node, below) else ["", *below]
    return lines


def _interrupts(node: Node, lines: Sequence[str]) -> bool:
    """Whether a list may follow a line of text at once: one with text, and numbered only from 1."""
    begins = not (isinstance(node, List) and node.ordered) or node.start == 1
    return begins and bool(lines) and " " in lines[0]


def _table(table: Table) -> list[str]:
    rows = [[spans(cell.children, table=True) if cell else "" for cell in row] for row in grid(table)]
    width = max(map(len, rows), default=0)
    if not width:
        return []
    headed = all(cell.header for cell in table.rows[0])
    head, body = (rows[0], rows[1:]) if headed else ([""] * width, rows)
    # Readers fill short rows themselves.
    least = width if width * len(rows) <= MAX_FILLED else 0
    lines = [_row(head, width), _row(["---"] * width, width), *(_row(row, least) for row in body)]
    caption = _paragraph(spans(table.caption))
    return [*caption, "", *lines] if caption else lines


def _row(cells: Sequence[str], width: int) -> str:
    padded = [*cells, *[""] * (width - len(cells))]
    return "| " + " | ".join(padded) + " |"
