"""The text of a block with its marks: links, strong, emphasis and code as nested nodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from zrno.blocks import Blocks
from zrno.document.hrefs import absolute, base_of
from zrno.document.signs import Signs
from zrno.document.structure import CodeSpan, Emphasis, Inline, LineBreak, Link, Strong, Text
from zrno.model import Page

STRONG_TAGS = frozenset({"b", "strong"})
EMPHASIS_TAGS = frozenset({"em", "i", "cite", "dfn", "var"})
CODE_TAGS = frozenset({"code", "kbd", "samp", "tt"})

# What marks more than half of a text marks nothing: an unclosed <b> or <a> is reopened in every
# paragraph by the parser. Below this many blocks a bold whole is as likely meant.
MAX_MARKED_SHARE = 0.5
MIN_BLOCKS = 4


class Marks(NamedTuple):
    """What holds of a run of text."""

    href: str = ""
    strong: bool = False
    emphasis: bool = False
    code: bool = False


Run = tuple[Marks, str]
PLAIN = Marks()


def marked(page: Page, blocks: Blocks, kept: Sequence[int]) -> dict[int, list[Run]]:
    """The runs of each kept block: neighbours differ in marks, and no mark begins or ends with a space."""
    reader = _Reader(page, blocks)
    runs = {index: reader.runs(index) for index in kept}
    overused = _overused(runs) if len(kept) >= MIN_BLOCKS else Marks()
    return {index: _settle(_without(found, overused)) for index, found in runs.items()}


def unmarked(page: Page, blocks: Blocks, kept: Sequence[int]) -> dict[int, list[Run]]:
    """Each kept block as one run without marks: all that plain text needs."""
    signs = Signs(page, blocks)
    starts, ends = blocks.starts.tolist(), blocks.ends.tolist()
    return {index: [(PLAIN, signs.text(starts[index], ends[index]))] for index in kept}


def nest(runs: Sequence[Run], *, bold: bool = True) -> tuple[Inline, ...]:
    """Nodes of one block: a link holds strong, strong holds emphasis, which holds code."""
    if len(runs) == 1 and runs[0][0] == PLAIN:  # most blocks
        return (Text(runs[0][1]),)
    return _links(runs if bold else [(marks._replace(strong=False), text) for marks, text in runs])


def lines(blocks: Sequence[Sequence[Run]], *, bold: bool = True) -> tuple[Inline, ...]:
    """Nodes of several blocks with line breaks between them."""
    if len(blocks) == 1:
        return nest(blocks[0], bold=bold)
    nodes: list[Inline] = []
    for runs in blocks:
        if nodes:
            nodes.append(LineBreak())
        nodes.extend(nest(runs, bold=bold))
    return tuple(nodes)


class _Reader:
    """Cuts blocks where the text piece changes and reads the marks above each piece."""

    def __init__(self, page: Page, blocks: Blocks) -> None:
        self.tree, self.base = page.tree, base_of(page)
        self.text = Signs(page, blocks).text
        # The edges of all stretches that come from one piece and lie in one block.
        edges = np.union1d(np.flatnonzero(np.diff(blocks.pieces)) + 1, blocks.starts)
        self.edges: list[int] = [*edges.tolist(), len(blocks.buffer)]
        self.pieces: list[int] = blocks.pieces[edges].tolist()
        self.first: list[int] = np.searchsorted(edges, blocks.starts).tolist()
        self.known: dict[int, Marks] = {-1: PLAIN}

    def runs(self, index: int) -> list[Run]:
        first = self.first[index]
        stop = self.first[index + 1] if index + 1 < len(self.first) else len(self.pieces)
        return [
            (self._marks(self.tree.owners[self.pieces[n]]), self.text(self.edges[n], self.edges[n + 1]))
            for n in range(first, stop)
        ]

    def _marks(self, element: int) -> Marks:
        if (marks := self.known.get(element)) is not None:
            return marks
        above: list[int] = []
        while element not in self.known:
            above.append(element)
            element = self.tree.parents[element]
        marks = self.known[element]
        for below in reversed(above):
            marks = self.known[below] = self._with(marks, below)
        return marks

    def _with(self, marks: Marks, element: int) -> Marks:
        tag = self.tree.tags[element]
        if tag == "a":
            href = absolute(self.tree.get(element, "href"), self.base)
            return marks._replace(href=href) if href else marks
        if tag in STRONG_TAGS:
            return marks._replace(strong=True)
        if tag in EMPHASIS_TAGS:
            return marks._replace(emphasis=True)
        return marks._replace(code=True) if tag in CODE_TAGS else marks


def _overused(runs: dict[int, list[Run]]) -> Marks:
    """The marks that hold of most characters; `href` is the address in question."""
    lengths: Counter[Marks] = Counter()
    for found in runs.values():
        for marks, text in found:
            lengths[marks] += len(text)
    limit = lengths.total() * MAX_MARKED_SHARE
    links: Counter[str] = Counter()
    for marks, length in lengths.items():
        links[marks.href] += length
    href = next((href for href, length in links.items() if length > limit), "")
    strong = sum(length for marks, length in lengths.items() if marks.strong)
    emphasis = sum(length for marks, length in lengths.items() if marks.emphasis)
    return Marks(href, strong > limit, emphasis > limit)


def _without(runs: list[Run], overused: Marks) -> list[Run]:
    if overused == PLAIN:
        return runs
    kept = []
    for marks, text in runs:
        href = "" if marks.href == overused.href else marks.href
        strong, emphasis = marks.strong and not overused.strong, marks.emphasis and not overused.emphasis
        kept.append((Marks(href, strong, emphasis, marks.code), text))
    return kept


def _settle(runs: list[Run]) -> list[Run]:
    """Give every space between two runs only the marks both share, then join equal neighbours."""
    if len(runs) == 1:
        return runs
    settled: list[tuple[Marks, list[str]]] = []
    space = False
    for marks, text in runs:
        core = text.strip(" ")
        space = space or text.startswith(" ")
        if core:
            if space and settled:
                _join(settled, _common(settled[-1][0], marks), " ")
            _join(settled, marks, core)
            space = text.endswith(" ")
    return [(marks, "".join(pieces)) for marks, pieces in settled]


def _join(settled: list[tuple[Marks, list[str]]], marks: Marks, text: str) -> None:
    if settled and settled[-1][0] == marks:
        settled[-1][1].append(text)
    else:
        settled.append((marks, [text]))


def _common(one: Marks, other: Marks) -> Marks:
    href = one.href if one.href == other.href else ""
    return Marks(href, one.strong and other.strong, one.emphasis and other.emphasis, one.code and other.code)


def _links(runs: Sequence[Run]) -> tuple[Inline, ...]:
    nodes: list[Inline] = []
    for href, group in groupby(runs, key=lambda run: run[0].href):
        children = _strong(list(group))
        nodes.extend([Link(href, children)] if href else children)
    return tuple(nodes)


def _strong(runs: list[Run]) -> tuple[Inline, ...]:
    return _wrap(runs, lambda run: run[0].strong, _emphasis, Strong)


def _emphasis(runs: list[Run]) -> tuple[Inline, ...]:
    return _wrap(runs, lambda run: run[0].emphasis, _code, Emphasis)


def _wrap(
    runs: list[Run],
    key: Callable[[Run], bool],
    below: Callable[[list[Run]], tuple[Inline, ...]],
    node: type[Strong] | type[Emphasis],
) -> tuple[Inline, ...]:
    nodes: list[Inline] = []
    for holds, group in groupby(runs, key=key):
        children = below(list(group))
        nodes.extend([node(children)] if holds else children)
    return tuple(nodes)


def _code(runs: list[Run]) -> tuple[Inline, ...]:
    return tuple(
        CodeSpan("".join(text for _, text in group)) if code else Text("".join(text for _, text in group))
        for code, group in groupby(runs, key=lambda run: run[0].code)
    )
