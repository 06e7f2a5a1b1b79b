"""Elements by the words in their class and id, found in one search over all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from zrno.tree import Attributes, Tree


def mark(tree: Tree, element: int) -> str:
    """Class and id of an element in small letters."""
    return _named(tree.attributes[element]).lower()


def marked(tree: Tree, words: Iterable[str], span: range) -> dict[int, str]:
    """The elements of the span whose class or id holds one of the words, with both in small letters."""
    attributes = tree.attributes[span.start : span.stop]
    lines = [_named(found) if found else "" for found in attributes]
    return {span.start + line: lines[line].lower() for line in holding(lines, words)}


def holding(lines: Sequence[str], words: Iterable[str]) -> list[int]:
    """The numbers of the lines that hold one of the words, given in small letters, whatever their case.

    All lines are searched as one text: pages name thousands of elements and links, and few of them count.
    """
    text = "\n".join(lines)
    small = text.lower()
    # A few letters grow in lower case, and attributes may hold line breaks: then the places would not match.
    if len(small) != len(text) or text.count("\n") != len(lines) - 1:
        small = "\n".join(" ".join(line.lower().split()) for line in lines)
    places = sorted(place for word in words for place in _places(small, word))
    found: list[int] = []
    line = start = 0
    for place in places:
        line += small.count("\n", start, place)
        start = place
        if not found or found[-1] != line:
            found.append(line)
    return found


def _named(attributes: Attributes) -> str:
    return f"{attributes.get('class', '')} {attributes.get('id', '')}"


def _places(text: str, word: str) -> list[int]:
    places = []
    at = text.find(word)
    while at >= 0:
        places.append(at)
        at = text.find(word, at + 1)
    return places
