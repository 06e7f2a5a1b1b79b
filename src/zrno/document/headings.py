"""The headings of a page, and which of them is the article's: the one closest to what `<title>` says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from zrno.blocks.headline import likeness
from zrno.tree import Tree

MAX_HEADINGS = 60  # headings looked at; the title stands among the first
MAX_HEADING = 400  # characters; a longer one was never closed
MAX_TEXTS = 200  # pieces of text in a heading; an unclosed one holds the page

_LINK_MARK = re.compile(r"\s{0,3}(?:[¶§🔗]|(?<!\b[A-Za-z])#)\s{0,3}$")  # C# and F# are names
_BREAKING = frozenset({"br", "p", "div", "li", "dt", "dd", "h1", "h2", "h3", "h4", "section", "hr", "td"})
_MUTE = frozenset({"button", "svg", "select", "noscript", "template", "title"})


def headings(tree: Tree, *tags: str) -> list[tuple[int, str]]:
    """The first headings of these tags with their texts, in document order."""
    found = ((element, bare(_text(tree, element))) for element in tree.find(*tags)[:MAX_HEADINGS])
    return [(element, text) for element, text in found if 0 < len(text) <= MAX_HEADING]


def closest(texts: Sequence[str], title: str) -> int:
    """Which of the texts is closest to the title, as in method `news`; the first of equals."""
    if len(texts) == 1:
        return 0
    return max(range(len(texts)), key=lambda place: likeness(texts[place], title))


def bare(text: str) -> str:
    """A heading without the mark that links to it."""
    return _LINK_MARK.sub("", text).strip()


def _text(tree: Tree, element: int) -> str:
    """The words of a heading; line breaks part them, buttons and drawings do not speak."""
    pieces: list[str] = []
    opened = element + 1
    start, end = tree.text_starts[element], tree.text_ends[element]
    for piece in range(start, end if end - start <= MAX_TEXTS else start):
        owner = tree.owners[piece]
        if not _BREAKING.isdisjoint(tree.tags[opened : tree.openings[piece]]):
            pieces.append(" ")
        opened = tree.openings[piece]
        if tree.tags[owner] not in _MUTE:
            pieces.append(tree.texts[piece])
    return " ".join("".join(pieces).split())
