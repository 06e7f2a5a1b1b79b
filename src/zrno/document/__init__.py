"""LABELS TO DOCUMENT: content with structure, fields with origin, a confidence."""

from __future__ import annotations

from collections.abc import Sequence

from zrno.blocks import Blocks, Features
from zrno.document.document import Document, Fields
from zrno.model import Label, Mode, Page

__all__ = ["Document", "Fields", "compose"]


def compose(
    page: Page, blocks: Blocks, features: Features, labels: Sequence[Label], *, method: str, mode: Mode
) -> Document:
    """The document of labelled blocks."""
    from zrno.document import confidence, duplicates, fields
    from zrno.document.assemble import structure

    text = "\n".join(each for each, label in zip(blocks.texts, labels, strict=True) if label.running)
    fingerprint = duplicates.fingerprint(text)
    found = fields.find(page, blocks, features, labels, text=text)
    del text  # on a huge page it is as large as everything that follows
    score, reason = confidence.judge(blocks, features, labels, found)
    return Document(
        content=structure(page, blocks, labels),
        fields=found,
        blocks=blocks,
        labels=labels,
        method=method,
        mode=mode,
        confidence=score,
        confidence_reason=reason,
        fingerprint=fingerprint,
        url=page.url,
        encoding=page.encoding,
        encoding_reason=page.encoding_reason,
    )
