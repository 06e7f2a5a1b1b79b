"""Title, day, authors, keywords and text against the gold of pages, beside a peer and a baseline.

python -m zrno.train.fields_bench [DATA] [--peers] [--json FILE] [--markdown FILE]

DATA holds one Parquet file per set (see datasets.py), or one folder per set with a folder per page:
page.html, gold.txt, fields.json. Sites are split in two halves by a hash: rules were made looking at the
development half only, the held-out half was only scored.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from zrno.document import names
from zrno.document.site import key
from zrno.document.title import fold
from zrno.errors import MissingExtra, SourceMissing, ZrnoError
from zrno.extraction import extract_page
from zrno.train import datasets
from zrno.train.datasets import Example

SETS = ("czech-news", "wcxb-dev", "fundus")
METHOD = "news"
FIELDS = ("title", "day", "authors", "keywords", "words")
RESAMPLES = 1_000  # bootstrap; the interval then moves by less than a tenth of its width
INTERVAL = (0.025, 0.975)
DEFAULT_FOLDER = Path("data")
PAGE_FILE, GOLD_FILE, FIELDS_FILE = "page.html", "gold.txt", "fields.json"

_WORD = re.compile(r"\w+")
_AUTHORS = ("authors", "author")
_KEYWORDS = ("keywords", "topics")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool says of a page."""

    title: str = ""
    day: date | None = None
    authors: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class Score:
    """One figure: the mean over the pages that have gold, and its 95 % interval."""

    set: str
    half: str  # "all", "development", "held out"
    tool: str
    field: str
    pages: int
    mean: float
    low: float
    high: float


Tool = Callable[[Example], Answer]
Marks = Mapping[str, float]  # field -> 0..1, for the fields the page has gold for


def main(arguments: Sequence[str] | None = None) -> int:
    """Score, print and write; exit 1 where the data cannot be had."""
    given = _parser().parse_args(arguments)
    tools: dict[str, Tool] = {"zrno": ours, "nothing done": nothing}
    if given.peers:
        tools["trafilatura"] = trafilatura
    try:
        scores = list(run(given.data, given.sets, tools))
    except ZrnoError as error:
        print(f"zrno: {error}", file=sys.stderr)
        return 1
    table = markdown(scores)
    print(table)
    if given.markdown:
        given.markdown.write_text(table + "\n", "utf-8")
    if given.json:
        given.json.write_text(json.dumps([asdict(score) for score in scores], indent=1) + "\n", "utf-8")
    return 0


def run(folder: Path, sets: Iterable[str], tools: Mapping[str, Tool]) -> Iterator[Score]:
    """The scores of every tool on every set and half."""
    for name in sets:
        examples = read(folder, name)
        for tool, answer in tools.items():
            marked = []
            for done, example in enumerate(examples, start=1):
                marked.append((is_development(example), marks(example, answer(example))))
                _progress(f"{name}, {tool}: {done}/{len(examples)}", last=done == len(examples))
            yield from summary(name, tool, marked)


def summary(name: str, tool: str, marked: Sequence[tuple[bool, Marks]]) -> Iterator[Score]:
    """The means of one tool on one set, whole and by halves."""
    halves = {
        "all": [each for _, each in marked],
        "development": [each for development, each in marked if development],
        "held out": [each for development, each in marked if not development],
    }
    for half, pages in halves.items():
        for field in FIELDS:
            values = [page[field] for page in pages if field in page]
            if values:
                low, high = bootstrap(values)
                yield Score(name, half, tool, field, len(values), sum(values) / len(values), low, high)


def marks(example: Example, answer: Answer) -> Marks:
    """How right an answer is, field by field."""
    found: dict[str, float] = {}
    if gold := fold(str(example.fields.get("title") or "")):
        found["title"] = float(fold(answer.title) == gold)
    if day := gold_day(example):
        found["day"] = float(answer.day == day)
    if authors := _keys(_listed(example, _AUTHORS)):
        found["authors"] = float(_keys(answer.authors) == authors)
    if keywords := _keys(_listed(example, _KEYWORDS)):
        found["keywords"] = _f1(Counter(keywords), Counter(_keys(answer.keywords)))
    if example.gold.strip():
        found["words"] = _f1(_words(example.gold), _words(answer.text))
    return found


def ours(example: Example) -> Answer:
    """Our answer, from the page alone."""
    document = extract_page(datasets.page_of(example), method=METHOD, mode="balanced")
    return Answer(
        title=document.title.value if document.title else "",
        day=document.date.value.date() if document.date else None,
        authors=document.authors.value if document.authors else (),
        keywords=document.keywords.value if document.keywords else (),
        text=document.text,
    )


def nothing(example: Example) -> Answer:
    """The baseline: `<title>` as it stands, and all the text of the page."""
    tree = datasets.page_of(example).tree
    titles, bodies = tree.find("title"), tree.find("body")
    return Answer(title=tree.text(titles[0]) if titles else "", text=tree.text(bodies[0]) if bodies else "")


def trafilatura(example: Example) -> Answer:
    """The peer's answer."""
    try:
        from trafilatura import bare_extraction
    except ImportError as error:
        raise MissingExtra("trafilatura is not installed", hint="pip install zrno[train]") from error
    found = bare_extraction(example.html, url=example.fields.get("url"), with_metadata=True)
    if found is None:
        return Answer()
    return Answer(
        title=found.title or "",
        day=_day(found.date),
        authors=tuple((found.author or "").split(";")),
        keywords=tuple(found.tags or ()),
        text=found.text or "",
    )


def read(folder: Path, name: str) -> list[Example]:
    """The pages of a set, from Parquet or from a plain folder."""
    plain = folder / name
    return (
        [_plain(name, each) for each in sorted(plain.iterdir())]
        if plain.is_dir()
        else datasets.read(folder, name)
    )


def is_development(example: Example) -> bool:
    """Whether the page's site belongs to the half that was looked at."""
    site = str(example.fields.get("site") or example.site)
    return hashlib.sha256(site.encode()).digest()[0] % 2 == 0


def gold_day(example: Example) -> date | None:
    """The day of publication by the gold."""
    return _day(example.fields.get("date"))


def bootstrap(values: Sequence[float], resamples: int = RESAMPLES) -> tuple[float, float]:
    """The 95 % interval of the mean, by drawing the pages again with replacement; always the same."""
    draw = random.Random(0)
    means = sorted(sum(draw.choices(values, k=len(values))) / len(values) for _ in range(resamples))
    return means[int(INTERVAL[0] * (resamples - 1))], means[int(INTERVAL[1] * (resamples - 1))]


def markdown(scores: Iterable[Score]) -> str:
    """The scores as a table: a row per set, half and tool, a column per field."""
    rows: dict[tuple[str, str, str], dict[str, Score]] = {}
    for score in scores:
        rows.setdefault((score.set, score.half, score.tool), {})[score.field] = score
    lines = ["| set | sites | tool | " + " | ".join(FIELDS) + " |", "| --- " * (3 + len(FIELDS)) + "|"]
    for place, found in rows.items():
        cells = [_cell(found.get(field)) for field in FIELDS]
        lines.append("| " + " | ".join((*place, *cells)) + " |")
    return "\n".join(lines)


def _cell(score: Score | None) -> str:
    if score is None:
        return ""
    return f"{100 * score.mean:.1f} ({100 * score.low:.1f} to {100 * score.high:.1f}; {score.pages})"


def _plain(name: str, folder: Path) -> Example:
    try:
        fields = json.loads((folder / FIELDS_FILE).read_text("utf-8"))
        html, gold = (folder / PAGE_FILE).read_bytes(), (folder / GOLD_FILE).read_text("utf-8")
    except (OSError, ValueError) as error:
        hint = f"a page is {PAGE_FILE}, {GOLD_FILE} and {FIELDS_FILE}"
        raise SourceMissing("the page cannot be read", where=str(folder), hint=hint) from error
    address = str(fields.get("site") or fields.get("url") or folder.name)
    return Example(folder.name, name, datasets.site_of(address), html, gold, fields)


def _listed(example: Example, columns: Iterable[str]) -> tuple[str, ...]:
    """The gold of the first column that has any; annotators wrote several authors as one byline."""
    value: Any = next((example.fields[c] for c in columns if example.fields.get(c)), ())
    return tuple(names.split(value)) or (value,) if isinstance(value, str) else tuple(value)


def _keys(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(filter(None, map(key, texts)))


def _words(text: str) -> Counter[str]:
    return Counter(_WORD.findall(text.casefold()))


def _f1(gold: Counter[str], found: Counter[str]) -> float:
    total = gold.total() + found.total()
    return 2 * (gold & found).total() / total if total else 1.0


def _day(text: Any) -> date | None:
    try:
        return datetime.fromisoformat(str(text)[:10]).date()
    except ValueError:
        return None


def _progress(text: str, *, last: bool) -> None:
    """One line that counts on a terminal, one line per set and tool elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\x1b[2K{text}", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last:
        print(text, file=sys.stderr, flush=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m zrno.train.fields_bench", description=__doc__)
    parser.add_argument("data", type=Path, nargs="?", default=DEFAULT_FOLDER, help="folder of page sets")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--peers", action="store_true", help="also trafilatura")
    parser.add_argument("--json", type=Path, help="write all figures here")
    parser.add_argument("--markdown", type=Path, help="write the table here")
    return parser


if __name__ == "__main__":
    sys.exit(main())
