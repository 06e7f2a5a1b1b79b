"""Broken pages out of good ones: `python -m tests.mutation --pages 10000` looks for the page that hurts."""

from __future__ import annotations

import argparse
import random
import re
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import FrameType

import zrno
from zrno.errors import PageError, TooLarge

PAGES = Path(__file__).parent / "pages"
LIMIT = 5.0  # seconds; more for one page is a fault
HANG = 60.0  # seconds after which a page is given up
LARGEST = 300_000  # bytes; duplication may not grow a page for ever
STEPS = 6  # at most so many operations on one page
METHODS = ("news", "markdown")

_TAG = re.compile(rb"<[^<>]{1,300}>")
_ATTRIBUTES = (
    b' class="reklama"', b" hidden", b' style="display:none"', b' itemprop="articleBody"', b" itemscope",
    b' itemprop=datePublished datetime="99. 99. 9999"', b' href="http://[::1"', b' href="javascript:1"',
    b' colspan="99999999"', b' rowspan="-1"', b' start="1e9"', b' class="', b" '", b' "=""', b" a=b" * 200,
    b' datetime="2016-02-31T25:61"', b' rel="tag author"', b' src="data:,"', b' lang="x-\xff"', b" \x00=\x00",
)  # fmt: skip
_FRAGMENTS = (
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<table>", b"<td>", b"</table>", b"<svg>", b"<math><mtext>",
    b"<template>", b"<select><option>", b"<plaintext>", b"<textarea>", b"<title>", b"<h1>", b"</p>",
    b"<pre>\n", b"<ul>", b"<li>", b"<br>" * 30, b"<frameset>", b"<noframes>", b'<base href="//[">',
    b"<meta charset=utf-7>",
    b"&#x110000;", b"&#xd800;", b"&#0;", b"\x00" * 8, b"\xff\xfe", b"\xef\xbb\xbf", b"\xc3", b"31. 2. 2016",
    b"p\xc5\x99ed 99999999999999999999 hodinami", b"9999-12-31T23:59:60+99:99", b"<" * 500, b"<a" * 100,
    b'<script type="application/ld+json">{"@type": "NewsArticle", "datePublished": 1e400, "author": [[[{}]]],'
    b' "keywords": {"a": null}, "headline": ["x"], "@graph": [null, 7]}</script>',
    b'<meta property="article:published_time" content="0000-00-00">',
    b'<meta name="keywords" content=",,,;">', b"<b>" * 600, b"<div>" * 600, b"</div>" * 20,
    "\u202e\u200d\u0301\ufeff".encode(),
    b"\x1b[31m", b"\r\r\n\x0c",
)  # fmt: skip


def mutate(page: bytes, rng: random.Random, others: Sequence[bytes] = ()) -> bytes:
    """The page after a few random operations; with `others` also spliced with one of them."""
    operations = [*_OPERATIONS, *([_splicer(others)] if others else [])]
    for _ in range(rng.randint(1, STEPS)):
        page = rng.choice(operations)(page, rng)[:LARGEST]
    return page


def pages() -> list[bytes]:
    """The pages of all cases, in the order of their names."""
    return [path.read_bytes() for path in sorted(PAGES.glob("*/page.html"))]


def mutants(seed: int, count: int) -> Iterator[bytes]:
    """So many broken pages, always the same for one seed."""
    rng, sources = random.Random(seed), pages()
    for _ in range(count):
        yield mutate(rng.choice(sources), rng, sources)


def exercise(page: bytes, method: str) -> str:
    """Extract and write the page; "Document", or the name of our error about the page.

    An error that does not blame the page (an unknown method, say) is a fault like any other.
    """
    try:
        document = zrno.extract(page, method=method, mode="balanced", url="https://www.example.cz/a/b")
        for form in ("text", "markdown", "html", "json", "xml", "cleaneval"):
            document.write(form)
    except (PageError, TooLarge) as error:
        return type(error).__name__
    return "Document"


def _flip(page: bytes, rng: random.Random) -> bytes:
    changed = bytearray(page)
    for _ in range(rng.randint(1, 20) if page else 0):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _truncate(page: bytes, rng: random.Random) -> bytes:
    at = rng.randint(0, len(page))
    return page[:at] if rng.random() < 0.8 else page[at:]


def _delete(page: bytes, rng: random.Random) -> bytes:
    start, end = _range(page, rng)
    return page[:start] + page[end:]


def _duplicate(page: bytes, rng: random.Random) -> bytes:
    start, end = _range(page, rng)
    at = rng.choice([end, rng.randint(0, len(page))])
    return page[:at] + page[start:end] * rng.randint(1, 30) + page[at:]


def _swap_tags(page: bytes, rng: random.Random) -> bytes:
    tags = list(_TAG.finditer(page))
    if len(tags) < 2:
        return page
    first, second = sorted(rng.sample(tags, 2), key=lambda tag: tag.start())
    between = page[first.end() : second.start()]
    return page[: first.start()] + second[0] + between + first[0] + page[second.end() :]


def _move_tags(page: bytes, rng: random.Random) -> bytes:
    """Delete a tag, and perhaps put it elsewhere, perhaps many times."""
    tags = list(_TAG.finditer(page))
    if not tags:
        return page
    tag, target = rng.choice(tags), rng.choice(tags).end()
    copies = tag[0] * rng.choice([0, 1, 1, 2, 50])
    kept = page if rng.random() < 0.3 else page[: tag.start()] + b" " * len(tag[0]) + page[tag.end() :]
    return kept[:target] + copies + kept[target:]


def _spoil_attributes(page: bytes, rng: random.Random) -> bytes:
    tags = list(_TAG.finditer(page))
    for tag in sorted(rng.sample(tags, min(len(tags), rng.randint(1, 5))), key=lambda tag: -tag.start()):
        page = page[: tag.end() - 1] + rng.choice(_ATTRIBUTES) + page[tag.end() - 1 :]
    return page


def _insert(page: bytes, rng: random.Random) -> bytes:
    at = rng.randint(0, len(page))
    return page[:at] + rng.choice(_FRAGMENTS) + page[at:]


def _splicer(others: Sequence[bytes]) -> Callable[[bytes, random.Random], bytes]:
    def splice(page: bytes, rng: random.Random) -> bytes:
        other = rng.choice(others)
        return page[: rng.randint(0, len(page))] + other[rng.randint(0, len(other)) :]

    return splice


def _range(page: bytes, rng: random.Random) -> tuple[int, int]:
    start = rng.randint(0, len(page))
    return start, min(len(page), start + int(rng.expovariate(1 / 200)))


_OPERATIONS = (
    _flip, _truncate, _delete, _duplicate, _swap_tags, _move_tags, _spoil_attributes, _insert,
)  # fmt: skip


def main() -> int:
    """Run many broken pages and say what became of them; 1 when one of them hurt."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--save", type=Path, default=Path("build/mutations"), help="folder for pages that hurt"
    )
    given = parser.parse_args()
    given.save.mkdir(parents=True, exist_ok=True)
    signal.signal(signal.SIGALRM, _give_up)
    for method in METHODS:
        exercise(b"<h1>Zrno</h1>", method)  # loads what is loaded once, which no page should pay for
    counts: Counter[str] = Counter()
    slowest, faults = (0.0, -1), 0
    current = given.save / "current.html"  # stays behind if the interpreter itself dies
    for number, page in enumerate(mutants(given.seed, given.pages)):
        current.write_bytes(page)
        outcome, seconds = _timed(page, METHODS[number % len(METHODS)])
        counts[outcome] += 1
        slowest = max(slowest, (seconds, number))
        if seconds > LIMIT or outcome.startswith("!"):
            faults += 1
            place = given.save / f"seed{given.seed}-page{number}.html"
            place.write_bytes(page)
            print(f"{place}: {outcome} after {seconds:.2f} s", flush=True)
        if (number + 1) % 500 == 0:
            print(f"{number + 1} pages, {faults} faults", file=sys.stderr, flush=True)
    current.unlink(missing_ok=True)
    for outcome, count in counts.most_common():
        print(f"{count:7d}  {outcome}")
    print(f"slowest: page {slowest[1]} with {slowest[0]:.2f} s; faults: {faults}")
    return 1 if faults else 0


def _timed(page: bytes, method: str) -> tuple[str, float]:
    start = time.perf_counter()
    signal.setitimer(signal.ITIMER_REAL, HANG)
    try:
        outcome = exercise(page, method)
    except Exception as error:  # exactly what must not happen is what is looked for
        outcome = f"! {type(error).__name__}: {str(error)[:100]}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return outcome, time.perf_counter() - start


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"no answer within {HANG:.0f} s")


if __name__ == "__main__":
    sys.exit(main())
