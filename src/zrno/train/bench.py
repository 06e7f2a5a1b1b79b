"""Tools on the same pages: the score of every page, and what they come to for a set.

The summary is plain values, the same that `zrno bench --json` writes; tables and pages are made from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from math import isfinite
from statistics import fmean
from typing import Any

from zrno.classify.kinds import kinds_of
from zrno.train.block_measures import BlockCounts, count_blocks
from zrno.train.bootstrap import Floats, estimate, weights
from zrno.train.datasets import Example
from zrno.train.evaluate import MACRO_F1, PageScore, Reference, draws, figures
from zrno.train.speed import Speed
from zrno.train.subject import prepare
from zrno.train.tools import ALL_TEXT, ORACLE, Role, Tool, attempt

FLOOR = 0.75  # a page whose oracle scores less has gold that is not on it; training leaves it out
WORST = 6  # pages of a set shown side by side
MAX_SHOWN = 6_000  # characters of each of their texts
DIGITS = 4
MIN_GROUP = 5  # pages; a type or language with fewer has no figure worth reading


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page with the scores of all tools, in their order."""

    id: str
    site: str
    page_type: str
    language: str
    coverage: float  # share of the gold words found on the page
    scores: tuple[PageScore, ...]
    failures: tuple[str, ...]  # why a tool has no text; empty where it has
    empty: tuple[bool, ...]
    blocks: tuple[BlockCounts | None, ...]
    gold: str  # both cut to what a report shows
    text: str  # of the first tool


def judge(examples: Iterable[Example], tools: Sequence[Tool]) -> Iterator[PageResult]:
    """The results page by page; a page counts only when all tools have answered."""
    for example in examples:
        subject = prepare(example)
        kinds = kinds_of(subject.blocks, [True] * len(subject.blocks))
        reference = Reference(example.gold, example.markup)
        answers = [attempt(tool, subject) for tool in tools]
        yield PageResult(
            id=example.id,
            site=example.site,
            page_type=subject.page_type,
            language=subject.language,
            coverage=subject.coverage,
            scores=tuple(reference.score(each.text, each.markup) for each in answers),
            failures=tuple(each.failure for each in answers),
            empty=tuple(not each.text.strip() for each in answers),
            blocks=tuple(
                None if each.marked is None else count_blocks(each.marked, subject.gold_blocks, kinds)
                for each in answers
            ),
            gold=example.gold[:MAX_SHOWN],
            text=answers[0].text[:MAX_SHOWN] if answers else "",
        )


def summarise(
    name: str,
    pages: Sequence[PageResult],
    tools: Sequence[Tool],
    *,
    speeds: dict[str, Speed] | None = None,
    seed: int = 0,
) -> dict[str, Any]:
    """What a set comes to, as plain values."""
    drawn = weights([page.site for page in pages], seed=seed)
    names = [tool.name for tool in tools]
    rows = [_row(index, tool, pages, drawn) for index, tool in enumerate(tools)]
    for row in rows:
        if speeds and row["name"] in speeds:
            row["speed"] = _rounded(asdict(speeds[row["name"]]))
    return {
        "name": name,
        "pages": len(pages),
        "sites": len({page.site for page in pages}),
        "alignment": _alignment(pages, names.index(ORACLE)) if ORACLE in names else None,
        "baseline": _f1_of(rows, ALL_TEXT),
        "oracle": _f1_of(rows, ORACLE),
        "tools": rows,
        "page_types": _groups([page.page_type for page in pages], pages, names, seed),
        "languages": _groups([page.language for page in pages], pages, names, seed),
        "worst": [_shown(page) for page in sorted(pages, key=lambda page: page.scores[0].page_f1)[:WORST]],
    }


def _row(index: int, tool: Tool, pages: Sequence[PageResult], drawn: Floats) -> dict[str, Any]:
    scores = [page.scores[index] for page in pages]
    failures = Counter(page.failures[index] for page in pages if page.failures[index])
    counts = [found for page in pages if (found := page.blocks[index]) is not None]
    return {
        "name": tool.name,
        "role": str(tool.role),
        "version": tool.version,
        "setting": tool.setting,
        "failed": failures.total(),
        "failures": dict(failures.most_common(3)),
        "empty": sum(page.empty[index] for page in pages),
        "measures": {measure: _rounded(asdict(found)) for measure, found in figures(scores, drawn).items()},
        "lead": _lead(index, pages, drawn),
        "blocks": _blocks(counts) if tool.role is Role.METHOD and counts else None,
        "speed": None,
    }


def _lead(index: int, pages: Sequence[PageResult], drawn: Floats) -> dict[str, Any] | None:
    """By how much the first tool's F1 is above this one's, with the interval of the difference."""
    if index == 0 or not pages:
        return None
    first, other = (draws([page.scores[tool] for page in pages], drawn)[MACRO_F1] for tool in (0, index))
    return _rounded(asdict(estimate(first - other)))


def _blocks(counts: Sequence[BlockCounts]) -> dict[str, Any]:
    """Texttractor's measures: sums over the pages, and how often start and end were met."""
    wrong: Counter[str] = Counter()
    for each in counts:
        wrong.update(each.wrong)
    totals = {name.upper(): sum(getattr(each, name) for each in counts) for name in ("cb", "db", "ndb", "nb")}
    shares = {
        "Z": fmean(each.z == 0 for each in counts),
        "K": fmean(each.k == 0 for each in counts),
        "found": fmean(each.found for each in counts),
        "noise": fmean(each.noise for each in counts),
    }
    return {**totals, **_rounded(shares), "wrong": {kind: wrong[kind] for kind in ("F", "H", "IN", "LI")}}


def _alignment(pages: Sequence[PageResult], oracle: int) -> dict[str, Any]:
    below = sum(page.scores[oracle].page_f1 < FLOOR for page in pages)
    found = fmean(page.coverage for page in pages) if pages else 0.0
    return {"found": round(found, DIGITS), "floor": FLOOR, "below": below}


def _groups(
    keys: Sequence[str], pages: Sequence[PageResult], names: Sequence[str], seed: int
) -> list[dict[str, Any]]:
    """F1 of every tool for each group of pages, the largest first; none where all are in one."""
    found = []
    for key, count in Counter(keys).most_common():
        if count < MIN_GROUP or count == len(pages):
            continue
        inside = [page for page, own in zip(pages, keys, strict=True) if own == key]
        drawn = weights([page.site for page in inside], seed=seed)
        f1 = {
            name: _rounded(asdict(figures([page.scores[index] for page in inside], drawn)[MACRO_F1]))
            for index, name in enumerate(names)
        }
        found.append({"name": key, "pages": count, "f1": f1})
    return found


def _shown(page: PageResult) -> dict[str, Any]:
    return {
        "id": page.id,
        "f1": round(page.scores[0].page_f1, DIGITS),
        "failure": page.failures[0],
        "gold": page.gold,
        "text": page.text,
    }


def _f1_of(rows: Sequence[dict[str, Any]], name: str) -> float | None:
    value: float | None = next(
        (row["measures"][MACRO_F1]["value"] for row in rows if row["name"] == name), None
    )
    return value


def _rounded(values: dict[str, Any]) -> dict[str, Any]:
    """Floats with the digits that mean something; None for those that are no number."""
    return {name: _short(each) if isinstance(each, float) else each for name, each in values.items()}


def _short(value: float) -> float | None:
    return round(value, DIGITS) if isfinite(value) else None
