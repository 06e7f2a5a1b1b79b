"""A real web server on loopback whose answers the test writes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from zrno.config import Fetch, Limits, Settings

Handler = Callable[[BaseHTTPRequestHandler], None]


@dataclass(frozen=True)
class Web:
    """A running server: its address, and what it was asked."""

    host: str
    port: int
    routes: dict[str, Handler] = field(default_factory=dict)
    requests: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    closing: threading.Event = field(default_factory=threading.Event)

    def url(self, path: str = "/", host: str = "") -> str:
        return f"http://{host or self.host}:{self.port}{path}"

    def page(
        self, path: str, body: bytes, status: int = 200, headers: Mapping[str, str] | None = None
    ) -> str:
        """Serve these bytes there; gives the address."""

        def answer(call: BaseHTTPRequestHandler) -> None:
            call.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
                call.send_header(name, value)
            call.end_headers()
            call.wfile.write(body)

        self.routes[path] = answer
        return self.url(path)

    def redirect(self, path: str, location: str, status: int = 302, **headers: str) -> str:
        """Serve a redirect there; gives the address."""
        return self.page(path, b"", status, {"Location": location, **headers})


def _start(host: str) -> tuple[Web, ThreadingHTTPServer, threading.Thread]:
    class Call(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            web.requests.append((self.path, {k.lower(): v for k, v in self.headers.items()}))
            with suppress(BrokenPipeError, ConnectionResetError):  # the client had enough
                web.routes[self.path](self)
            self.close_connection = True

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: object) -> None:
            pass

    server = Server((host, 0), Call)
    web = Web(host, server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    return web, server, thread


@pytest.fixture
def web() -> Iterator[Web]:
    """A server on 127.0.0.1."""
    web, server, thread = _start("127.0.0.1")
    yield web
    web.closing.set()
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.fixture
def near() -> Settings:
    """Settings that may reach loopback, with small limits."""
    return Settings(
        limits=Limits(bytes=1_000_000),
        fetch=Fetch(timeout=5, deadline=10, redirects=3, allow_private=True),
    )
