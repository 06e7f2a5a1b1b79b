"""One page over HTTP: checked addresses, bounded time, bounded size.

httpx gives the values (addresses, headers, cookies), its httpcore the connections. Redirects and
decompression are done here, because every hop must be checked, and because the decoders of httpx
inflate a whole chunk at once: 64 kB of brotli can become gigabytes.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, cast

from zrno.acquire import addresses
from zrno.config import Settings
from zrno.errors import FetchError, FetchFailed, FetchRefused, NotText, TooLarge
from zrno.model import Response

if TYPE_CHECKING:
    import httpcore
    import httpx

ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"  # what browsers send
ACCEPT_ENCODING = "gzip, deflate, br, zstd"
REDIRECTS = frozenset({301, 302, 303, 307, 308})
SUCCESS = range(200, 300)
SERVER_ERRORS = range(500, 600)
HIGHEST_PORT = 65535
SHORTEST_WAIT = 0.001  # seconds

STEP = 64 * 1024  # bytes a decoder may give at a time
ZSTD_STEP = 64  # bytes fed at a time: a block of four bytes can stand for 128 kB (RFC 8878)
ZSTD_WINDOW = 8 * 1024 * 1024  # the largest window allowed on the web (RFC 9659)
MAX_ENCODINGS = 4  # nobody compresses more than twice; a longer list is an attack
GZIP_MAGIC = b"\x1f\x8b"
GZIP_BITS = 16 + zlib.MAX_WBITS

BINARY_TYPES = ("image/", "video/", "audio/", "font/")
BINARY_DOCUMENTS = ("application/pdf", "application/zip", "application/gzip", "application/epub+zip")

SAVE_HINT = "open the page in a browser, save it, and give the file instead"
STATUS_HINTS = {
    400: ("the server does not understand the request", "check the address"),
    401: ("the page needs a login", SAVE_HINT),
    402: ("the page must be paid for", SAVE_HINT),
    403: ("the site refuses this reader", f"it may block programs or this network; {SAVE_HINT}"),
    404: ("no such page", "check the address; an older copy may be in a web archive"),
    406: ("the site refuses this reader", SAVE_HINT),
    407: ("a proxy needs a login", SAVE_HINT),
    410: ("the page was removed", "an older copy may be in a web archive"),
    418: ("the site refuses this reader", f"it may block programs or this network; {SAVE_HINT}"),
    429: ("too many requests", "wait before the next request and ask less often"),
    451: ("the page is withheld for legal reasons", "it may be open from another country"),
}
SERVER_HINT = "the trouble is on the server's side; try again later"


def fetch(
    url: str, *, settings: Settings | None = None, rule: addresses.Rule = addresses.refusal
) -> Response:
    """The page at an address, redirects followed; see docs/guide/fetching.md.

    `rule` says which network addresses are refused; `fetch.allow_private` turns it off.
    """
    import httpx

    settings = settings or Settings()
    clock = _Clock(time.monotonic() + settings.fetch.deadline)
    place, cookies, seen = _parse(url), httpx.Cookies(), list[tuple[str, str]]()
    with _translated(_shown(place), clock, settings), _pool(settings, clock, rule) as pool:
        while True:
            request = httpx.Request("GET", place, headers=_headers(settings), cookies=cookies)
            _note_hop(seen, request, settings.fetch.redirects)
            with _answer(pool, request, settings) as answer:
                cookies.extract_cookies(answer)
                if answer.status_code not in REDIRECTS:
                    return _read(answer, settings.limits.bytes, clock)
            place = _target(answer)


@dataclass(frozen=True, slots=True)
class _Clock:
    """When this page must be there at the latest."""

    end: float

    def left(self) -> float:
        return self.end - time.monotonic()

    def check(self) -> None:
        if self.left() <= 0:
            raise TimeoutError

    def wait(self, timeout: float | None) -> float:
        """How long one step may wait; never zero, which would mean not to wait at all."""
        self.check()
        left = max(self.left(), SHORTEST_WAIT)
        return left if timeout is None else min(timeout, left)


def _parse(url: str) -> httpx.URL:
    """The address, or a word on what is wrong with it."""
    import httpx

    text = url.strip()
    try:
        place = httpx.URL(text)
        host = place.host and place.raw_host.decode("ascii")  # reading `host` checks the IDN form
    except (httpx.InvalidURL, ValueError, TypeError) as error:
        raise FetchRefused("not a valid address", where=_short(text), hint=str(error)) from error
    if place.scheme not in ("http", "https"):
        said = f"{place.scheme}:" if place.scheme else "nothing"
        hint = "give an http:// or https:// address"
        raise FetchRefused(f"begins with {said}", where=_short(text), hint=hint)
    if place.userinfo:
        hint = "leave out the part before @"
        raise FetchRefused("the address carries a user name", where=_shown(place), hint=hint)
    if not host or "%" in host.partition(":")[0] or (place.port or 0) > HIGHEST_PORT:
        hint = "an address reads http://host/path"
        raise FetchRefused("no valid host in the address", where=_short(text), hint=hint)
    return place.copy_with(fragment=None)


def _short(text: str) -> str:
    longest = 200  # characters of an address worth showing
    return text if len(text) <= longest else text[:longest] + "…"


def _shown(place: httpx.URL) -> str:
    """The address without what must not get into a log."""
    return _short(str(place.copy_with(userinfo=b"", fragment=None)))


def _headers(settings: Settings) -> dict[str, str]:
    return {"User-Agent": settings.fetch.agent, "Accept": ACCEPT, "Accept-Encoding": ACCEPT_ENCODING}


def _note_hop(seen: list[tuple[str, str]], request: httpx.Request, limit: int) -> None:
    """Remember the hop; the same address is a circle only when no new cookie came."""
    hop = (str(request.url), request.headers.get("cookie", ""))
    where = _shown(request.url)
    if hop in seen:
        trail = " -> ".join(_short(url) for url, _ in [*seen[seen.index(hop) :], hop])
        raise FetchFailed(f"redirects in a circle: {trail}", where=where, hint=SAVE_HINT)
    if len(seen) > limit:
        raise TooLarge(f"more than {limit} redirects", where=where, hint="raise fetch.redirects")
    seen.append(hop)


def _target(answer: httpx.Response) -> httpx.URL:
    """Where a redirect leads."""
    import httpx

    here = _shown(answer.request.url)
    location = answer.headers.get("location")
    if location is None:
        raise FetchFailed("redirects without saying where", where=here, hint=SAVE_HINT)
    try:
        place = answer.request.url.join(location.strip())
    except (httpx.InvalidURL, ValueError) as error:
        raise FetchFailed("redirects to a broken address", where=here, hint=str(error)) from error
    return _parse(str(place))


@contextmanager
def _answer(
    pool: httpcore.ConnectionPool, request: httpx.Request, settings: Settings
) -> Iterator[httpx.Response]:
    import httpcore
    import httpx

    url, wait = request.url, settings.fetch.timeout
    target = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
    waits = {"connect": wait, "read": wait, "write": wait, "pool": wait}
    with pool.stream("GET", target, headers=request.headers.raw, extensions={"timeout": waits}) as raw:
        stream = cast("httpx.SyncByteStream", raw.stream)
        yield httpx.Response(raw.status, headers=raw.headers, stream=stream, request=request)


def _read(answer: httpx.Response, limit: int, clock: _Clock) -> Response:
    """The body of a good answer; others become an error in words."""
    where = _shown(answer.request.url)
    if answer.status_code not in SUCCESS:
        raise _status_error(answer, where)
    kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind.startswith(BINARY_TYPES) or kind in BINARY_DOCUMENTS:
        raise NotText(f"the server sends {kind}", where=where, hint="only pages of text can be read")
    announced = answer.headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and int(announced) > limit:
        raise _too_large(limit)
    body = b"".join(_body(answer, limit, clock))
    headers = {name.lower(): value for name, value in answer.headers.items()}
    return Response(body, str(answer.request.url), answer.status_code, headers, datetime.now(UTC))


def _status_error(answer: httpx.Response, where: str) -> FetchError:
    status = answer.status_code
    said, hint = STATUS_HINTS.get(status, ("the server answers with an error", SERVER_HINT))
    pause = answer.headers.get("retry-after")
    if pause:
        hint = f"{hint}; the server says: wait {_short(pause)}" + (" s" if pause.isdigit() else "")
    kind = FetchFailed if status in SERVER_ERRORS or status not in range(400, 500) else FetchRefused
    return kind(f"{said} (status {status})", where=where, hint=hint)


def _too_large(limit: int) -> TooLarge:
    return TooLarge(f"more than {limit} bytes", hint="raise limits.bytes")


@contextmanager
def _translated(where: str, clock: _Clock, settings: Settings) -> Iterator[None]:
    """Everything the network code raises, as an error of ours."""
    import ssl

    import brotli
    import httpcore
    import httpx
    import zstandard

    late = (httpcore.TimeoutException, TimeoutError)
    broken = (zlib.error, brotli.error, zstandard.ZstdError, EOFError)
    try:
        yield
    except TooLarge as error:
        raise TooLarge(error.what, where=error.where or where, hint=error.hint) from error
    except late as error:
        raise _late(where, clock, settings) from error
    except (httpcore.ConnectError, ssl.SSLError) as error:
        raise FetchFailed("cannot connect", where=where, hint=_words(error)) from error
    except broken as error:
        what = "the compressed body is damaged or broken off"
        raise FetchFailed(what, where=where, hint=_words(error)) from error
    except (httpcore.NetworkError, httpcore.ProtocolError, OSError) as error:
        raise FetchFailed("the transfer broke off", where=where, hint=_words(error)) from error
    except (httpcore.UnsupportedProtocol, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        raise FetchFailed("the request failed", where=where, hint=_words(error)) from error


def _late(where: str, clock: _Clock, settings: Settings) -> FetchFailed:
    if clock.left() <= 0:
        what = f"not complete after {settings.fetch.deadline:g} s"
        return FetchFailed(what, where=where, hint="raise fetch.deadline")
    what = f"no answer for {settings.fetch.timeout:g} s"
    return FetchFailed(what, where=where, hint="try again later, or raise fetch.timeout")


def _words(error: BaseException) -> str:
    return _short(str(error)) or type(error).__name__


@contextmanager
def _pool(settings: Settings, clock: _Clock, rule: addresses.Rule) -> Iterator[httpcore.ConnectionPool]:
    import httpcore

    checked = None if settings.fetch.allow_private else rule
    backend = addresses.Backend(httpcore.SyncBackend(), checked, clock.wait)
    # No proxy is read from the environment: it would look names up itself, unchecked.
    with httpcore.ConnectionPool(network_backend=cast("httpcore.NetworkBackend", backend)) as pool:
        yield pool


# Decompression: every layer is a stream of small pieces, counted and timed.


def _body(answer: httpx.Response, limit: int, clock: _Clock) -> Iterator[bytes]:
    """The body, decompressed layer by layer from the outermost."""
    names = answer.headers.get("content-encoding", "").lower().split(",")
    decoders = [_DECODERS[name.strip()] for name in reversed(names) if name.strip() in _DECODERS]
    if len(decoders) > MAX_ENCODINGS:
        raise TooLarge(f"compressed {len(decoders)} times over", hint=SAVE_HINT)
    stream = _bounded(cast("Iterable[bytes]", answer.stream), limit, clock)
    for decoder in decoders:
        stream = _bounded(decoder(stream), limit, clock)
    return stream


def _bounded(pieces: Iterable[bytes], limit: int, clock: _Clock) -> Iterator[bytes]:
    total = 0
    for piece in pieces:
        clock.check()
        total += len(piece)
        if total > limit:
            raise _too_large(limit)
        yield piece


def _gunzip(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Members one after another; what follows the last one is padding."""
    machine = zlib.decompressobj(GZIP_BITS)
    rest, begun = b"", False
    for piece in pieces:
        rest += piece
        while rest:
            if machine.eof:
                if len(rest) < len(GZIP_MAGIC):
                    break
                if not rest.startswith(GZIP_MAGIC):
                    return
                machine = zlib.decompressobj(GZIP_BITS)
            begun = True
            yield machine.decompress(rest, STEP)
            rest = machine.unused_data if machine.eof else machine.unconsumed_tail
    yield from _drain(machine, begun)


def _inflate(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """What servers call deflate: with zlib's two bytes in front, or without."""
    header = b""
    machine = None
    for piece in pieces:
        rest = header + piece
        if machine is None:
            if len(rest) < 2:
                header = rest
                continue
            wrapped = rest[0] & 0x0F == zlib.DEFLATED and int.from_bytes(rest[:2]) % 31 == 0  # RFC 1950
            machine, header = zlib.decompressobj(zlib.MAX_WBITS if wrapped else -zlib.MAX_WBITS), b""
        while rest and not machine.eof:
            yield machine.decompress(rest, STEP)
            rest = machine.unconsumed_tail
    if machine is None and header:
        raise EOFError("one byte is no deflate stream")
    if machine is not None:
        yield from _drain(machine, True)


def _drain(machine: Any, begun: bool) -> Iterator[bytes]:
    """What zlib still holds back; then the stream must be at its end."""
    while begun and not machine.eof:
        piece = machine.decompress(b"", STEP)
        if not piece:
            raise EOFError("the stream ends too early")
        yield piece


def _unbrotli(pieces: Iterator[bytes]) -> Iterator[bytes]:
    import brotli

    machine, begun = brotli.Decompressor(), False
    for piece in pieces:
        if machine.is_finished():
            return
        begun = begun or bool(piece)
        ready = machine.process(piece, output_buffer_limit=STEP)
        yield ready
        while not machine.is_finished() and (ready or not machine.can_accept_more_data()):
            ready = machine.process(b"", output_buffer_limit=STEP)
            yield ready
    if begun and not machine.is_finished():
        raise EOFError("the stream ends too early")


def _unzstd(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """Frames one after another, fed in slices so small that their output is small too."""
    import zstandard

    maker = zstandard.ZstdDecompressor(max_window_size=ZSTD_WINDOW)
    machine, begun = maker.decompressobj(), False
    for piece in pieces:
        for start in range(0, len(piece), ZSTD_STEP):
            rest = piece[start : start + ZSTD_STEP]
            while rest:
                if machine.eof:
                    machine = maker.decompressobj()
                begun = True
                yield machine.decompress(rest)
                rest = machine.unused_data if machine.eof else b""
    if begun and not machine.eof:
        raise EOFError("the stream ends too early")


_DECODERS = {"gzip": _gunzip, "x-gzip": _gunzip, "deflate": _inflate, "br": _unbrotli, "zstd": _unzstd}
