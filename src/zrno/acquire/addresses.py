"""Which network addresses may be reached, and which addresses a name stands for.

A server that fetches what strangers ask for must not become a door into the network it stands
in. The answer of the name service is checked, and the caller connects to the very address that
was checked: a second look-up could give another answer (DNS rebinding).
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any

from zrno.errors import FetchFailed, FetchRefused

if TYPE_CHECKING:
    import httpcore

Rule = Callable[[str], str | None]  # an address -> why it is refused, or None

# IANA's registries of special-purpose addresses (RFC 6890 and later entries).
_SPECIAL_V4 = tuple(
    (IPv4Network(network), name)
    for network, name in (
        ("0.0.0.0/8", "unspecified"),
        ("10.0.0.0/8", "private"),
        ("100.64.0.0/10", "shared by a provider (CGNAT)"),
        ("127.0.0.0/8", "loopback"),
        ("169.254.0.0/16", "link-local"),
        ("172.16.0.0/12", "private"),
        ("192.0.0.0/24", "reserved for protocols"),
        ("192.0.2.0/24", "for documentation"),
        ("192.88.99.0/24", "reserved (6to4 relays)"),
        ("192.168.0.0/16", "private"),
        ("198.18.0.0/15", "for benchmarks"),
        ("198.51.100.0/24", "for documentation"),
        ("203.0.113.0/24", "for documentation"),
        ("224.0.0.0/4", "multicast"),
        ("240.0.0.0/4", "reserved"),
    )
)
_SPECIAL_V6 = tuple(
    (IPv6Network(network), name)
    for network, name in (
        ("::/128", "unspecified"),
        ("::1/128", "loopback"),
        ("fc00::/7", "private"),
        ("fe80::/10", "link-local"),
        ("fec0::/10", "private"),
        ("ff00::/8", "multicast"),
        ("2001::/23", "reserved for protocols"),  # Teredo among them
        ("2001:db8::/32", "for documentation"),
        ("3fff::/20", "for documentation"),
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")  # the only part of IPv6 given out for hosts
_MAPPED = IPv6Network("::ffff:0:0/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_SIX_TO_FOUR = IPv6Network("2002::/16")
_SIX_TO_FOUR_SHIFT = 80  # bits behind the IPv4 address in 2002:V4::/48
_LOW_32_BITS = 0xFFFFFFFF


def refusal(address: str) -> str | None:
    """Why an address is refused, in words, or None where it is a public one."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "not an address"
    inner = _embedded(parsed)
    if inner is not None:
        return _special(inner)
    return _special(parsed)


def resolve(host: str, port: int, *, rule: Rule | None = refusal, timeout: float = 20.0) -> list[str]:
    """The addresses a host name stands for, refused ones left out; `rule=None` refuses none.

    Raises FetchRefused where the rule leaves nothing and FetchFailed where the name has no address.
    """
    found = _look_up(host, port, timeout)
    refused = {address: why for address in found if rule is not None and (why := rule(address))}
    allowed = [address for address in found if address not in refused]
    if not allowed:
        address, why = next(iter(refused.items()))
        raise FetchRefused(
            f"the address {address} is {why}",
            where=host,
            hint="only public addresses are fetched; set fetch.allow_private to reach your own network",
        )
    return allowed


@dataclass(frozen=True, slots=True)
class Backend:
    """What httpcore asks for connections: resolves, checks, connects to what was checked.

    `wait` turns a time-out into what is left of the whole time.
    """

    inner: httpcore.NetworkBackend
    rule: Rule | None
    wait: Callable[[float | None], float]

    def connect_tcp(self, host: str, port: int, timeout: float | None = None, **options: Any) -> Stream:
        """A connection to the first address of the host that answers."""
        import httpcore

        found = resolve(host, port, rule=self.rule, timeout=self.wait(timeout))
        for address in found[:-1]:
            try:
                return self._connect(address, port, timeout, options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout):
                continue
        return self._connect(found[-1], port, timeout, options)

    def _connect(self, address: str, port: int, timeout: float | None, options: dict[str, Any]) -> Stream:
        stream = self.inner.connect_tcp(address, port, timeout=self.wait(timeout), **options)
        return Stream(stream, self.wait)


@dataclass(frozen=True, slots=True)
class Stream:
    """A connection whose every wait ends with the whole time: a slow drip cannot outlast it."""

    inner: httpcore.NetworkStream
    wait: Callable[[float | None], float]

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """What has come, at most so many bytes."""
        return self.inner.read(max_bytes, self.wait(timeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Send all of it."""
        self.inner.write(buffer, self.wait(timeout))

    def close(self) -> None:
        """Hang up."""
        self.inner.close()

    def start_tls(self, ssl_context: Any, server_hostname: str | None = None, timeout: Any = None) -> Stream:
        """The same connection, encrypted; the certificate must be that of the name, not the address."""
        return Stream(self.inner.start_tls(ssl_context, server_hostname, self.wait(timeout)), self.wait)

    def get_extra_info(self, info: str) -> Any:
        """What httpcore wants to know of the socket."""
        return self.inner.get_extra_info(info)


def _special(address: IPv4Address | IPv6Address) -> str | None:
    if isinstance(address, IPv4Address):
        return next((name for network, name in _SPECIAL_V4 if address in network), None)
    # A scope (fe80::1%eth0) is no part of the number.
    plain = IPv6Address(int(address))
    name = next((name for network, name in _SPECIAL_V6 if plain in network), None)
    return name or (None if plain in _GLOBAL_V6 else "reserved")


def _embedded(address: IPv4Address | IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address leads to by translation or tunnel."""
    if isinstance(address, IPv4Address):
        return None
    plain = IPv6Address(int(address))
    if plain in _MAPPED or plain in _NAT64:
        return IPv4Address(int(plain) & _LOW_32_BITS)
    if plain in _SIX_TO_FOUR:
        return IPv4Address(int(plain) >> _SIX_TO_FOUR_SHIFT & _LOW_32_BITS)
    return None


def _look_up(host: str, port: int, timeout: float) -> list[str]:
    """The name service's answer; the system call knows no time-out, so a thread waits for it."""
    answer: list[str] = []
    failure: list[Exception] = []

    def ask() -> None:
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answer.extend(dict.fromkeys(str(row[4][0]) for row in rows))
        except (OSError, ValueError, OverflowError) as error:  # UnicodeError is a ValueError
            failure.append(error)

    thread = threading.Thread(target=ask, name="zrno name look-up", daemon=True)
    thread.start()
    thread.join(timeout)
    if thread.is_alive():
        raise FetchFailed(
            f"the name service gave no answer in {timeout:g} s",
            where=host,
            hint="try again, or check the name server of this machine",
        )
    if failure or not answer:
        cause = failure[0] if failure else None
        raise FetchFailed(
            "no such host", where=host, hint="check the spelling and the network connection"
        ) from cause
    return answer
