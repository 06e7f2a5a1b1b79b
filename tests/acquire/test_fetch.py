from __future__ import annotations

import gzip
import socket
import sys
import time
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING

import brotli
import pytest
import zstandard

from zrno.acquire.fetch import _parse, fetch
from zrno.config import Fetch, Settings
from zrno.errors import FetchFailed, FetchRefused, NotText, TooLarge, ZrnoError

if TYPE_CHECKING:
    from conftest import Web

PAGE = "<p>Na dvoře je tma.</p>".encode()
BOMB_SIZE = 200_000_000


def raw_deflate(data: bytes) -> bytes:
    machine = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return machine.compress(data) + machine.flush()


COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": brotli.compress,
    "zstd": zstandard.compress,
}


def test_a_page_comes_with_all_that_is_known(web: Web, near: Settings) -> None:
    url = web.page("/a", PAGE, headers={"Content-Type": "text/html; charset=utf-8", "X-Two": "b"})
    got = fetch(url, settings=near)
    assert (got.body, got.url, got.status) == (PAGE, url, 200)
    assert got.headers["content-type"] == "text/html; charset=utf-8"
    assert got.headers["x-two"] == "b"
    assert got.retrieved is not None
    assert got.retrieved.tzinfo is UTC
    assert abs(datetime.now(UTC) - got.retrieved) < timedelta(minutes=1)


def test_the_agent_is_honest_and_the_host_is_named(web: Web, near: Settings) -> None:
    web.page("/a", PAGE)
    fetch(web.url("/a", "localhost"), settings=replace(near, fetch=replace(near.fetch, agent="reader/1")))
    [(_, headers)] = web.requests
    assert headers["user-agent"] == "reader/1"
    assert headers["host"] == f"localhost:{web.port}"


def test_the_fragment_stays_here(web: Web, near: Settings) -> None:
    url = web.page("/a?q=1", PAGE)
    assert fetch(url + "#part", settings=near).url == url
    assert web.requests[0][0] == "/a?q=1"


# Redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(web: Web, near: Settings, status: int) -> None:
    web.page("/deep/b", PAGE)
    url = web.redirect("/a", "deep/b", status)
    got = fetch(url, settings=near)
    assert (got.body, got.url) == (PAGE, web.url("/deep/b"))


def test_as_many_redirects_as_allowed(web: Web, near: Settings) -> None:
    for i in range(4):
        web.redirect(f"/{i}", f"/{i + 1}")
    web.page("/4", PAGE)
    assert fetch(web.url("/1"), settings=near).body == PAGE
    with pytest.raises(TooLarge, match="more than 3 redirects"):
        fetch(web.url("/0"), settings=near)


def test_a_circle_is_named(web: Web, near: Settings) -> None:
    web.redirect("/a", "/b")
    web.redirect("/b", "/a#again")
    with pytest.raises(FetchFailed, match="circle") as caught:
        fetch(web.url("/a"), settings=near)
    a, b = web.url("/a"), web.url("/b")
    assert f"{a} -> {b} -> {a}" in caught.value.what


def test_a_redirect_to_itself_with_a_cookie_is_no_circle(web: Web, near: Settings) -> None:
    def answer(call: BaseHTTPRequestHandler) -> None:
        known = "seen=1" in call.headers.get("Cookie", "")
        call.send_response(200 if known else 302)
        if not known:
            call.send_header("Location", "/a")
            call.send_header("Set-Cookie", "seen=1; Path=/")
        call.send_header("Content-Length", "2" if known else "0")
        call.end_headers()
        call.wfile.write(b"ok" if known else b"")

    web.routes["/a"] = answer
    assert fetch(web.url("/a"), settings=near).body == b"ok"


@pytest.mark.parametrize(
    ("location", "kind", "word"),
    [
        ("file:///etc/passwd", FetchRefused, "begins with file:"),
        ("http://user:secret@127.0.0.1/", FetchRefused, "user name"),
        ("http://a b/", FetchRefused, "host"),
        ("http://[::1", FetchFailed, "broken address"),
    ],
)
def test_bad_redirects(web: Web, near: Settings, location: str, kind: type[ZrnoError], word: str) -> None:
    with pytest.raises(kind, match=word) as caught:
        fetch(web.redirect("/a", location), settings=near)
    assert "secret" not in str(caught.value)


def test_a_redirect_to_nowhere(web: Web, near: Settings) -> None:
    with pytest.raises(FetchFailed, match="without saying where"):
        fetch(web.page("/a", b"", 302), settings=near)


# Addresses


def test_loopback_is_refused_by_default(web: Web) -> None:
    web.page("/a", PAGE)
    for host in ("127.0.0.1", "localhost", "127.1", "2130706433", "[::ffff:127.0.0.1]"):
        with pytest.raises(FetchRefused, match="loopback"):
            fetch(web.url("/a", host))
    assert web.requests == []


def test_every_hop_is_checked(web: Web, near: Settings) -> None:
    """127.0.0.1 stands for the public network here, 127.0.0.2 for the private one."""
    strict = replace(near, fetch=replace(near.fetch, allow_private=False))

    def rule(address: str) -> str | None:
        return None if address == "127.0.0.1" else "private"

    web.page("/b", PAGE)
    web.redirect("/a", web.url("/b", "127.0.0.2"))
    assert fetch(web.url("/b"), settings=strict, rule=rule).body == PAGE
    with pytest.raises(FetchRefused, match=r"127\.0\.0\.2 is private"):
        fetch(web.url("/a"), settings=strict, rule=rule)


_events: list[tuple[str, object]] = []
_listening = False


def _listen(event: str, args: tuple[object, ...]) -> None:
    if _listening and event == "socket.getaddrinfo":
        _events.append(("look up", args[0]))
    elif _listening and event == "socket.connect":
        _events.append(("connect", args[1]))


@pytest.fixture
def network_events() -> Iterator[list[tuple[str, object]]]:
    """What the interpreter itself reports of look-ups and connections (an audit hook)."""
    global _listening
    if not getattr(sys, "_zrno_listening", False):
        sys.addaudithook(_listen)  # stays for good, so it is added once and switched
        sys._zrno_listening = True  # type: ignore[attr-defined]
    _events.clear()
    _listening = True
    yield _events
    _listening = False


def test_the_name_is_looked_up_once_and_the_checked_address_used(
    web: Web, near: Settings, network_events: list[tuple[str, object]]
) -> None:
    checked: list[str] = []

    def rule(address: str) -> str | None:
        checked.append(address)
        return "version 6" if ":" in address else None

    web.page("/a", PAGE)
    strict = replace(near, fetch=replace(near.fetch, allow_private=False))
    fetch(web.url("/a", "localhost"), settings=strict, rule=rule)
    assert [what for what in network_events if what[1] in ("localhost", b"localhost")] == [
        ("look up", "localhost")
    ]
    connected = [place for what, place in network_events if what == "connect"]
    assert connected == [("127.0.0.1", web.port)]
    assert "127.0.0.1" in checked


def test_proxies_of_the_environment_are_not_asked(
    web: Web, near: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert fetch(web.page("/a", PAGE), settings=near).body == PAGE


# Bad addresses


@pytest.mark.parametrize(
    ("url", "word"),
    [
        ("", "begins with nothing"),
        ("example.com/page", "begins with nothing"),
        ("ftp://example.com/", "begins with ftp:"),
        ("javascript:alert(1)", "begins with javascript:"),
        ("http://", "no valid host"),
        ("http:///path", "no valid host"),
        ("http://two words/", "no valid host"),
        ("http://host:99999/", "no valid host"),
        ("http://host:port/", "not a valid address"),
        ("http://a\x00b/", "not a valid address"),
        ("http://a/\r\nHost: b", "not a valid address"),
        ("http://xn--/", "not a valid address"),
        ("http://user:secret@example.com/", "user name"),
        ("http://" + "a" * 100_000, "not a valid address"),
    ],
)
def test_a_bad_address_is_an_error_in_words(url: str, word: str) -> None:
    with pytest.raises(FetchRefused, match=word) as caught:
        fetch(url)
    assert "secret" not in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_other_alphabets_in_the_path_work(web: Web, near: Settings) -> None:
    web.page("/%C5%99eka?q=%C5%BE%20a", PAGE)
    assert fetch(web.url("/řeka?q=ž a"), settings=near).body == PAGE


def test_a_name_in_another_alphabet_gets_its_ascii_form() -> None:
    assert _parse("http://příklad.cz/").raw_host == b"xn--pklad-zsa96e.cz"


# Answers that are no page


@pytest.mark.parametrize(
    ("status", "kind", "word"),
    [
        (401, FetchRefused, "login"),
        (403, FetchRefused, "save it"),
        (404, FetchRefused, "no such page"),
        (410, FetchRefused, "removed"),
        (429, FetchRefused, "too many"),
        (451, FetchRefused, "legal"),
        (499, FetchRefused, "499"),
        (500, FetchFailed, "try again later"),
        (503, FetchFailed, "503"),
        (304, FetchFailed, "304"),
    ],
)
def test_statuses_become_words(
    web: Web, near: Settings, status: int, kind: type[ZrnoError], word: str
) -> None:
    url = web.page("/a", b"" if status == 304 else PAGE, status)
    with pytest.raises(kind, match=word) as caught:
        fetch(url, settings=near)
    assert caught.value.where == url


def test_the_pause_the_server_wants_is_told(web: Web, near: Settings) -> None:
    with pytest.raises(FetchRefused, match="wait 120 s"):
        fetch(web.page("/a", b"", 429, {"Retry-After": "120"}), settings=near)


@pytest.mark.parametrize("kind", ["image/png", "application/pdf", "video/mp4; x=y", "Audio/ogg"])
def test_what_is_no_text_is_not_loaded(web: Web, near: Settings, kind: str) -> None:
    with pytest.raises(NotText, match="sends"):
        fetch(web.page("/a", PAGE, headers={"Content-Type": kind}), settings=near)


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream", "", "nonsense"])
def test_other_types_are_left_to_the_decoder(web: Web, near: Settings, kind: str) -> None:
    assert fetch(web.page("/a", PAGE, headers={"Content-Type": kind}), settings=near).body == PAGE


# Time


def test_a_dead_port(near: Settings) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(FetchFailed, match="cannot connect"):
        fetch(f"http://127.0.0.1:{port}/", settings=near)


def test_silence_ends_with_the_time_out(web: Web, near: Settings) -> None:
    web.routes["/a"] = lambda _: web.closing.wait(20) and None  # type: ignore[func-returns-value]
    quick = replace(near, fetch=replace(near.fetch, timeout=0.2))
    with pytest.raises(FetchFailed, match=r"no answer for 0\.2 s"):
        fetch(web.url("/a"), settings=quick)


@pytest.mark.parametrize("part", ["headers", "body"])
def test_a_slow_drip_ends_with_the_deadline(web: Web, near: Settings, part: str) -> None:
    """Each byte comes in time, but the page never ends."""

    def drip(call: BaseHTTPRequestHandler) -> None:
        if part == "body":
            call.send_response(200)
            call.end_headers()
        else:
            call.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
        for _ in range(1000):
            if web.closing.wait(0.05):
                break
            call.wfile.write(b"x")

    web.routes["/a"] = drip
    quick = replace(near, fetch=replace(near.fetch, deadline=0.5))
    with pytest.raises(FetchFailed, match=r"not complete after 0\.5 s"):
        fetch(web.url("/a"), settings=quick)


def test_the_deadline_holds_for_all_redirects_together(web: Web, near: Settings) -> None:
    def hop(call: BaseHTTPRequestHandler) -> None:
        time.sleep(0.2)
        call.send_response(302)
        call.send_header("Location", call.path + "x")
        call.send_header("Content-Length", "0")
        call.end_headers()

    for length in range(20):
        web.routes["/" + "x" * length] = hop
    quick = replace(near, fetch=replace(near.fetch, deadline=0.5, redirects=18))
    with pytest.raises(FetchFailed, match="not complete"):
        fetch(web.url("/"), settings=quick)


# Broken transfers


def test_a_body_shorter_than_announced(web: Web, near: Settings) -> None:
    with pytest.raises(FetchFailed, match="broke off"):
        fetch(web.page("/a", PAGE, headers={"Content-Length": "1000"}), settings=near)


@pytest.mark.parametrize("start", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nbad header\r\n\r\n"])
def test_what_is_no_http(web: Web, near: Settings, start: bytes) -> None:
    web.routes["/a"] = lambda call: call.wfile.write(start) and None  # type: ignore[func-returns-value]
    with pytest.raises(FetchFailed):
        fetch(web.url("/a"), settings=near)


def test_http_where_tls_is_expected(web: Web, near: Settings) -> None:
    with pytest.raises(FetchFailed, match="cannot connect"):
        fetch(web.url("/a").replace("http:", "https:"), settings=near)


# Size and compression


def test_a_page_as_large_as_the_limit_passes(web: Web, near: Settings) -> None:
    assert len(fetch(web.page("/a", b"x" * 1_000_000), settings=near).body) == 1_000_000
    with pytest.raises(TooLarge, match="1000000 bytes"):
        fetch(web.page("/b", b"x" * 1_000_001), settings=near)


def test_the_limit_holds_without_an_announced_length(web: Web, near: Settings) -> None:
    def pour(call: BaseHTTPRequestHandler) -> None:
        call.send_response(200)
        call.end_headers()
        for _ in range(200):
            call.wfile.write(b"x" * 100_000)

    web.routes["/a"] = pour
    with pytest.raises(TooLarge):
        fetch(web.url("/a"), settings=near)


@pytest.mark.parametrize("name", COMPRESSORS)
@pytest.mark.parametrize("body", [PAGE, b"", bytes(range(256)) * 3000])
def test_compressed_pages(web: Web, near: Settings, name: str, body: bytes) -> None:
    url = web.page("/a", COMPRESSORS[name](body), headers={"Content-Encoding": name.upper()})
    assert fetch(url, settings=near).body == body


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("gzip", gzip.compress(PAGE[:9]) + gzip.compress(PAGE[9:])),
        ("gzip", gzip.compress(PAGE) + b"\0" * 10),
        ("zstd", zstandard.compress(PAGE[:9]) + zstandard.compress(PAGE[9:])),
        ("deflate", raw_deflate(PAGE)),
        ("gzip, br", brotli.compress(gzip.compress(PAGE))),
        ("identity", PAGE),
        ("utf-8", PAGE),
        ("", PAGE),
    ],
)
def test_odd_but_readable_compression(web: Web, near: Settings, name: str, body: bytes) -> None:
    assert fetch(web.page("/a", body, headers={"Content-Encoding": name}), settings=near).body == PAGE


@pytest.mark.parametrize("name", COMPRESSORS)
def test_an_empty_body_may_claim_any_compression(web: Web, near: Settings, name: str) -> None:
    assert fetch(web.page("/a", b"", headers={"Content-Encoding": name}), settings=near).body == b""


@pytest.mark.parametrize("name", COMPRESSORS)
def test_a_wrong_content_encoding_is_said(web: Web, near: Settings, name: str) -> None:
    with pytest.raises(FetchFailed, match="compressed body"):
        fetch(web.page("/a", PAGE * 20, headers={"Content-Encoding": name}), settings=near)


@pytest.mark.parametrize("name", COMPRESSORS)
def test_a_compressed_body_broken_off_is_said(web: Web, near: Settings, name: str) -> None:
    body = COMPRESSORS[name](bytes(range(256)) * 100)
    for cut in (1, len(body) // 2, len(body) - 1):
        with pytest.raises(FetchFailed, match="compressed body"):
            fetch(web.page("/a", body[:cut], headers={"Content-Encoding": name}), settings=near)


def bomb(name: str) -> bytes:
    """200 MB of zeros, made in pieces."""
    piece = bytes(1_000_000)
    machine = {
        "gzip": lambda: zlib.compressobj(wbits=31),
        "deflate": zlib.compressobj,
        "br": lambda: brotli.Compressor(quality=5),
        "zstd": lambda: zstandard.ZstdCompressor().compressobj(),
    }[name]()
    step = machine.process if name == "br" else machine.compress
    end = machine.finish if name == "br" else machine.flush
    return b"".join(step(piece) for _ in range(BOMB_SIZE // len(piece))) + end()


@pytest.mark.parametrize("name", ["gzip", "deflate", "br", "zstd"])
def test_a_bomb_stops_at_the_limit(web: Web, near: Settings, name: str) -> None:
    url = web.page("/a", bomb(name), headers={"Content-Encoding": name})
    fetch(web.page("/warm", PAGE), settings=near)  # imports are not what is measured
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="1000000 bytes"):
            fetch(url, settings=near)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 12_000_000  # the limit, one step of zstd, and its window


def test_a_bomb_inside_a_bomb_stops_too(web: Web, near: Settings) -> None:
    twice = gzip.compress(bomb("br"))
    with pytest.raises(TooLarge):
        fetch(web.page("/a", twice, headers={"Content-Encoding": "br, gzip"}), settings=near)
    with pytest.raises(TooLarge, match="times over"):
        fetch(web.page("/b", PAGE, headers={"Content-Encoding": "gzip, " * 9}), settings=near)


def test_defaults_refuse_private_addresses() -> None:
    assert not Fetch().allow_private
