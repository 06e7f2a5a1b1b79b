"""The numbers of a list's items, counted as a browser counts."""

from __future__ import annotations

import re

from zrno.tree import Tree

MAX_NUMBER = 999_999  # nobody counts higher; CommonMark reads nine digits
_NUMBER = re.compile(r"\s{0,9}(-?[0-9]{1,9})")


def numbers(tree: Tree, element: int) -> dict[int, int]:
    """The number of each item of an `<ol>`, from `start`, `reversed` and the items' own `value`."""
    items = [child for child in tree.children(element) if tree.tags[child] == "li"]
    backwards = "reversed" in tree.attributes[element]
    step = -1 if backwards else 1
    first = _read(tree.get(element, "start"))
    number = first if first is not None else len(items) if backwards else 1
    found: dict[int, int] = {}
    for item in items:
        own = _read(tree.get(item, "value"))
        number = own if own is not None else number
        found[item] = min(max(number, 0), MAX_NUMBER)  # Markdown has no negative ones
        number += step
    return found


def _read(value: str) -> int | None:
    given = _NUMBER.match(value)
    return int(given[1]) if given else None
