"""The chain from page to document: read this first."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from zrno import config, registry
from zrno.acquire import Source, open_page
from zrno.blocks import measure, split
from zrno.classify import label
from zrno.document import Document, compose
from zrno.errors import OptionError
from zrno.model import MODES, Mode, Page


def extract(
    source: Source,
    *,
    method: str | None = None,
    mode: str | None = None,
    url: str | None = None,
    options: Mapping[str, Any] | None = None,
    retrieved: datetime | None = None,
    settings: config.Settings | None = None,
) -> Document:
    """The document of a page given as HTML text, bytes, Path or address.

    `options` are those of the method; `retrieved` resolves dates such as "yesterday".
    """
    settings = settings or config.load()
    page = open_page(source, settings=settings, url=url, retrieved=retrieved)
    return extract_page(page, method=method, mode=mode, options=options, settings=settings)


def extract_page(
    page: Page,
    *,
    method: str | None = None,
    mode: str | None = None,
    options: Mapping[str, Any] | None = None,
    settings: config.Settings | None = None,
) -> Document:
    """The document of a parsed page."""
    settings = settings or config.load()
    name, chosen = method or settings.method, _mode(mode or settings.mode)
    if options is not None and not isinstance(options, Mapping):
        raise OptionError("options are names with values", hint='for example {"comments": True}')
    options = {**(settings.methods.get(name, {}) if isinstance(name, str) else {}), **(options or {})}

    blocks = split(page)
    features = measure(blocks)
    labels = label(page, blocks, features, method=name, mode=chosen, options=options)
    return compose(page, blocks, features, labels, method=name, mode=chosen)


def methods() -> list[str]:
    """The names of the registered methods."""
    return registry.names(registry.METHODS)


def _mode(name: str) -> Mode:
    for mode in MODES:
        if mode == name:
            return mode
    raise OptionError(f"no mode {name!r}", hint=f"known: {', '.join(MODES)}")
