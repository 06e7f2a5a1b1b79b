"""Where a block stands: the boxes around it, the blocks of its make, and the boxes that repeat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.ranges import Ints, Ranges, sums
from zrno.tree import Tree

Floats = NDArray[np.float64]
Columns = dict[str, NDArray[np.generic]]

LEVELS = 5  # boxes around a block, each with more blocks than the one before
REPEATS = 3  # elements of one make under one parent are records of a list
RECORD_BLOCKS = 2  # blocks of a record; a paragraph or a menu entry has one
DATE_WORDS = 12  # of a block with digits that may be a date line


def levels_of(blocks: Blocks, spans: Ranges) -> tuple[Ints, ...]:
    """The boxes around each block, strictly growing."""
    found: list[Ints] = []
    element: Ints = blocks.elements
    for _ in range(LEVELS):
        element = spans.grown[element]
        found.append(element)
    return tuple(found)


def makes_of(tree: Tree, spans: Ranges) -> Ints:
    """Elements of the same tag and class share a number; 0 for those without blocks."""
    numbers: dict[tuple[str, str], int] = {}
    makes = np.zeros(len(tree), dtype=np.int64)
    tags, attributes = tree.tags, tree.attributes
    for element in np.flatnonzero(spans.last > spans.first).tolist():
        key = (tags[element], attributes[element].get("class", ""))
        makes[element] = numbers.setdefault(key, len(numbers) + 1)
    return makes


def groups_of(blocks: Blocks, spans: Ranges, makes: Ints) -> Ints:
    """Blocks of the same make: tag and class of the element and the one above, tag of the next."""
    above = spans.parents[blocks.elements]
    over = _tag_numbers(blocks.tree, spans.parents[above])
    whole = (makes[blocks.elements] * (makes.max() + 1) + makes[above]) * (len(blocks.tree.index) + 1) + over
    return np.unique(whole, return_inverse=True)[1].astype(np.int32)


def box_columns(
    features: Features, prose: NDArray[np.bool_], levels: tuple[Ints, ...], spans: Ranges
) -> Columns:
    """How much text, and of what kind, is in each of the boxes around a block."""
    words, total = sums(features.lengths), max(float(features.lengths.sum()), 1)
    linked, long = sums(features.link_characters), sums(np.where(prose, features.lengths, 0))
    stops, headings = sums(features.sentences), sums(features.heading)
    all_long = max(float(long[-1]), 1)
    place = np.arange(len(features.words))
    columns: Columns = {}
    inner = None
    for level, element in enumerate(levels, 1):
        size = np.maximum(spans.last[element] - spans.first[element], 1)
        inside = np.maximum(spans.total(words, element), 1)
        own_long = spans.total(long, element)
        columns |= {
            f"box{level} share": inside / total,
            f"box{level} links": spans.total(linked, element) / inside,
            f"box{level} mean": np.log1p(inside / size),
            f"box{level} stops": spans.total(stops, element) / size,
            f"box{level} headings": spans.total(headings, element) / size,
            f"box{level} prose": own_long / inside,
            f"box{level} all prose": own_long / all_long,
            f"box{level} size": np.log1p(size),
            f"box{level} place": (place - spans.first[element]) / size,
        }
        if inner is not None:
            columns[f"box{level} growth"] = inner / inside
        inner = inside
    return columns


def group_columns(features: Features, prose: NDArray[np.bool_], groups: Ints) -> Columns:
    """What the blocks of the same make are like."""
    size = np.bincount(groups)

    def mean(column: NDArray[np.generic]) -> Floats:
        return (np.bincount(groups, column) / size)[groups]

    length = features.lengths
    words = np.bincount(groups, length)
    long = np.bincount(groups, np.where(prose, length, 0))
    return {
        "group size": np.log1p(size)[groups],
        "group mean": np.log1p(mean(length)),
        "group links": mean(features.link_share),
        "group prose": mean(prose),
        "group share": (words / max(float(words.sum()), 1))[groups],
        "group all prose": (long / max(float(long.sum()), 1))[groups],
        "group stops": mean(features.sentences > 1),
        "group against": np.log1p(length) - np.log1p(mean(length)),
    }


def record_columns(
    blocks: Blocks, features: Features, prose: NDArray[np.bool_], spans: Ranges, makes: Ints
) -> Columns:
    """The nearest box that repeats (a comment, a post, a teaser), and the one that repeats around it."""
    size = spans.last - spans.first
    pairs = spans.parents.astype(np.int64) * (makes.max() + 1) + makes
    _, which, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    repeats = (counts[which] >= REPEATS) & (size >= RECORD_BLOCKS) & (makes > 0)
    long = sums(np.where(prose, features.lengths, 0))
    dated = sums((features.digits >= 2) & (features.words <= DATE_WORDS))
    all_long = max(float(long[-1]), 1)
    nearest = _nearest(repeats, spans.parents)
    place = np.arange(len(blocks))
    record = nearest[blocks.elements]
    columns: Columns = {}
    for name in ("record", "outer"):
        found, around = record > 0, spans.parents[record]
        within = np.maximum(size[record], 1)
        columns |= {
            name: found,
            f"{name} count": np.log1p(counts[which[record]]) * found,
            f"{name} size": np.log1p(within) * found,
            f"{name} place": (place - spans.first[record]) / within * found,
            f"{name} order": np.log1p(spans.first[record] - spans.first[around]) * found,
            f"{name} prose": spans.total(long, record) / all_long * found,
            f"{name} all prose": spans.total(long, around) / all_long * found,
            f"{name} before": long[spans.first[around]] / all_long * found,
            f"{name} dated": spans.total(dated, around) / np.maximum(size[around], 1) * found,
        }
        record = nearest[around] * found
    return columns


def _nearest(good: NDArray[np.bool_], parents: Ints) -> Ints:
    """For each element itself or the nearest ancestor that is good; 0 where none is."""
    at = np.where(good, np.arange(len(parents)), parents)
    at[0] = 0
    while True:
        up = at[at]
        if (up == at).all():
            return np.where(good[at], at, 0)
        at = up


def _tag_numbers(tree: Tree, elements: Ints) -> Ints:
    numbers = {tag: number for number, tag in enumerate(tree.index)}
    return np.fromiter((numbers[tree.tags[e]] for e in elements.tolist()), np.int32, len(elements))
