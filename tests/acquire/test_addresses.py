from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire import addresses
from zrno.errors import FetchFailed, FetchRefused


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "172.32.0.1", "100.128.0.1", "2a00:1450:4014:80b::200e", "2606:4700::1"],
)
def test_public_addresses_are_allowed(address: str) -> None:
    assert addresses.refusal(address) is None


@pytest.mark.parametrize(
    ("address", "word"),
    [
        ("127.0.0.1", "loopback"),
        ("127.255.255.254", "loopback"),
        ("0.0.0.0", "unspecified"),
        ("10.1.2.3", "private"),
        ("172.16.0.1", "private"),
        ("172.31.255.255", "private"),
        ("192.168.1.1", "private"),
        ("169.254.169.254", "link-local"),
        ("100.64.0.1", "CGNAT"),
        ("224.0.0.1", "multicast"),
        ("255.255.255.255", "reserved"),
        ("192.0.2.7", "documentation"),
        ("::", "unspecified"),
        ("::1", "loopback"),
        ("fe80::1", "link-local"),
        ("fe80::1%lo", "link-local"),
        ("fd12:3456::1", "private"),
        ("ff02::1", "multicast"),
        ("2001:db8::1", "documentation"),
        ("2001:0:53aa:64c::1", "protocols"),
        ("::127.0.0.1", "reserved"),
        ("64:ff9b:1::a00:1", "reserved"),
    ],
)
def test_special_addresses_are_refused_by_name(address: str, word: str) -> None:
    assert word in (addresses.refusal(address) or "")


@pytest.mark.parametrize("outer", ["::ffff:{}", "64:ff9b::{}"])
@pytest.mark.parametrize(
    ("inner", "word"), [("127.0.0.1", "loopback"), ("10.0.0.1", "private"), ("8.8.8.8", None)]
)
def test_an_embedded_address_counts(outer: str, inner: str, word: str | None) -> None:
    assert addresses.refusal(outer.format(inner)) == word


def test_6to4_is_judged_by_the_address_inside() -> None:
    assert addresses.refusal("2002:7f00:1::1") == "loopback"
    assert addresses.refusal("2002:808:808::1") is None


@pytest.mark.parametrize("text", ["", "localhost", "127.1", "1.2.3.4.5", "0x7f.0.0.1"])
def test_what_is_no_address_is_refused(text: str) -> None:
    assert addresses.refusal(text) == "not an address"


@given(st.ip_addresses(v=4, network="10.0.0.0/8") | st.ip_addresses(v=6, network="fc00::/7"))
def test_private_networks_have_no_hole(address: object) -> None:
    assert addresses.refusal(str(address)) == "private"


# Ways to write loopback that a check of the text would miss: the system's resolver reads them all.
@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "localhost"])
def test_loopback_is_refused_however_it_is_written(host: str) -> None:
    with pytest.raises(FetchRefused, match="loopback"):
        addresses.resolve(host, 80)


def test_without_a_rule_loopback_is_found() -> None:
    assert addresses.resolve("127.0.0.1", 80, rule=None) == ["127.0.0.1"]


def test_refused_addresses_are_left_out() -> None:
    everything = addresses.resolve("localhost", 80, rule=None)
    kept = addresses.resolve("localhost", 80, rule=lambda a: "version 6" if ":" in a else None)
    assert kept == [a for a in everything if ":" not in a] == ["127.0.0.1"]


@pytest.mark.parametrize("host", ["a..b", "x" * 300, ".", "a\0b"])
def test_a_name_without_address_is_an_error_in_words(host: str) -> None:
    with pytest.raises(FetchFailed, match="no such host"):
        addresses.resolve(host, 80)
