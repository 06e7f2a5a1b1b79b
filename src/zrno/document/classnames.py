"""Elements by the words in their class and id, found in one search over all of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate

from zrno.tree import Tree


def marked(tree: Tree, words: Iterable[str], span: range) -> dict[int, str]:
    """The elements of the span whose class or id holds one of the words, with both in small letters.

    All attributes are searched as one text: page authors name thousands of elements, and few of them count.
    """
    attributes = tree.attributes[span.start : span.stop]
    lines = [f"{found.get('class', '')} {found.get('id', '')}" if found else "" for found in attributes]
    text = "\n".join(lines).lower()
    if len(text) != sum(map(len, lines)) + len(lines) - 1:  # a few letters grow in lower case
        lines = [line.lower() for line in lines]
        text = "\n".join(lines)
    places: list[int] = []
    for word in words:
        at = text.find(word)
        while at >= 0:
            places.append(at)
            at = text.find(word, at + len(word))
    if not places:
        return {}
    offsets = list(accumulate((len(line) + 1 for line in lines), initial=0))
    elements = sorted({bisect_right(offsets, place) - 1 for place in places})
    return {span.start + element: lines[element].lower() for element in elements}
