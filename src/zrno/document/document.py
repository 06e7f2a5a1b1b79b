"""The Document: what the page says, who says it, and how sure we are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from zrno import registry
from zrno.blocks import Blocks, Features
from zrno.document.structure import Node
from zrno.model import Field, Label, Mode, Page


@dataclass(frozen=True, slots=True)
class DateField(Field[datetime]):
    """A date; where the page gives only the day, the value is its midnight."""

    has_time: bool = True

    def __str__(self) -> str:
        """ISO 8601, as exact as the page gives it."""
        return self.value.isoformat() if self.has_time else self.value.date().isoformat()


@dataclass(frozen=True, slots=True)
class Fields:
    """The metadata of a page; what is not there is None."""

    title: Field[str] | None = None
    date: DateField | None = None  # of publication
    modified: DateField | None = None
    authors: Field[tuple[str, ...]] | None = None
    keywords: Field[tuple[str, ...]] | None = None
    section: Field[str] | None = None
    site_name: Field[str] | None = None
    canonical: Field[str] | None = None
    description: Field[str] | None = None
    image: Field[str] | None = None
    language: Field[str] | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Document:
    """A page's grain: content, fields, and every block with its label.

    What costs time is made when it is first asked for, and remembered: whoever wants the text alone does
    not wait for the date. Nothing depends on the order of asking.
    """

    page: Page
    blocks: Blocks
    features: Features
    labels: Sequence[Label]
    method: str
    mode: Mode
    verdict: tuple[float, str] | None = None  # a confidence and its reason that came with the labels

    @cached_property
    def content(self) -> tuple[Node, ...]:
        """The kept blocks as structure, with links, marks, pictures and captions."""
        from zrno.document.assemble import structure

        return structure(self.page, self.blocks, self.features, self.labels)

    @cached_property
    def running(self) -> tuple[Node, ...]:
        """The structure of the running text alone: no links, marks, pictures and captions."""
        from zrno.document.assemble import structure

        return structure(self.page, self.blocks, self.features, self.labels, running=True)

    @cached_property
    def fields(self) -> Fields:
        """Title, date, authors and all other metadata."""
        from zrno.document import fields

        return fields.find(self.page, self.blocks, self.features, self.labels, text=self._running_text())

    @cached_property
    def fingerprint(self) -> str:
        """Of the running text; near-duplicates differ in few bits (see duplicates.py)."""
        from zrno.document import duplicates

        return duplicates.fingerprint(self._running_text())

    @property
    def confidence(self) -> float:
        """How sure we are that the page holds an article and we have it, 0..1."""
        return self._judged[0]

    @property
    def confidence_reason(self) -> str:
        """Why, in words."""
        return self._judged[1]

    @cached_property
    def _judged(self) -> tuple[float, str]:
        from zrno.document import confidence

        if self.verdict is not None:
            return self.verdict
        known = self.method in confidence.CALIBRATED
        return confidence.judge(
            self.blocks, self.features, self.labels, self.fields, url=self.url, calibrated=known
        )

    @property
    def url(self) -> str | None:
        """Where the page is from, if known."""
        return self.page.url

    @property
    def retrieved(self) -> datetime | None:
        """When the page was fetched, if known."""
        return self.page.retrieved

    @property
    def encoding(self) -> str:
        """The encoding its bytes were read in."""
        return self.page.encoding

    @property
    def encoding_reason(self) -> str:
        """How the encoding was decided."""
        return self.page.encoding_reason

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
    def date(self) -> DateField | None:
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

    def __repr__(self) -> str:
        # Nothing that would have to be worked out first.
        kept = sum(label.content for label in self.labels)
        place = f"{self.url!r}, " if self.url else ""
        return f"<Document {place}{self.method}/{self.mode}, {kept} of {len(self.labels)} blocks kept>"

    def _running_text(self) -> str:
        texts = zip(self.blocks.texts, self.labels, strict=True)
        return "\n".join(text for text, label in texts if label.running)
