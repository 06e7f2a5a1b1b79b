"""Whatever is given as a source: a page, or an error of ours."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from datetime import date, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.acquire import open_page
from zrno.acquire.source import is_address, read_stream, scheme_of
from zrno.config import Limits, Settings
from zrno.errors import FetchRefused, OptionError, SourceError, SourceMissing, TooLarge, ZrnoError
from zrno.model import Page

SETTINGS = Settings(limits=Limits(bytes=10_000, nodes=1_000))
HTML = "<p>Dobrý den"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"url": 5}, "url=5 is no str"),
        ({"url": b"http://example.org/"}, "is no str"),
        ({"content_type": 5}, "content_type=5 is no str"),
        ({"retrieved": "2020-01-01"}, "is no datetime"),
        ({"retrieved": date(2020, 1, 1)}, "is no datetime"),
        ({"retrieved": datetime.max}, "out of range"),
        ({"retrieved": datetime.min}, "out of range"),
        ({"settings": 5}, "int is no Settings"),
        ({"source": None}, "NoneType is no source"),
        ({"source": ["<p>x"]}, "list is no source"),
    ],
)
def test_wrong_types_are_option_errors(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        open_page(**{"source": HTML, "settings": SETTINGS, **given})


def test_a_wrong_value_is_shown_in_short() -> None:
    with pytest.raises(OptionError) as caught:
        open_page(HTML, settings=SETTINGS, url=[0] * 1_000)  # type: ignore[arg-type]
    assert len(str(caught.value)) < 100


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("http://example.org/", "http"),
        (" HTTPS://example.org/a b", None),
        (" HTTPS://example.org/ab\n", "https"),
        ("ftp://example.org/a", "ftp"),
        ("<p>http://example.org/", None),
        ("http:example", None),
        ("http://" + "a" * 10_000, None),
    ],
)
def test_addresses_are_told_from_text(text: str, scheme: str | None) -> None:
    assert scheme_of(text) == scheme
    assert is_address(text) is (scheme in ("http", "https"))


@pytest.mark.parametrize("address", ["ftp://example.org/a", "file:///etc/hostname", "gopher://example.org/"])
def test_a_text_that_is_another_address_is_refused(address: str) -> None:
    with pytest.raises(FetchRefused, match="addresses are not read") as caught:
        open_page(address, settings=SETTINGS)
    assert caught.value.where == address


def test_a_file_longer_than_the_limit_is_refused_with_its_size(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b"a" * 10_000)
    assert open_page(path, settings=SETTINGS).tree.texts == ["a" * 10_000]
    path.write_bytes(b"a" * 10_001)
    with pytest.raises(TooLarge, match="10,001 bytes are more than the limit of 10,000 bytes"):
        open_page(path, settings=SETTINGS)


def test_a_file_without_end_is_refused(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    def feed() -> None:
        with suppress(BrokenPipeError), pipe.open("wb", buffering=0) as stream:
            while True:
                stream.write(b"<p>without end ")

    threading.Thread(target=feed, daemon=True).start()
    with pytest.raises(TooLarge, match="more than the limit of 10,000 bytes"):
        open_page(pipe, settings=SETTINGS)


class Endless(BytesIO):
    """Gives as much as is asked for, and counts it."""

    taken = 0

    def read(self, size: int | None = -1) -> bytes:
        assert size is not None
        assert size > 0
        self.taken += size
        return bytes(size)


@pytest.mark.parametrize("limit", [0, 1, 1024 * 1024 - 1, 1024 * 1024, 3 * 1024 * 1024])
def test_of_a_stream_one_byte_more_than_the_limit_is_read(limit: int) -> None:
    stream = Endless()
    with pytest.raises(TooLarge):
        read_stream(stream, limit=limit, where="here")
    assert stream.taken == limit + 1
    assert read_stream(BytesIO(bytes(limit)), limit=limit, where="here") == bytes(limit)


def test_a_limit_beyond_all_memory_reserves_none() -> None:
    assert read_stream(BytesIO(b"abc"), limit=2**80, where="here") == b"abc"


def test_names_no_file_can_have_are_named(tmp_path: Path) -> None:
    for name in ("a" * 300, "nul\0byte", "half\ud83d"):
        with pytest.raises(SourceError, match="cannot be read"):
            open_page(tmp_path / name, settings=SETTINGS)
    with pytest.raises(SourceMissing, match="no such file"):
        open_page(tmp_path / "absent.html", settings=SETTINGS)


sources = st.one_of(
    st.binary(max_size=400),
    st.text(max_size=200),
    st.text(st.sampled_from("<>/!-[]&;\0\ud83d\udc00 apbr'\"=\n"), max_size=200),
    st.text(max_size=100).map(lambda text: "ftp://" + text),
    st.text(max_size=100).map(Path),
    st.binary(max_size=100).map(lambda tail: b"<html>" + tail + b"\0" * 30 + tail),
    st.none() | st.integers() | st.lists(st.text()),
)


@given(
    sources,
    st.none() | st.text(max_size=30) | st.integers(),
    st.none() | st.text(max_size=30) | st.sampled_from(["utf-16", "x-user-defined", "rot13", "hex", "idna"]),
    st.none() | st.datetimes() | st.dates(),
)
def test_only_our_errors_come_out(source: Any, url: Any, kind: Any, retrieved: Any) -> None:
    charset = f"text/html; charset={kind}" if kind is not None else None
    settings = Settings(limits=Limits(bytes=1_000, nodes=50, depth=20))
    try:
        page = open_page(source, settings=settings, url=url, content_type=charset, retrieved=retrieved)
    except ZrnoError:
        return
    assert isinstance(page, Page)
    assert not any("\0" in text for text in page.tree.texts)
