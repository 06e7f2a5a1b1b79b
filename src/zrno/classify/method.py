"""What a method is: a function from blocks to labels, its options, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from zrno import registry
from zrno.blocks import Blocks, Features
from zrno.model import Label, Mode, Page
from zrno.parameters import build


class Labeller(Protocol):
    """Labels every block of a page, in order."""

    def __call__(
        self, page: Page, blocks: Blocks, features: Features, *, mode: Mode, options: Any
    ) -> list[Label]: ...


@dataclass(frozen=True, slots=True)
class NoOptions:
    """For methods without options."""


@dataclass(frozen=True, slots=True)
class Method:
    """A registered way of telling grain from chaff."""

    name: str
    summary: str  # one line
    source: str  # who published the idea
    licence: str  # of its trained parts, or of the code where it has none
    label: Labeller
    options: type[Any] = NoOptions


def find(name: str) -> Method:
    """The method registered under a name."""
    method: Method = registry.load(registry.METHODS, name)
    return method


def label(
    page: Page,
    blocks: Blocks,
    features: Features,
    *,
    method: str,
    mode: Mode = "balanced",
    options: Mapping[str, Any] | None = None,
) -> list[Label]:
    """The labels a method gives to the blocks of a page."""
    chosen = find(method)
    return chosen.label(page, blocks, features, mode=mode, options=build(chosen.options, options or {}))
