"""Kept blocks back to structure: headings, paragraphs, lists, quotes, code, tables and images.

Each kept block is put into the containers it stands in (see outline.py); containers that the next
block does not share are closed. Nothing recurses over the page, and only kept text is ever read.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from zrno.blocks import Blocks, Features
from zrno.document.images import Picture, pictures
from zrno.document.inlines import Run, lines, marked, unmarked
from zrno.document.kept import Kept
from zrno.document.numbering import numbers
from zrno.document.outline import LEAVES, Chain, Outline, Role, Scope
from zrno.document.structure import (
    Code,
    Heading,
    Image,
    Inline,
    Item,
    List,
    Node,
    Paragraph,
    Quote,
)
from zrno.document.tables import Content, with_whole_tables
from zrno.document.verbatim import language_of, verbatim
from zrno.model import CHAFF, Kind, Label, Page

# The level of a heading that a method found in an element which is none: below the title.
UNMARKED_LEVEL = 2


def structure(
    page: Page, blocks: Blocks, features: Features, labels: Sequence[Label], *, running: bool = False
) -> tuple[Node, ...]:
    """The document of the blocks whose labels say content, in the page's order.

    Of the running text alone, without captions, pictures and marks, it takes a third of the time.
    """
    unwanted = CHAFF | {Kind.CAPTION} if running else CHAFF
    order = [index for index, label in enumerate(labels) if label.kind not in unwanted]
    kept = Kept(blocks, with_whole_tables(order, blocks, features))
    runs = (unmarked if running else marked)(page, blocks, kept.order)
    builder = _Builder(blocks, labels, kept, runs)
    waiting = [] if running else pictures(page, kept)[::-1]
    for index in kept.order:
        while waiting and waiting[-1].element < page.tree.openings[kept.first[index]]:
            builder.picture(waiting.pop(), index)
        builder.block(index)
    while waiting:
        builder.picture(waiting.pop())
    return builder.finish()


@dataclass(slots=True)
class _Frame:
    """An open container and what it holds so far."""

    scope: Scope | None
    leaf: bool = False  # it holds lines of text only
    nodes: list[Node] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)  # blocks of the paragraph or leaf being read
    images: list[Image] = field(default_factory=list)  # inside that paragraph or heading: they follow it
    caption: list[int] = field(default_factory=list)
    caption_place: int = 0  # among the nodes
    cells: dict[int, Content] = field(default_factory=dict)
    items: list[list[Node]] = field(default_factory=list)  # of a list
    elements: list[int] = field(default_factory=list)  # of the items, -1 for what stands between them

    def put(self, node: Node) -> None:
        """Add a node; in a list it goes to an item of its own unless it belongs to the one before."""
        if self.scope is None or self.scope.role is not Role.LIST:
            self.nodes.append(node)
        elif self.items and isinstance(node, List | Image):
            self.items[-1].append(node)
        else:
            self.add([node], -1)

    def add(self, nodes: list[Node], element: int) -> None:
        """Add an item to a list."""
        self.items.append(nodes)
        self.elements.append(element)


class _Builder:
    """Opens and closes containers as the blocks come."""

    def __init__(
        self, blocks: Blocks, labels: Sequence[Label], kept: Kept, runs: Mapping[int, list[Run]]
    ) -> None:
        self.tree, self.blocks, self.labels, self.runs = blocks.tree, blocks, labels, runs
        self.outline = Outline(kept)
        self.elements, self.breaks = blocks.elements.tolist(), blocks.breaks.tolist()
        self.frames = [_Frame(None)]
        self.chain: Chain = ()  # of the innermost frame

    def block(self, index: int) -> None:
        frame = self._enter(self.outline.chain(self.elements[index]))
        if frame.lines and not frame.leaf and not self._continues(frame.lines[-1], index):
            self._flush(frame)
        frame.lines.append(index)

    def picture(self, picture: Picture, following: int = -1) -> None:
        """Add a picture that stands before a block; inside a heading or between lines waits for its end."""
        chain, image = self.outline.chain(picture.element), Image(picture.src, picture.alt)
        inside = self.frames[-1]
        if chain and chain[-1].role in LEAVES:
            if chain[-1].role is not Role.HEADING:
                return
            if inside.scope == chain[-1]:
                inside.images.append(image)
                return
            chain = chain[:-1]
        frame = self._enter(chain)
        if frame is inside and frame.lines and self._continues(frame.lines[-1], following):
            frame.images.append(image)
            return
        self._flush(frame)
        frame.put(image)

    def finish(self) -> tuple[Node, ...]:
        root = self._enter(())
        self._flush(root)
        return tuple(root.nodes)

    def _enter(self, chain: Chain) -> _Frame:
        """Close what the chain does not share, open what is new; the innermost frame."""
        if chain is self.chain:  # most blocks stand where the one before them does
            return self.frames[-1]
        self.chain = chain
        shared = 0
        for frame, scope in zip(self.frames[1:], chain, strict=False):
            if frame.scope != scope:
                break
            shared += 1
        while len(self.frames) > shared + 1:
            self._close(self.frames.pop(), self.frames[-1])
        for scope in chain[shared:]:
            self._flush(self.frames[-1])
            self.frames.append(_Frame(scope, scope.role in LEAVES))
        return self.frames[-1]

    def _continues(self, before: int, index: int) -> bool:
        """Whether one `<br>` alone stands between two blocks."""
        together = before + 1 == index and self.elements[before] == self.elements[index]
        return together and self.breaks[index] == 1

    def _flush(self, frame: _Frame) -> None:
        """End the paragraph that is being read."""
        if not frame.lines or frame.leaf:
            return
        blocks, frame.lines = tuple(frame.lines), []
        outside_lists = frame.scope is None or frame.scope.role is not Role.ITEM
        if len(blocks) == 1 and self.labels[blocks[0]].kind is Kind.HEADING and outside_lists:
            frame.put(Heading(UNMARKED_LEVEL, self._inlines(blocks, bold=False), blocks))
        else:
            frame.put(Paragraph(self._inlines(blocks), blocks))
        for image in frame.images:
            frame.put(image)
        frame.images = []

    def _inlines(self, blocks: Sequence[int], *, bold: bool = True) -> tuple[Inline, ...]:
        return lines([self.runs[index] for index in blocks], bold=bold)

    def _close(self, frame: _Frame, outer: _Frame) -> None:
        """Turn a finished container into a node of the one around it."""
        assert frame.scope is not None
        self._flush(frame)
        role, element = frame.scope
        match role:
            case Role.HEADING:
                outer.put(self._heading(frame, element))
                for image in frame.images:
                    outer.put(image)
            case Role.CODE:
                outer.put(self._code(frame, element))
            case Role.CAPTION:
                outer.caption.extend(frame.lines)
                outer.caption_place = len(outer.nodes)
            case Role.CELL:
                header = self.tree.tags[element] == "th"
                inlines = self._inlines(frame.lines, bold=not header)
                outer.cells[element] = Content(inlines, tuple(frame.lines))
            case Role.TABLE:
                caption = self._inlines(frame.caption)
                outer.put(self.outline.tables.build(element, frame.cells, caption))
            case Role.FIGURE:
                for node in self._figure(frame):
                    outer.put(node)
            case Role.ITEM:
                self._item(frame, outer, element)
            case Role.LIST:
                outer.put(self._list(frame, element))
            case Role.QUOTE:
                outer.put(Quote(tuple(frame.nodes)))

    def _heading(self, frame: _Frame, element: int) -> Heading:
        level = int(self.tree.tags[element][1])
        return Heading(level, self._inlines(frame.lines, bold=False), tuple(frame.lines))

    def _code(self, frame: _Frame, element: int) -> Code:
        pieces: set[int] = set()
        for index in frame.lines:
            start, end = int(self.blocks.starts[index]), int(self.blocks.ends[index])
            pieces.update(np.unique(self.blocks.pieces[start:end]).tolist())
        text = verbatim(self.tree, element, pieces)
        return Code(text, language_of(self.tree, element), tuple(frame.lines))

    def _figure(self, frame: _Frame) -> list[Node]:
        """The figure's nodes; its caption goes to the last image, or stands by itself."""
        nodes = frame.nodes
        if not frame.caption:
            return nodes
        caption, blocks = self._inlines(frame.caption), tuple(frame.caption)
        for place in range(len(nodes) - 1, -1, -1):
            if isinstance(image := nodes[place], Image) and not image.caption:
                nodes[place] = Image(image.src, image.alt, caption, blocks)
                return nodes
        nodes.insert(frame.caption_place, Paragraph(caption, blocks))
        return nodes

    def _item(self, frame: _Frame, outer: _Frame, element: int) -> None:
        if self.tree.tags[element] == "dd" and outer.items and not self._new_term(outer, element):
            outer.items[-1].extend(frame.nodes)
        else:
            outer.add(frame.nodes, element)

    def _new_term(self, outer: _Frame, element: int) -> bool:
        """Whether a term that was not kept separates a definition from the last kept term."""
        terms = self.tree.index.get("dt", ())
        return bisect_left(terms, element) > bisect_left(terms, outer.elements[-1] + 1)

    def _list(self, frame: _Frame, element: int) -> List:
        if self.tree.tags[element] != "ol":
            return List(False, tuple(Item(tuple(nodes)) for nodes in frame.items))
        known = numbers(self.tree, element)
        counted = [known.get(item) for item in frame.elements]
        start = next((number for number in counted if number is not None), 1)
        if all(after == before + 1 for before, after in pairwise(known.values())):
            counted = [None] * len(counted)  # a dropped item leaves no gap
        items, expected = [], start
        for nodes, number in zip(frame.items, counted, strict=True):
            items.append(Item(tuple(nodes), None if number == expected else number))
            expected = (expected if number is None else number) + 1
        return List(True, tuple(items), start)
