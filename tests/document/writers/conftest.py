"""Documents made by hand, and from a page with every block kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document.document import Document, Fields
from zrno.document.structure import Node
from zrno.model import Kind, Label, Page

Make = Callable[..., Document]


@pytest.fixture(scope="session")
def document() -> Make:
    """A document of these nodes, with these fields; the page behind it has two blocks."""

    def make(*nodes: Node, fields: Fields | None = None, url: str | None = None) -> Document:
        page = Page(parse_tree("<p>První odstavec.</p><p>Patička</p>", limits=Limits()), url=url)
        blocks = split(page)
        labels = [
            Label(0, Kind.PARAGRAPH, 0.9, "long text, few links"),
            Label(1, Kind.OTHER, 0.1, "short"),
        ]
        return Document(
            content=tuple(nodes),
            fields=fields or Fields(),
            blocks=blocks,
            labels=labels,
            method="news",
            mode="balanced",
            confidence=0.75,
            confidence_reason="two long paragraphs",
            fingerprint="00ff00ff00ff00ff",
            url=url,
            encoding="utf-8",
            encoding_reason="given as text",
        )

    return make
