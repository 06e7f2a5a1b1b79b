"""A parsed page as flat columns in document order.

Elements are numbered as they open; the subtree of element `i` is the half-open range
`i .. ends[i]`, and the text pieces inside it are `text_starts[i] .. text_ends[i]`, so every
question about a subtree is a slice. Nothing here knows the parser that made it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Attributes = Mapping[str, str]

_STEP = re.compile(r"([^/\[\]]+)(?:\[(\d+)\])?")


@dataclass(frozen=True, slots=True)
class Tree:
    """The page: columns over its elements, columns over its text pieces, and its data islands."""

    tags: Sequence[str]
    parents: Sequence[int]  # -1 for the root
    ends: Sequence[int]
    attributes: Sequence[Attributes]
    text_starts: Sequence[int]
    text_ends: Sequence[int]
    texts: Sequence[str]  # raw, white space included
    owners: Sequence[int]  # the element each text piece stands in
    openings: Sequence[int]  # how many elements had opened before each text piece
    data: Sequence[str]  # contents of JSON-LD scripts
    index: Mapping[str, Sequence[int]]  # tag -> its elements

    def __len__(self) -> int:
        return len(self.tags)

    def find(self, *tags: str) -> list[int]:
        """Elements with one of these tags, in document order."""
        if len(tags) == 1:
            return list(self.index.get(tags[0], ()))
        return sorted(i for tag in tags for i in self.index.get(tag, ()))

    def having(self, attribute: str) -> list[int]:
        """Elements that carry this attribute, in document order."""
        return [i for i, found in enumerate(self.attributes) if attribute in found]

    def get(self, element: int, attribute: str, default: str = "") -> str:
        """The attribute's value, or the default."""
        return self.attributes[element].get(attribute, default)

    def text(self, element: int) -> str:
        """All text of the subtree, white space collapsed."""
        pieces = self.texts[self.text_starts[element] : self.text_ends[element]]
        return " ".join("".join(pieces).split())

    def parent(self, element: int) -> int:
        """The element above, or -1."""
        return self.parents[element]

    def ancestors(self, element: int) -> Iterator[int]:
        """The elements above, nearest first."""
        above = self.parents[element]
        while above >= 0:
            yield above
            above = self.parents[above]

    def children(self, element: int) -> Iterator[int]:
        """The child elements in order."""
        child, end = element + 1, self.ends[element]
        while child < end:
            yield child
            child = self.ends[child]

    def contains(self, outer: int, inner: int) -> bool:
        """Whether `inner` is `outer` or lies below it."""
        return outer <= inner < self.ends[outer]

    def path(self, element: int) -> str:
        """The XPath of an element; a position is written only where siblings share the tag."""
        steps = []
        while element >= 0:
            steps.append(self._step(element))
            element = self.parents[element]
        return "/" + "/".join(reversed(steps))

    def text_path(self, piece: int) -> str:
        """The XPath of a text piece."""
        owner = self.owners[piece]
        start = self.text_starts[owner]
        position = sum(1 for other in self.owners[start : piece + 1] if other == owner)
        return f"{self.path(owner)}/text()[{position}]"

    def resolve(self, path: str) -> tuple[int, int | None]:
        """The element of a path made by `path`, and the text piece of one made by `text_path`.

        Raises KeyError where the page has no such place.
        """
        element = -1
        for step in path.strip("/").split("/"):
            found = _STEP.fullmatch(step)
            if found is None:
                raise KeyError(path)
            position = int(found[2] or 1)
            if found[1] == "text()":
                return element, self._nth_text(element, position, path)
            element = self._nth_child(element, found[1], position, path)
        return element, None

    def _nth_child(self, element: int, tag: str, position: int, path: str) -> int:
        below = (0,) if element < 0 else self.children(element)
        named = [child for child in below if self.tags[child] == tag]
        if not 1 <= position <= len(named):
            raise KeyError(path)
        return named[position - 1]

    def _nth_text(self, element: int, position: int, path: str) -> int:
        span = range(self.text_starts[element], self.text_ends[element])
        own = [piece for piece in span if self.owners[piece] == element]
        if not 1 <= position <= len(own):
            raise KeyError(path)
        return own[position - 1]

    def _step(self, element: int) -> str:
        above, tag = self.parents[element], self.tags[element]
        if above < 0:
            return tag
        same = [child for child in self.children(above) if self.tags[child] == tag]
        return tag if len(same) == 1 else f"{tag}[{same.index(element) + 1}]"
