"""Why `grain` kept or dropped a block: what it would have said without each family of features.

One family after another is set to its mean over the training pages and the network asked again; the
families whose absence changes the verdict most are named, with what they saw. Nothing of this is done
before somebody reads a reason.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.classify.grain_features import View
from zrno.classify.grain_model import Model
from zrno.classify.grain_network import Batch, Matrix, forward

SHOWN = 3  # families named
WORTH_SAYING = 0.25  # change of the logit
# The first word of a feature's name, or a part of it, tells its family.
FAMILIES: Mapping[str, tuple[str, ...]] = {
    "boxes": ("box1", "box2", "box3", "box4", "box5"),
    "make": ("group",),
    "records": ("record", "outer"),
    "names": ("names",),
    "comments": ("comments",),
    "words": ("lexical",),
    "heading": ("title",),
    "place": ("place", "read", "from", "prose", "recurs"),
    "element": ("tag", "in", "depth", "element", "opened", "inside"),
    "page": ("page",),
}  # everything else is the block's own text


class Reasons:
    """The reasons of one page's labels, made when the first is asked for."""

    def __init__(self, blocks: Blocks, features: Features, model: Model, seen: View, batch: Batch) -> None:
        self.blocks, self.features, self.model = blocks, features, model
        self.seen, self.batch = seen, batch

    def __call__(self, block: int) -> str:
        """What decided about a block, in words."""
        names, effects = self._effects
        order = np.argsort(-np.abs(effects[:, block]))[:SHOWN]
        said = [
            f"{self._fact(names[family], block, effects[family, block] > 0)} ({effects[family, block]:+.1f})"
            for family in order.tolist()
            if abs(effects[family, block]) >= WORTH_SAYING
        ]
        return "; ".join(said) or "nothing in particular speaks for or against it"

    @cached_property
    def _effects(self) -> tuple[list[str], Matrix]:
        """For each family and block, what the family adds to the logit of content."""
        network = self.model.network
        whole = forward(network, self.batch)[:, 0]
        families = _families(self.seen.names)
        effects = []
        for columns in families.values():
            values = self.seen.values.copy()
            values[:, columns] = network["mean"][columns]
            without = Batch(values, self.batch.starts, self.batch.boxes, self.batch.groups)
            effects.append(whole - forward(network, without)[:, 0])
        return list(families), np.array(effects)

    @cached_property
    def _columns(self) -> dict[str, int]:
        return {name: column for column, name in enumerate(self.seen.names)}

    def _value(self, name: str, block: int) -> float:
        return float(self.seen.values[block, self._columns[name]])

    def _fact(self, family: str, block: int, good: bool) -> str:
        """What a family saw in a block."""
        side = "for" if good else "against"
        words = int(self.features.words[block])
        if family == "text":
            linked = 100 * float(self.features.link_share[block])
            return f"text of {words} words, {linked:.0f} % in links"
        if family == "boxes":
            inner, outer = self._percent("box1 all prose", block), self._percent("box3 all prose", block)
            return f"its boxes hold {inner} to {outer} % of the running text"
        if family == "make":
            size = int(np.sum(self.seen.groups == self.seen.groups[block]))
            share = self._percent("group prose", block)
            return f"one of {size} blocks of its make, {share} % of them running text"
        if family == "records":
            count = np.expm1(self._value("record count", block))
            return f"in one of {count:.0f} like boxes" if count >= 1 else "in no box that repeats"
        if family == "names":
            return (
                f"class and id names speak {'for' if self._value('names path', block) > 0 else 'against'} it"
            )
        if family == "comments":
            inside = self._value("comments", block) > 0
            return "in a box named for comments" if inside else "not in a box of comments"
        if family == "words":
            return f"its words speak {side} it"
        return self._other_fact(family, block)

    def _other_fact(self, family: str, block: int) -> str:
        if family == "heading":
            return "above the heading" if self._value("title above", block) else "the heading or below it"
        if family == "place":
            return f"at {self._percent('read', block)} % of the page's text"
        if family == "element":
            return f"a <{self.blocks.tree.tags[int(self.blocks.elements[block])]}>"
        return f"a page with {self._percent('page prose', block)} % running text"

    def _percent(self, name: str, block: int) -> str:
        return f"{100 * self._value(name, block):.0f}"


def _families(names: tuple[str, ...]) -> dict[str, NDArray[np.int64]]:
    of = {first: family for family, firsts in FAMILIES.items() for first in firsts}
    found = np.array([of.get(name.split()[0], "text") for name in names])
    return {family: np.flatnonzero(found == family) for family in sorted(set(found.tolist()))}
