"""The frozen values that flow from stage to stage; no logic beyond reading them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Generic, Literal, TypeVar

from zrno.tree import Tree

T = TypeVar("T")

Mode = Literal["precision", "balanced", "recall"]
MODES: tuple[Mode, ...] = ("precision", "balanced", "recall")


@dataclass(frozen=True, slots=True)
class Response:
    """What a server or a file delivered."""

    body: bytes
    url: str | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)  # lower-case names
    retrieved: datetime | None = None


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, and how its encoding was decided."""

    text: str
    encoding: str
    origin: str  # "http header", "bom", "meta", "detection", "correction", "given text"
    reason: str  # in words, for people


@dataclass(frozen=True, slots=True)
class Page:
    """One parsed page with what is known of its retrieval."""

    tree: Tree
    url: str | None = None
    encoding: str = "utf-8"
    encoding_reason: str = "given as text"
    headers: Mapping[str, str] = field(default_factory=dict)
    retrieved: datetime | None = None


class Kind(StrEnum):
    """What a block is to the reader."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    CAPTION = "caption"  # of a picture: in the document, but not in its running text
    COMMENT = "comment"  # of a reader, below an article: chaff unless asked for
    BYLINE = "byline"  # who wrote it and when: chaff, the fields say it
    TEASER = "teaser"  # of another page: chaff
    OTHER = "other"  # any other chaff: not part of the document


CHAFF = frozenset({Kind.COMMENT, Kind.BYLINE, Kind.TEASER, Kind.OTHER})


@dataclass(frozen=True, slots=True)
class Label:
    """A method's verdict on one block: kind, how sure it is grain (0..1), and why."""

    block: int
    kind: Kind
    score: float
    why: str | Callable[[int], str]  # the reason, or what tells it for a block when somebody asks

    @property
    def reason(self) -> str:
        """Why, in words."""
        return self.why if isinstance(self.why, str) else self.why(self.block)

    @property
    def content(self) -> bool:
        """Whether the block belongs to the document."""
        return self.kind not in CHAFF

    @property
    def running(self) -> bool:
        """Whether it belongs to the running text of the document."""
        return self.content and self.kind is not Kind.CAPTION


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """One piece of metadata: its value, where it came from, how sure we are (0..1)."""

    value: T
    origin: str
    score: float
