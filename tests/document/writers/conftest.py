"""Documents made by hand, and from a page with every block kept."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.config import Limits
from zrno.document.document import Document, Fields
from zrno.document.structure import Node
from zrno.model import Kind, Label, Page

Make = Callable[..., Document]
VERDICT = (0.75, "two long paragraphs")


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
        doc = Document(page, blocks, measure(blocks), labels, method="news", mode="balanced", verdict=VERDICT)
        # What a document has worked out once it remembers; here it remembers what it is told.
        known = {"content": nodes, "running": nodes, "fields": fields or Fields()}
        vars(doc).update(known, fingerprint="00ff00ff00ff00ff")
        return doc

    return make
