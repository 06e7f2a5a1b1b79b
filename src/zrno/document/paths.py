"""The paths of all blocks in one pass; `Block.path` one by one counts siblings again and again."""

from __future__ import annotations

from itertools import accumulate

from zrno.blocks import Blocks
from zrno.tree import Tree

# Characters of all paths of a page together, so that what is written of a page stays in proportion to it. Up
# to 6,000 blocks none of the paths measured is near its share; those of a page built to be deep are cut.
MAX_CHARACTERS = 10_000_000
SHORTEST = 100  # characters left of each, whatever the number of blocks
CUT = "…"  # stands for the beginning of a path that was cut


def paths(blocks: Blocks) -> list[str]:
    """The path of each block, equal to its `path`; one that is far too long keeps its end only."""
    tree = blocks.tree
    longest = max(SHORTEST, MAX_CHARACTERS // max(len(blocks), 1))
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
            found.append(f"{_path(tree, owner, steps, known, longest)}/text()[{positions[first]}]")
        else:
            found.append(_path(tree, element, steps, known, longest))
    return found


def _path(tree: Tree, element: int, steps: list[str], known: dict[int, str], longest: int) -> str:
    above = []
    while element not in known:
        above.append(element)
        element = tree.parents[element]
    path = known[element]
    for below in reversed(above):
        path = f"{path}/{steps[below]}"
        if len(path) > longest:
            path = CUT + path[-longest:]
        known[below] = path
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
