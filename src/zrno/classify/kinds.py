"""The kinds of kept blocks, by their elements."""

from __future__ import annotations

from collections.abc import Iterable

from zrno.blocks import Blocks
from zrno.blocks.features import covered
from zrno.blocks.vocabulary import HEADING_TAGS, ITEM_TAGS
from zrno.model import Kind


def kinds_of(blocks: Blocks, kept: Iterable[bool]) -> list[Kind]:
    """Heading, item, caption or paragraph for kept blocks, OTHER for the rest."""
    tree, elements = blocks.tree, blocks.elements.tolist()
    captions = covered(tree, tree.find("figcaption"))
    return [
        _kind(tree.tags[element], bool(captions[element])) if content else Kind.OTHER
        for element, content in zip(elements, kept, strict=True)
    ]


def _kind(tag: str, caption: bool) -> Kind:
    if caption:
        return Kind.CAPTION
    if tag in HEADING_TAGS:
        return Kind.HEADING
    return Kind.ITEM if tag in ITEM_TAGS else Kind.PARAGRAPH
