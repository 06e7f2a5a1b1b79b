"""The kind of a kept block by its element."""

from __future__ import annotations

from zrno.blocks.vocabulary import HEADING_TAGS, ITEM_TAGS
from zrno.model import Kind


def kind_of(tag: str, content: bool) -> Kind:
    """Heading, item or paragraph for content, OTHER for the rest."""
    if not content:
        return Kind.OTHER
    if tag in HEADING_TAGS:
        return Kind.HEADING
    return Kind.ITEM if tag in ITEM_TAGS else Kind.PARAGRAPH
