"""Plain text: paragraphs apart by an empty line, items and table rows a line each, no marks or pictures."""

from __future__ import annotations

from collections.abc import Iterable

from zrno.document.document import Document
from zrno.document.grid import grid
from zrno.document.plain import plain
from zrno.document.structure import Code, Heading, Image, Inline, List, Node, Paragraph, Quote, Table


def write(doc: Document) -> str:
    """The document as plain text."""
    return _blocks(doc.running)


def _blocks(nodes: Iterable[Node]) -> str:
    return "\n\n".join(text for node in nodes if (text := _node(node)))


def _node(node: Node) -> str:
    match node:
        case Heading(children=children):
            return plain(children)
        case Paragraph(children=children):
            return plain(children, line_end="\n")
        case Code(text=text):
            return text
        case Image():
            return ""  # a caption belongs to its picture, not to the running text
        case Quote(children=nodes):
            return _blocks(nodes)
        case List():
            return _list(node)
        case Table():
            return _table(node)


def _list(node: List) -> str:
    lines = (_node(child) for item in node.items for child in item.children)
    return "\n".join(line for line in lines if line)


def _table(table: Table) -> str:
    cells = ([_cell(cell.children) if cell else "" for cell in row] for row in grid(table))
    rows = ["\t".join(row).rstrip("\t") for row in cells]
    return "\n".join(line for line in [_cell(table.caption), *rows] if line)


def _cell(children: tuple[Inline, ...]) -> str:
    return " ".join(plain(children).split())
