"""LABELS TO DOCUMENT: content with structure, fields with origin, a confidence."""

from __future__ import annotations

from collections.abc import Sequence

from zrno.blocks import Blocks, Features
from zrno.document.document import DateField, Document, Fields
from zrno.model import Label, Mode, Page

__all__ = ["DateField", "Document", "Fields", "compose"]


def compose(
    page: Page,
    blocks: Blocks,
    features: Features,
    labels: Sequence[Label],
    *,
    method: str,
    mode: Mode,
    confidence: tuple[float, str] | None = None,
) -> Document:
    """The document of labelled blocks; a confidence (with its reason) given by the method is believed."""
    return Document(page, blocks, features, labels, method=method, mode=mode, verdict=confidence)
