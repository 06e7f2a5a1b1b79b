"""Inline nodes as CommonMark: marks are written only where a reader will read them as marks.

`**` between a letter and a full stop, say, is no mark by CommonMark's flanking rules; there the text
stands without it. Emphasis is `*`, or `_` where its star would run into those of strong text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import replace
from string import punctuation
from typing import Literal

from zrno.document.hrefs import harmless
from zrno.document.plain import plain
from zrno.document.structure import CodeSpan, Emphasis, Inline, LineBreak, Link, Strong, Text
from zrno.document.writers.escaping import Context, destination, escape, fence

EDGE = "\n"  # stands for the ends of a paragraph, too
HARD_BREAK = "\\\n"
TABLE_BREAK = "<br>"


def spans(children: Sequence[Inline], *, table: bool = False) -> str:
    """The nodes of one paragraph, heading or cell; forced line ends are backslashes."""
    text = plain(children).strip(" ")
    context = Context(
        _paired(children), definition=text.startswith("[") or _link_first(children), table=table
    )
    if len(children) == 1 and isinstance(children[0], Text):  # most paragraphs
        return escape(text, before=EDGE, after=EDGE, context=context)
    written = _Writer(context, frozenset()).write(children, EDGE, EDGE).strip(" \n")
    return written.replace("\n", TABLE_BREAK if table else HARD_BREAK)


class _Writer:
    """Writes siblings from left to right, each with a look at its neighbours."""

    def __init__(self, context: Context, active: frozenset[type]) -> None:
        self.context = context
        self.active = active  # marks we are inside of

    def write(self, children: Sequence[Inline], before: str, after: str) -> str:
        """The children between two neighbours: the character before, all that may come after."""
        nodes = _merged(children)
        pieces: list[str] = []
        for place, node in enumerate(nodes):
            right = _opening(nodes[place + 1]) if place + 1 < len(nodes) else after
            written = self._node(node, before, right)
            pieces.append(written)
            before = written[-1:] or before
        return "".join(pieces)

    def _node(self, node: Inline, before: str, after: str) -> str:
        match node:
            case Text(text=text):
                return escape(text, before=before, after=after, context=self.context)
            case CodeSpan(text=text):
                return self._code(text, before, after)
            case LineBreak():
                return "\n"
            case Link():
                return self._link(node, before, after)
            case Strong() | Emphasis():
                return self._mark(node, before, after)

    def _code(self, text: str, before: str, after: str) -> str:
        text = " ".join(text.split("\n"))
        # Two spans in a row would be read as one, and a definition is read before any span.
        if not text or before == "`" or (self.context.definition and "]:" in text):
            return escape(text, before=before, after=after, context=self.context)
        ticks = fence(text)
        padded = text.startswith(("`", " ")) or text.endswith(("`", " "))
        written = f"{ticks} {text} {ticks}" if padded and text.strip(" ") else f"{ticks}{text}{ticks}"
        return written.replace("|", "\\|") if self.context.table else written

    def _link(self, link: Link, before: str, after: str) -> str:
        inside = _Writer(replace(self.context, link=True), self.active | {Link})
        if Link in self.active or not harmless(link.href) or not plain(link.children).strip():
            return self.write(link.children, before, after)
        target = destination(link.href)
        if self.context.table:
            target = target.replace("|", "\\|")
        return f"[{inside.write(link.children, '[', ']')}]({target})"

    def _mark(self, node: Strong | Emphasis, before: str, after: str) -> str:
        if type(node) not in self.active:
            own = "*" if isinstance(node, Strong) else "_"
            text = plain(node.children)
            lead, trail = " " if text.startswith(" ") else "", " " if text.endswith(" ") else ""
            inside = _Writer(self.context, self.active | {type(node)})
            core = inside.write(_stripped(_stripped(node.children, 0), -1), own, own)
            if mark := _delimiter(node, core, lead or before, trail or after):
                return f"{lead}{mark}{core}{mark}{trail}"
        return self.write(node.children, before, after)


def _stripped(children: Sequence[Inline], end: Literal[0, -1]) -> list[Inline]:
    """The children without the spaces at one end, which would make a mark no mark."""
    nodes = _merged(children)
    while nodes:
        match nodes[end]:
            case Text(text=text):
                nodes[end] = Text(text.rstrip(" ") if end else text.lstrip(" "))
            case Strong(children=below):
                nodes[end] = Strong(tuple(_stripped(below, end)))
            case Emphasis(children=below):
                nodes[end] = Emphasis(tuple(_stripped(below, end)))
            case Link(href=href, children=below):
                nodes[end] = Link(href, tuple(_stripped(below, end)))
        if plain((nodes[end],)):
            break
        nodes.pop(end)
    return nodes


def _delimiter(node: Strong | Emphasis, core: str, left: str, right: str) -> str:
    """The mark that works between these neighbours, or ""."""
    if not core or not _flanks(core[0], left) or not all(_flanks(core[-1], each) for each in right):
        return ""
    touched = left == "*" or "*" in right
    if isinstance(node, Strong):
        return "" if touched else "**"
    if not touched and "*" not in (core[0], core[-1]):
        return "*"
    alone = "_" not in left + right
    return "_" if alone and _ends_word(left) and all(map(_ends_word, right)) else ""


def _flanks(inner: str, outer: str) -> bool:
    """Whether a mark between the two characters opens (or closes) by CommonMark's rules."""
    # Readers differ on symbols (category S); counting them as punctuation inside and as letters
    # outside is safe with both.
    special = unicodedata.category(inner)[0] in "PS"
    return not inner.isspace() and (not special or _ends_word(outer))


def _ends_word(character: str) -> bool:
    return character.isspace() or character in punctuation or unicodedata.category(character)[0] == "P"


def _link_first(children: Sequence[Inline]) -> bool:
    """Whether the paragraph begins with the bracket of a link."""
    while first := next((child for child in children if plain((child,)).strip()), None):
        if not isinstance(first, Strong | Emphasis):
            return isinstance(first, Link)
        children = first.children
    return False


def _opening(node: Inline) -> str:
    """The characters a node may begin with, written with or without its mark."""
    match node:
        case Text(text=text):
            return text[:1] or EDGE
        case CodeSpan():
            return "`"
        case LineBreak():
            return EDGE
        case Link(children=children):
            return "[" + (plain(children)[:1] or EDGE)
        case Strong(children=children):
            return "*" + (plain(children)[:1] or EDGE)
        case Emphasis(children=children):
            return "_" + (plain(children)[:1] or EDGE)


def _paired(children: Iterable[Inline]) -> frozenset[str]:
    """Delimiters that could meet a partner: a lone star in a paragraph is only a star."""
    texts: list[str] = []
    kinds: set[type] = set()
    waiting = list(children)
    while waiting:
        node = waiting.pop()
        kinds.add(type(node))
        if isinstance(node, Text):
            texts.append(node.text)
        elif isinstance(node, Strong | Emphasis | Link):
            waiting.extend(node.children)
    text = "".join(texts)
    found = set(_delimiters(text))
    if kinds & {Strong, Emphasis}:
        found |= {"*", "_"}
    return frozenset(found | ({"`"} if CodeSpan in kinds else set()))


def _delimiters(text: str) -> frozenset[str]:
    return frozenset(delimiter for delimiter in "*_`~" if text.count(delimiter) > 1)


def _merged(children: Sequence[Inline]) -> list[Inline]:
    """Neighbours of one kind as one: two strong texts in a row would show their stars."""
    nodes: list[Inline] = []
    for node in (child for child in children if plain((child,))):
        last = nodes[-1] if nodes else None
        match last, node:
            case (Text(text=one), Text(text=two)):
                nodes[-1] = Text(one + two)
            case (CodeSpan(text=one), CodeSpan(text=two)):
                nodes[-1] = CodeSpan(one + two)
            case (Strong(children=first), Strong(children=second)):
                nodes[-1] = Strong((*first, *second))
            case (Emphasis(children=first), Emphasis(children=second)):
                nodes[-1] = Emphasis((*first, *second))
            case _:
                nodes.append(node)
    return nodes
