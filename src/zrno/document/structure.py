"""The document as structure: frozen nodes, each of which knows the blocks it came from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Text:
    """Plain characters; white space is significant and already collapsed."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Bold text."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Slanted text."""

    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """Code inside a sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link with an absolute address where the page's is known."""

    href: str
    children: tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class LineBreak:
    """A forced line end inside a paragraph."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of level 1 to 6."""

    level: int
    children: tuple[Inline, ...]
    blocks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of running text."""

    children: tuple[Inline, ...]
    blocks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Code:
    """A code block, verbatim."""

    text: str
    language: str = ""
    blocks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Image:
    """An image with its alternative text and caption."""

    src: str
    alt: str = ""
    caption: tuple[Inline, ...] = ()
    blocks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Quote:
    """A quotation that stands by itself."""

    children: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One item of a list; it may hold lists again."""

    children: tuple[Node, ...]
    number: int | None = None  # in a numbered list, where it does not follow the item before


@dataclass(frozen=True, slots=True)
class List:
    """A list, numbered or not."""

    ordered: bool
    items: tuple[Item, ...]
    start: int = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """A table cell."""

    children: tuple[Inline, ...]
    header: bool = False
    columns: int = 1
    rows: int = 1
    blocks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A data table; layout tables dissolve into what they hold."""

    rows: tuple[tuple[Cell, ...], ...]
    caption: tuple[Inline, ...] = ()


Inline: TypeAlias = Text | Strong | Emphasis | CodeSpan | Link | LineBreak
Node: TypeAlias = Heading | Paragraph | Code | Image | Quote | List | Table
