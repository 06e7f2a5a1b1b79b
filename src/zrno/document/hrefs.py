"""Addresses of links and images: absolute where the page's is known, and harmless."""

from __future__ import annotations

import re
from urllib.parse import urljoin, urlsplit

from zrno.model import Page

# What a reader may follow from a document; `javascript:` and `data:` run or carry code.
SCHEMES = frozenset({"http", "https", "mailto"})
MAX_ADDRESS = 8_000  # characters; servers refuse request lines about this long
MAX_FIELD = 2_000  # characters of an address that is a field; about where browsers and caches stop

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.\-]{0,30}):")
# Browsers ignore these inside an address, so `java\nscript:` is a scheme as well.
_IGNORED = dict.fromkeys([*range(0x20), 0x7F])


def base_of(page: Page) -> str:
    """The address that relative ones start from; empty where it is not known."""
    own = page.url or ""
    for element in page.tree.find("base"):
        if href := page.tree.get(element, "href"):
            return absolute(href, own) or own
    return own


def absolute(href: str, base: str) -> str:
    """The full address, or "" for one that leads nowhere or is not harmless."""
    href = href.translate(_IGNORED).strip()
    if not href or len(href) > MAX_ADDRESS or (href.startswith("#") and not base):
        return ""
    try:
        joined = urljoin(base, href)
    except ValueError:  # broken brackets of an IPv6 host
        return ""
    if joined.startswith("//"):
        joined = "https:" + joined
    return joined if harmless(joined) else ""


def web_address(href: str, base: str) -> str:
    """The full http or https address, or "" where there is none: what a field may hold."""
    found = absolute(href, base) if len(href) <= MAX_FIELD else ""
    try:
        parts = urlsplit(found)
        return found if parts.scheme in ("http", "https") and parts.hostname else ""
    except ValueError:
        return ""


def harmless(href: str) -> bool:
    """Whether an address is relative or of a scheme that carries no code."""
    scheme = _SCHEME.match(href.translate(_IGNORED).strip())
    return scheme is None or scheme[1].lower() in SCHEMES
