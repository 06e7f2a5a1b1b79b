"""Whatever a caller has in hand (HTML, bytes, a file, an address) to a Page."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from zrno.config import Settings
from zrno.errors import OptionError, SourceError, SourceMissing, TooLarge
from zrno.model import Decoded, Page, Response

Source = str | bytes | Path

_ADDRESS = re.compile(r"\s*https?://\S+\s*", re.IGNORECASE)


def open_page(
    source: Source,
    *,
    settings: Settings,
    url: str | None = None,
    content_type: str | None = None,
    retrieved: datetime | None = None,
) -> Page:
    """The page of a source; a text is an address when it is nothing but one, otherwise HTML."""
    from zrno.acquire.parse import parse

    if not isinstance(source, str | bytes | Path):
        hint = "give HTML or an address as str, bytes, or a Path"
        raise OptionError(f"a {type(source).__name__} is no source", hint=hint)
    if isinstance(source, str) and not is_address(source):
        if len(source) > settings.limits.bytes:
            raise _too_large(len(source), settings, url or "the given text")
        decoded = Decoded(source, "utf-8", "given text", "given as text")
        return parse(decoded, Response(b"", url, retrieved=retrieved), limits=settings.limits)
    response = read(source, settings=settings, url=url, content_type=content_type, retrieved=retrieved)
    return open_response(response, settings=settings)


def open_response(response: Response, *, settings: Settings) -> Page:
    """The page of a response."""
    from zrno.acquire.decode import decode
    from zrno.acquire.parse import parse

    if len(response.body) > settings.limits.bytes:
        raise _too_large(len(response.body), settings, response.url or "the given bytes")
    decoded = decode(response.body, content_type=response.headers.get("content-type"), url=response.url or "")
    return parse(decoded, response, limits=settings.limits)


def read(
    source: Source,
    *,
    settings: Settings,
    url: str | None = None,
    content_type: str | None = None,
    retrieved: datetime | None = None,
) -> Response:
    """The bytes of a file, of an address or as given."""
    if isinstance(source, str):
        from zrno.acquire.fetch import fetch

        return fetch(source.strip(), settings=settings)
    headers = {"content-type": content_type} if content_type else {}
    body = source if isinstance(source, bytes) else _read_file(source, settings)
    return Response(body, url, headers=headers, retrieved=retrieved)


def is_address(text: str) -> bool:
    """Whether a text is an http or https address and nothing else."""
    return len(text) < 10_000 and _ADDRESS.fullmatch(text) is not None


def _read_file(path: Path, settings: Settings) -> bytes:
    try:
        size = path.stat().st_size
        if size > settings.limits.bytes:
            raise _too_large(size, settings, str(path))
        return path.read_bytes()
    except FileNotFoundError as error:
        raise SourceMissing("no such file", where=str(path)) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise SourceError(f"cannot be read: {reason}", where=str(path)) from error


def _too_large(size: int, settings: Settings, where: str) -> TooLarge:
    limit = settings.limits.bytes
    hint = "raise limits.bytes in the settings if such pages are wanted"
    return TooLarge(f"{size:,} bytes are more than the limit of {limit:,}", where=where, hint=hint)
