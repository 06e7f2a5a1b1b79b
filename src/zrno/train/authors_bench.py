"""Authors and keywords against the gold of pages, and the peer's authors on the same pages.

python -m zrno.train.authors_bench DATA [--sets czech-news fundus wcxb-dev] [--sources] [--peers]
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from zrno.blocks import measure, split
from zrno.classify import label
from zrno.document import authors, keywords, names, structured
from zrno.document.site import key
from zrno.errors import MissingExtra, ZrnoError
from zrno.model import Field
from zrno.train import datasets
from zrno.train.datasets import Example

SETS = ("czech-news", "fundus", "wcxb-dev")
METHOD = "news"  # the labels tell where the article ends
# Where each set keeps its gold; a kind of page without authors is left out.
AUTHORS = ("authors", "author")
KEYWORDS = ("keywords", "topics")
WITH_AUTHORS = ("article", "forum", None)

Found = Field[tuple[str, ...]] | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found on a page and what is right, both as keys."""

    field: str
    gold: frozenset[str]
    found: frozenset[str]
    origin: str

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall; 1 where nothing is right and nothing was found."""
        total = len(self.gold) + len(self.found)
        return 2 * len(self.gold & self.found) / total if total else 1.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables; exit 1 where the data cannot be had."""
    given = _parser().parse_args(arguments)
    try:
        for name in given.sets:
            examples = datasets.read(given.data, name)
            answers = [answer for example in examples for answer in ours(example)]
            print("\n".join(table(name, "zrno", answers)))
            if given.sources:
                print("\n".join(sources(answers)))
            if given.peers:
                theirs = [answer for example in examples for answer in peers(example)]
                print("\n".join(table(name, "trafilatura", theirs)))
    except ZrnoError as error:
        print(f"zrno: {error}", file=sys.stderr)
        return 1
    return 0


def ours(example: Example) -> Iterator[Answer]:
    """Our authors and keywords of a page."""
    page = datasets.page_of(example)
    blocks = split(page)
    labels = label(page, blocks, measure(blocks), method=METHOD, mode="balanced", options={})
    said = structured.read(page)
    if example.fields.get("page_type") in WITH_AUTHORS:
        yield _answer("authors", example, authors.find(page, said, blocks, labels))
    yield _answer("keywords", example, keywords.find(page, said, blocks, labels))


def peers(example: Example) -> Iterator[Answer]:
    """The peer's authors of a page; its keywords are not compared."""
    try:
        from trafilatura.metadata import extract_metadata
    except ImportError as error:
        raise MissingExtra("trafilatura is not installed", hint="pip install zrno[train]") from error
    if example.fields.get("page_type") in WITH_AUTHORS:
        found = extract_metadata(example.html, default_url=example.fields.get("url"))
        listed = (found.author or "").split(";") if found is not None else []
        yield _answer("authors", example, Field(tuple(listed), "trafilatura", 1.0))


def table(name: str, tool: str, answers: Sequence[Answer]) -> Iterator[str]:
    """One line per field: pages with gold, equal sets, mean F1, pages answered without gold."""
    for field in ("authors", "keywords"):
        mine = [answer for answer in answers if answer.field == field]
        right = [answer for answer in mine if answer.gold]
        if right:
            equal = sum(answer.gold == answer.found for answer in right) / len(right)
            f1 = sum(answer.f1 for answer in right) / len(right)
            idle = sum(1 for answer in mine if answer.found and not answer.gold)
            yield (
                f"{name:12} {tool:12} {field:9} pages {len(right):4}  equal {equal:.3f}  F1 {f1:.3f}  "
                f"without gold {len(mine) - len(right):3}, answered {idle:3}"
            )


def sources(answers: Iterable[Answer]) -> Iterator[str]:
    """One line per origin that was believed: pages with gold, equal sets, mean F1."""
    by_origin: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for answer in answers:
        if answer.gold and answer.found:
            count = by_origin[answer.field, answer.origin]
            count["pages"] += 1
            count["equal"] += answer.gold == answer.found
            count["f1"] += round(1000 * answer.f1)
    for (field, origin), count in sorted(by_origin.items(), key=lambda entry: -entry[1]["pages"]):
        pages = count["pages"]
        yield (
            f"  {field:9} {origin:30} pages {pages:4}  equal {count['equal'] / pages:.2f}  "
            f"F1 {count['f1'] / pages / 1000:.2f}"
        )


def _answer(field: str, example: Example, found: Found) -> Answer:
    columns = AUTHORS if field == "authors" else KEYWORDS
    value: str | list[str] = next((example.fields[c] for c in columns if example.fields.get(c)), [])
    # One string states several authors where annotators wrote the byline down as it stands.
    gold = list(names.split(value) or [value]) if isinstance(value, str) else value
    origin = found.origin if found else ""
    return Answer(
        field,
        frozenset(filter(None, map(key, gold))),
        frozenset(filter(None, map(key, found.value if found else ()))),
        "element" if origin.startswith("element") else origin,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m zrno.train.authors_bench", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of Parquet page sets")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--sources", action="store_true", help="also each source that was believed")
    parser.add_argument("--peers", action="store_true", help="also trafilatura's authors")
    return parser


if __name__ == "__main__":
    sys.exit(main())
