"""The Document: what the page says, who says it, and how sure we are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from zrno import registry
from zrno.blocks import Blocks
from zrno.document.structure import Node
from zrno.model import Field, Label, Mode


@dataclass(frozen=True, slots=True)
class Fields:
    """The metadata of a page; what is not there is None."""

    title: Field[str] | None = None
    date: Field[datetime] | None = None  # of publication
    modified: Field[datetime] | None = None
    authors: Field[tuple[str, ...]] | None = None
    keywords: Field[tuple[str, ...]] | None = None
    section: Field[str] | None = None
    site_name: Field[str] | None = None
    canonical: Field[str] | None = None
    description: Field[str] | None = None
    image: Field[str] | None = None
    language: Field[str] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Document:
    """A page's grain: content, fields, and every block with its label."""

    content: tuple[Node, ...]
    fields: Fields
    blocks: Blocks
    labels: Sequence[Label]
    method: str
    mode: Mode
    confidence: float  # 0..1: that this page holds an article and we have it
    confidence_reason: str
    fingerprint: str  # of the content; near-duplicates differ in few bits (see duplicates.py)
    url: str | None = None
    encoding: str = "utf-8"
    encoding_reason: str = ""

    @property
    def text(self) -> str:
        """The plain text, paragraphs apart by an empty line."""
        return self.write("text")

    @property
    def markdown(self) -> str:
        """The content as Markdown."""
        return self.write("markdown")

    @property
    def title(self) -> Field[str] | None:
        """The title of the article."""
        return self.fields.title

    @property
    def date(self) -> Field[datetime] | None:
        """When it was published."""
        return self.fields.date

    @property
    def authors(self) -> Field[tuple[str, ...]] | None:
        """Who wrote it."""
        return self.fields.authors

    @property
    def keywords(self) -> Field[tuple[str, ...]] | None:
        """Its keywords or tags."""
        return self.fields.keywords

    @property
    def language(self) -> Field[str] | None:
        """The language it is written in, ISO 639-1."""
        return self.fields.language

    def write(self, format: str) -> str:
        """The document in a registered format: text, markdown, html, json, xml, cleaneval."""
        writer = registry.load(registry.WRITERS, format)
        return str(writer(self))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values for JSON."""
        from zrno.document.writers.json import to_dict

        return to_dict(self)
