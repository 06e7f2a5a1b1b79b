"""The inputs of method `texttractor`: 26 features of each block, and those of its neighbours beside them."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.characters import IDEOGRAPH, classes
from zrno.blocks.features import Flags, covered
from zrno.blocks.split import Ints
from zrno.tree import Tree

Singles = NDArray[np.float32]
Floats = NDArray[np.float64]

# In the published order.
NAMES = (
    "letters",
    "words",
    "capital_words",
    "upper_words",
    "sentences",
    "digit_share",
    "space_share",
    "links",
    "bars",
    "images",
    "inline",
    "copyright",
    "angle_brackets",
    "word_length",
    "sentence_length",
    "image_share",
    "bar_share",
    "link_share",
    "upper_share",
    "long_word_share",
    "short_word_share",
    "positive_name",
    "heading",
    "paragraph",
    "item",
    "position",
)

# Words of class and id that speak for the text of a page. The author names "content" and leaves the rest
# open; these are what the templates of his time and ours call it, in English and Czech.
POSITIVE_NAMES = frozenset(
    """
    article articles articlebody body content contents copy detail entry hentry main maincontent news post
    postbody posts prose richtext story storybody text
    clanek clanku obsah perex zprava
    """.split()
)
_NAME_WORD = re.compile(r"[A-Z]?[a-z]{1,40}|[A-Z]{2,40}")
# Their class speaks of the page ("article-page", "post-template"), which every block shares.
_WHOLE_PAGE = frozenset({"html", "body"})
_SPACE, _LESS, _GREATER = 32, ord("<"), ord(">")


def inputs(blocks: Blocks, features: Features) -> Singles:
    """The 78 inputs of each block."""
    return with_neighbours(columns(blocks, features))


def with_neighbours(table: Singles) -> Singles:
    """For each row the one before, itself and the one behind; zeros where there is none."""
    size, width = table.shape
    rows = np.zeros((size, 3 * width), dtype=np.float32)
    rows[1:, :width] = table[:-1]
    rows[:, width : 2 * width] = table
    rows[:-1, 2 * width :] = table[1:]
    return rows


def columns(blocks: Blocks, features: Features) -> Singles:
    """The 26 features of each block, from 0 to 1, in the order of `NAMES`."""
    size, words = len(blocks), features.words
    if not size:
        return np.zeros((0, len(NAMES)), dtype=np.float32)
    spaces = _total(blocks, blocks.codes == _SPACE)
    lengths = (features.characters - spaces) / np.maximum(words, 1)
    long, short = _long_and_short(blocks, features, lengths)
    table = (
        _of_largest(features.letters),
        _of_largest(words),
        _of_largest(features.capital_words),
        _of_largest(features.upper_words),
        _of_largest(features.sentences),
        _share(features.digits, features.characters),
        _share(spaces, features.characters),
        _of_largest(features.links),
        _of_largest(features.bars),
        _of_largest(features.images),
        _of_largest(features.inline),
        features.copyright,
        _total(blocks, (blocks.codes == _LESS) | (blocks.codes == _GREATER)) > 0,
        _of_largest(lengths),
        _of_largest(features.sentence_length),
        _share(features.images, words),
        _share(features.bars, features.characters),
        _share(features.links, words),
        _share(features.upper_words, words),
        _share(long, words),
        _share(short, words),
        covered(blocks.tree, _named(blocks.tree))[blocks.elements],
        features.heading,
        features.paragraph,
        features.item,
        np.arange(size) / size,
    )
    return np.stack(table, axis=1).astype(np.float32)


def _total(blocks: Blocks, flags: Flags) -> Ints:
    return np.add.reduceat(flags, blocks.starts, dtype=np.int32)


def _of_largest(values: Ints | Floats) -> Floats:
    """Divided by the largest value of the page; 0 where that is 0."""
    return np.asarray(values / (values.max() or 1), dtype=np.float64)


def _share(part: Ints, whole: Ints) -> Floats:
    """At most 1 (a block may have more pictures than words); nothing of nothing is 1, as published."""
    return np.where(whole > 0, np.minimum(part / np.maximum(whole, 1), 1), 1.0)


def _long_and_short(blocks: Blocks, features: Features, means: Floats) -> tuple[Ints, Ints]:
    """How many words of each block are longer and shorter than its mean word."""
    ink = blocks.codes != _SPACE
    begins = ink.copy()
    begins[1:] &= ~ink[:-1]
    begins[blocks.starts] = True
    if features.ideographs.any():
        begins |= (classes(blocks.codes) & IDEOGRAPH) > 0
    words = np.flatnonzero(begins)
    lengths = np.add.reduceat(ink, words, dtype=np.int32)
    firsts = np.searchsorted(words, blocks.starts)
    mean = np.repeat(means, np.diff(firsts, append=len(words)))
    return (
        np.add.reduceat(lengths > mean, firsts, dtype=np.int32),
        np.add.reduceat(lengths < mean, firsts, dtype=np.int32),
    )


def _named(tree: Tree) -> list[int]:
    """Elements whose class or id holds a positive word."""
    known: dict[str, bool] = {}  # templates repeat their names
    found = []
    for element, attributes in enumerate(tree.attributes):
        if not attributes or tree.tags[element] in _WHOLE_PAGE:
            continue
        name = f"{attributes.get('class', '')} {attributes.get('id', '')}"
        if name not in known:
            known[name] = not POSITIVE_NAMES.isdisjoint(map(str.lower, _NAME_WORD.findall(name)))
        if known[name]:
            found.append(element)
    return found
