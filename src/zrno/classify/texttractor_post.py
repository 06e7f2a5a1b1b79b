"""Post-analysis of method `texttractor`: four steps that correct the network's scores by what stands around.

The order matters: each step works on the scores the one before has left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.features import Flags, Floats
from zrno.blocks.headline import likeness, page_title
from zrno.blocks.split import Ints
from zrno.blocks.vocabulary import BLOCK_TAGS, DROPPED_TAGS
from zrno.classify.texttractor_options import TexttractorOptions
from zrno.tree import Tree

BEST = 1.0  # the score of the heading that starts the text
BAD = 0.0  # the score of what a step rejects
# A block that a step accepts scores this much above the threshold: 0.51 in the published examples.
ACCEPTED = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What post-analysis looks at besides the scores."""

    likeness: Floats  # of each heading to the page's title; 0 for other blocks
    parents: Ints  # the element above each block
    heading: Flags
    item: Flags


@dataclass(frozen=True, slots=True, eq=False)
class PostAnalysis:
    """The scores after the four steps."""

    scores: Floats
    steps: NDArray[np.int8]  # the last step that changed each score, from 1; 0 where none did


def look_around(blocks: Blocks, features: Features) -> Surroundings:
    """The surroundings of the blocks of a page."""
    alike = np.zeros(len(blocks))
    if title := page_title(blocks.tree):
        for block in np.flatnonzero(features.heading).tolist():
            alike[block] = likeness(blocks.buffer[blocks.starts[block] : blocks.ends[block]], title)
    return Surroundings(alike, _parents(blocks), features.heading, features.item)


def post_analyse(scores: Floats, around: Surroundings, options: TexttractorOptions) -> PostAnalysis:
    """Run the four steps in their order."""
    steps = np.zeros(len(scores), dtype=np.int8)
    for number, step in enumerate((start_of_text, common_path, lonely_blocks, neighbours), start=1):
        changed = step(scores, around, options)
        steps[changed != scores] = number
        scores = changed
    return PostAnalysis(scores, steps)


def start_of_text(scores: Floats, around: Surroundings, options: TexttractorOptions) -> Floats:
    """Step 1: the heading most like the title is the best block, and what stands far before it is bad."""
    found = scores.copy()
    if len(found):
        heading = int(np.argmax(around.likeness))
        if around.likeness[heading] >= max(options.start_likeness, np.finfo(float).tiny):
            found[: max(0, heading - options.start_distance + 1)] = BAD
            found[heading] = BEST
    return found


def common_path(scores: Floats, around: Surroundings, options: TexttractorOptions) -> Floats:
    """Step 2: where enough good blocks share the element above them, all blocks under it are good."""
    good = scores >= options.good
    if not good.any():
        return scores.copy()
    counts = np.bincount(around.parents[good], minlength=int(around.parents.max()) + 1)
    return _accepted(scores, counts[around.parents] >= options.path_blocks, options)


def lonely_blocks(scores: Floats, around: Surroundings, options: TexttractorOptions) -> Floats:  # noqa: ARG001
    """Step 3: from the end up, good blocks far behind the one before are bad, until one is not."""
    good = np.flatnonzero(scores >= options.good)
    near = np.flatnonzero(np.diff(good) <= options.lonely_reach)  # entry k: good block k + 1 stands
    found = scores.copy()
    if len(near) or not options.lonely_spared:
        found[good[near[-1] + 2 :] if len(near) else good] = BAD
    return found


def neighbours(scores: Floats, around: Surroundings, options: TexttractorOptions) -> Floats:
    """Step 4: the almost good blocks become good or bad, by their kind and by the blocks near them."""
    good, fair = scores >= options.good, scores >= options.almost
    reach = options.neighbour_reach
    before, after = _near_before(good, reach), _near_after(good, reach)
    fair_both = _near_before(fair, reach) & _near_after(fair, reach)
    kept = (before & after) | _at_edge(good, options.edge)
    kept[around.heading] = (fair_both | after)[around.heading]
    kept[around.item] = (fair_both & (before | after))[around.item]
    almost = fair & ~good
    found = _accepted(scores, almost & kept, options)
    found[almost & ~kept] = BAD
    return found


def _at_edge(good: Flags, edge: float) -> Flags:
    """Near the top with a good block right behind, or near the bottom with one right before."""
    size = len(good)
    place = np.arange(size)
    margin = edge * size
    top = (place < margin) & _near_after(good, 1)
    bottom = (place >= size - margin) & _near_before(good, 1)
    return np.asarray(top | bottom)


def _accepted(scores: Floats, blocks: Flags, options: TexttractorOptions) -> Floats:
    least = min(options.good + ACCEPTED, BEST)
    return np.where(blocks & (scores < options.good), least, scores)


def _near_before(flags: Flags, reach: int) -> Flags:
    """Whether one of the `reach` blocks before each is flagged."""
    sums = np.concatenate([[0], np.cumsum(flags)])
    place = np.arange(len(flags))
    return np.asarray(sums[place] > sums[np.maximum(place - reach, 0)])


def _near_after(flags: Flags, reach: int) -> Flags:
    return _near_before(flags[::-1], reach)[::-1]


def _parents(blocks: Blocks) -> Ints:
    """The element above each block; a run of bare text stands under the element that holds it."""
    tree, elements = blocks.tree, blocks.elements
    if not len(blocks):
        return elements
    inner = _block_elements(tree)
    ends = np.asarray(tree.ends, dtype=np.int32)[elements]
    terminal = inner[ends] == inner[elements + 1]
    above = np.asarray(tree.parents, dtype=np.int32)[elements]
    return np.where(terminal & (above >= 0), above, elements)


def _block_elements(tree: Tree) -> Ints:
    """Entry k: how many of the first k elements are block elements with text of their own kind."""
    marks = np.zeros(len(tree) + 1, dtype=np.int32)
    for tag in (BLOCK_TAGS - DROPPED_TAGS) & tree.index.keys():
        marks[np.asarray(tree.index[tag]) + 1] = 1
    return np.cumsum(marks, dtype=np.int32)
