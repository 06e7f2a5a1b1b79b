"""The paths of all blocks in one pass; `Block.path` one by one counts siblings again and again."""

from __future__ import annotations

from itertools import accumulate

from zrno.blocks import Blocks
from zrno.tree import Tree


def paths(blocks: Blocks) -> list[str]:
    """The path of each block, equal to its `path`."""
    tree = blocks.tree
    ink = list(accumulate((not text.isspace() for text in tree.texts), initial=0))
    steps, positions = _steps(tree), _text_positions(tree)
    known = {-1: ""}
    found = []
    firsts, lasts = blocks.pieces[blocks.starts].tolist(), blocks.pieces[blocks.ends - 1].tolist()
    for element, first, last in zip(blocks.elements.tolist(), firsts, lasts, strict=True):
        before = ink[first] - ink[tree.text_starts[element]]
        after = ink[tree.text_ends[element]] - ink[last + 1]
        if before or after:
            owner = tree.owners[first]
            found.append(f"{_path(tree, owner, steps, known)}/text()[{positions[first]}]")
        else:
            found.append(_path(tree, element, steps, known))
    return found


def _path(tree: Tree, element: int, steps: list[str], known: dict[int, str]) -> str:
    above = []
    while element not in known:
        above.append(element)
        element = tree.parents[element]
    path = known[element]
    for below in reversed(above):
        path = known[below] = f"{path}/{steps[below]}"
    return path


def _steps(tree: Tree) -> list[str]:
    """Each element's tag, numbered where siblings share it."""
    counts: dict[tuple[int, str], int] = {}
    numbers = []
    for sibling in zip(tree.parents, tree.tags, strict=True):
        counts[sibling] = number = counts.get(sibling, 0) + 1
        numbers.append(number)
    return [
        f"{tag}[{number}]" if counts[parent, tag] > 1 and parent >= 0 else tag
        for number, parent, tag in zip(numbers, tree.parents, tree.tags, strict=True)
    ]


def _text_positions(tree: Tree) -> list[int]:
    """For each text piece, the how-manieth of its element it is."""
    counts: dict[int, int] = {}
    positions = []
    for owner in tree.owners:
        counts[owner] = counts.get(owner, 0) + 1
        positions.append(counts[owner])
    return positions
