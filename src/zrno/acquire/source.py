"""Whatever a caller has in hand (HTML, bytes, a file, an address) to a Page."""

from __future__ import annotations

import os
import re
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from zrno.config import Settings
from zrno.errors import FetchRefused, OptionError, SourceError, SourceMissing, TooLarge
from zrno.model import Decoded, Page, Response

Source = str | bytes | Path

STEP = 1024 * 1024  # bytes read at a time; asking for the whole limit at once would reserve it
LONGEST_ADDRESS = 10_000  # characters; servers refuse longer ones
SHOWN = 60  # characters of a wrong value worth showing
# Dates such as "tomorrow" or "last year" are reckoned from it and must stay in the calendar.
YEARS = range(1900, 9900)

_WEB = ("http", "https")
_ADDRESS = re.compile(r"\s*([a-z][a-z0-9+.-]{0,30})://\S+\s*", re.IGNORECASE)


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

    _check(source, settings, url=url, content_type=content_type, retrieved=retrieved)
    if isinstance(source, str) and not is_address(source):
        _refuse_foreign(source)
        if len(source) > settings.limits.bytes:
            raise _too_large(len(source), settings.limits.bytes, url or "the given text")
        decoded = Decoded(source, "utf-8", "given text", "given as text")
        return parse(decoded, Response(b"", url, retrieved=retrieved), limits=settings.limits)
    response = read(source, settings=settings, url=url, content_type=content_type, retrieved=retrieved)
    return open_response(response, settings=settings)


def open_response(response: Response, *, settings: Settings) -> Page:
    """The page of a response."""
    from zrno.acquire.decode import decode
    from zrno.acquire.parse import parse

    limit = settings.limits.bytes
    if len(response.body) > limit:
        raise _too_large(len(response.body), limit, response.url or "the given bytes")
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
    body = source if isinstance(source, bytes) else _read_file(source, settings.limits.bytes)
    return Response(body, url, headers=headers, retrieved=retrieved)


def read_stream(stream: IO[bytes], *, limit: int, where: str) -> bytes:
    """All of a stream, refused as soon as it is longer than the limit: some never end."""
    pieces: list[bytes] = []
    left = limit
    try:
        while piece := stream.read(min(STEP, left + 1)):
            if len(piece) > left:
                raise _too_large(None, limit, where)
            left -= len(piece)
            pieces.append(piece)
    except (OSError, ValueError) as error:
        raise _unreadable(error, where) from error
    return b"".join(pieces)


def is_address(text: str) -> bool:
    """Whether a text is an http or https address and nothing else."""
    return scheme_of(text) in _WEB


def scheme_of(text: str) -> str | None:
    """What stands before `://` in a text that is an address and nothing else, in lower case."""
    found = _ADDRESS.fullmatch(text) if len(text) < LONGEST_ADDRESS else None
    return found[1].lower() if found else None


def foreign_scheme(scheme: str, where: str, hint: str) -> FetchRefused:
    """The error for an address that is not of the web."""
    return FetchRefused(f"{scheme}: addresses are not read", where=where, hint=hint)


def _check(source: Any, settings: Any, **given: Any) -> None:
    """Types are promises that callers may break; the chain would fail somewhere deep in it."""
    if not isinstance(source, str | bytes | Path):
        hint = "give HTML or an address as str, bytes, or a Path"
        raise OptionError(f"a {type(source).__name__} is no source", hint=hint)
    if not isinstance(settings, Settings):
        raise OptionError(f"a {type(settings).__name__} is no Settings", hint="see zrno.config")
    kinds = {"url": str, "content_type": str, "retrieved": datetime}
    for name, value in given.items():
        if value is not None and not isinstance(value, kinds[name]):
            raise OptionError(f"{name}={value!r:.{SHOWN}} is no {kinds[name].__name__}")
    retrieved = given["retrieved"]
    if retrieved is not None and retrieved.year not in YEARS:
        hint = f"a year from {YEARS[0]} to {YEARS[-1]}"
        raise OptionError(f"retrieved={retrieved} is out of range", hint=hint)


def _refuse_foreign(text: str) -> None:
    """Nobody means the words `ftp://host/file` as a page; and no text may ever open a file."""
    scheme = scheme_of(text)
    if scheme is not None:
        hint = "give a pathlib.Path" if scheme == "file" else "give an http:// or https:// address, or a file"
        raise foreign_scheme(scheme, text.strip(), hint)


def _read_file(path: Path, limit: int) -> bytes:
    where = str(path)
    try:
        with path.open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size  # nothing for pipes and devices: they are counted
            if size > limit:
                raise _too_large(size, limit, where)
            return read_stream(stream, limit=limit, where=where)
    except FileNotFoundError as error:
        raise SourceMissing("no such file", where=where) from error
    except (OSError, ValueError) as error:
        raise _unreadable(error, where) from error


def _unreadable(error: Exception, where: str) -> SourceError:
    reason = getattr(error, "strerror", None) or str(error)
    return SourceError(f"cannot be read: {reason}", where=where)


def _too_large(size: int | None, limit: int, where: str) -> TooLarge:
    hint = "raise limits.bytes in the settings if such pages are wanted"
    what = "more than" if size is None else f"{size:,} bytes are more than"
    return TooLarge(f"{what} the limit of {limit:,} bytes", where=where, hint=hint)
