"""Every folder of tests/pages is a page and what it must give; see tests/pages/README.md."""

from __future__ import annotations

import codecs
import json
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import zrno
from zrno import errors
from zrno.acquire import open_page
from zrno.config import Settings

PAGES = Path(__file__).parent / "pages"
CASES = sorted(folder.name for folder in PAGES.iterdir() if folder.is_dir())
METHODS = ("news", "markdown")
FEWEST_CASES = 60

GIVEN = {"about", "url", "retrieved", "content_type", "methods", "generate", "per_method"}
VALUES = {"title", "language", "section", "site_name", "canonical", "description", "image"}
LISTS = {"authors", "keywords"}
MOMENTS = {"date", "modified"}
TEXTS = {"text", "contains", "lacks", "markdown_contains"}
OTHERS = {"encoding", "confidence_below", "confidence_above", "error"}
CHECKS = VALUES | LISTS | MOMENTS | TEXTS | OTHERS
# What one method may be excused from, and why.
EXCUSES = CHECKS | {"why"}

Expected = dict[str, Any]


@cache
def expected(case: str) -> Expected:
    """The expectations of a case."""
    found: Expected = json.loads((PAGES / case / "expected.json").read_text("utf-8"))
    return found


@cache
def page(case: str) -> bytes:
    """The bytes of a case: its file, or what `generate` says."""
    parts = expected(case).get("generate")
    if parts is None:
        return (PAGES / case / "page.html").read_bytes()
    return "".join(map(_generated, parts)).encode()


def _generated(part: dict[str, Any]) -> str:
    repeat, times = part["repeat"], part["times"]
    numbered = "{n}" in repeat
    middle = "".join(repeat.replace("{n}", str(n)) for n in range(times)) if numbered else repeat * times
    return f"{part['before']}{middle}{part['after']}"


def _runs() -> Iterator[Any]:
    for case in CASES:
        for method in expected(case).get("methods", METHODS):
            yield pytest.param(case, method, id=f"{case}-{method}")


@pytest.mark.parametrize(("case", "method"), list(_runs()))
def test_page(case: str, method: str) -> None:
    wanted = expected(case) | expected(case).get("per_method", {}).get(method, {})
    if "error" in wanted:
        with pytest.raises(getattr(errors, wanted["error"])):
            _extract(case, method)
        return
    complaints = list(_complaints(_extract(case, method), wanted))
    assert not complaints, "\n".join([wanted["about"], *complaints])


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= FEWEST_CASES


@pytest.mark.parametrize("case", CASES)
def test_expectations_are_well_formed(case: str) -> None:
    wanted = expected(case)
    assert wanted.get("about", "").endswith("."), "`about` must say in a sentence what the case proves"
    assert wanted.keys() & CHECKS, "a case without a check cannot fail"
    assert wanted.keys() <= GIVEN | CHECKS, f"unknown: {sorted(wanted.keys() - GIVEN - CHECKS)}"
    assert ("generate" in wanted) != (PAGES / case / "page.html").exists(), "page.html or `generate`"
    for method, changes in wanted.get("per_method", {}).items():
        assert changes.keys() <= EXCUSES, f"unknown for {method}: {sorted(changes.keys() - EXCUSES)}"
        assert changes.get("why"), f"say why {method} is excused"


def _extract(case: str, method: str) -> zrno.Document:
    wanted = expected(case)
    url, content_type = wanted.get("url"), wanted.get("content_type")
    retrieved = datetime.fromisoformat(wanted["retrieved"]) if "retrieved" in wanted else None
    if content_type is None:
        return zrno.extract(page(case), method=method, mode="balanced", url=url, retrieved=retrieved)
    settings = Settings()
    opened = open_page(page(case), settings=settings, url=url, content_type=content_type, retrieved=retrieved)
    return zrno.extract_page(opened, method=method, mode="balanced", settings=settings)


def _complaints(document: zrno.Document, wanted: Expected) -> Iterator[str]:
    for name in sorted(wanted.keys() & (VALUES | LISTS | MOMENTS)):
        field = getattr(document.fields, name)
        if not _equal(name, field and field.value, wanted[name]):
            found = "nothing" if field is None else f"{field.value!r} ({field.origin})"
            yield f"{name}: expected {wanted[name]!r}, found {found}"
    yield from _text_complaints(document, wanted)
    yield from _other_complaints(document, wanted)


def _equal(name: str, found: Any, wanted: Any) -> bool:
    if found is None or wanted is None:
        return bool(found is wanted)
    if name in MOMENTS:
        return _same_moment(found, wanted)
    if name in LISTS:
        return [_plain(each) for each in found] == [_plain(each) for each in wanted]
    return _plain(found) == _plain(wanted)


def _same_moment(found: datetime, wanted: str) -> bool:
    """With an offset the same instant; without one the same beginning, so a day matches any time of it."""
    moment = datetime.fromisoformat(wanted)
    if moment.tzinfo is not None:
        return found.tzinfo is not None and found == moment
    return found.isoformat().startswith(wanted)


def _text_complaints(document: zrno.Document, wanted: Expected) -> Iterator[str]:
    raw = document.text
    text = _plain(raw)
    if "text" in wanted and text != _plain(wanted["text"]):
        yield f"text: expected {wanted['text']!r}, found {text[:200]!r}"
    place = 0
    for sentence in map(_plain, wanted.get("contains", ())):
        found = text.find(sentence, place)
        if found >= 0:
            place = found + len(sentence)
        elif sentence in text:
            yield f"contains: out of order {sentence!r}"
        else:
            yield f"contains: expected {sentence!r}, found {_nearest(sentence, text)!r}"
    for chaff in wanted.get("lacks", ()):
        if chaff in raw or chaff in text:
            yield f"lacks: {chaff!r} is in the text"
    markdown = document.markdown if "markdown_contains" in wanted else ""
    for piece in wanted.get("markdown_contains", ()):
        if piece not in markdown:
            yield f"markdown_contains: expected {piece!r}, found {_nearest(piece.strip(), markdown)!r}"


def _other_complaints(document: zrno.Document, wanted: Expected) -> Iterator[str]:
    if "encoding" in wanted:
        names = wanted["encoding"] if isinstance(wanted["encoding"], list) else [wanted["encoding"]]
        if _codec(document.encoding) not in map(_codec, names):
            yield f"encoding: expected {' or '.join(names)}, found {document.encoding}"
    confidence = f"found {document.confidence:.2f} ({document.confidence_reason})"
    if document.confidence >= wanted.get("confidence_below", 2):
        yield f"confidence: expected below {wanted['confidence_below']}, {confidence}"
    if document.confidence <= wanted.get("confidence_above", -1):
        yield f"confidence: expected above {wanted['confidence_above']}, {confidence}"


def _codec(name: str) -> str:
    return codecs.lookup(name).name


def _plain(text: str) -> str:
    """White space collapsed, accents composed: what a reader cannot tell apart is the same."""
    return unicodedata.normalize("NFC", " ".join(text.split()))


def _nearest(sentence: str, text: str, length: int = 12) -> str:
    """What stands where the beginning of the sentence does, for the message."""
    at = text.find(sentence[:length])
    return text[at : at + len(sentence)] if at >= 0 else ""
