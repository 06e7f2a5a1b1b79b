"""Processor time per page, the tools taking turns on every page: only ratios in one run mean something."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from statistics import median
from time import process_time

from zrno.train.evaluate import Runner
from zrno.train.time_limit import OutOfTime, time_limit
from zrno.train.tools import SECONDS

ANCHOR = "trafilatura"  # ratios are to this tool where it runs
MILLI = 1000


@dataclass(frozen=True, slots=True)
class Speed:
    """Milliseconds per page of a tool, and the ratio of its total to the anchor's."""

    mean: float
    median: float
    ratio: float | None


def measure(
    tools: Mapping[str, Runner], pages: Sequence[str], *, rounds: int, tick: Callable[[], None]
) -> dict[str, list[float]]:
    """Seconds per page of each tool: the median over rounds; `tick` is called after every page."""
    for run in tools.values():
        _seconds(run, pages[0] if pages else "")  # loads models and tables, which is not the page's cost
    samples: dict[str, list[list[float]]] = {name: [[] for _ in pages] for name in tools}
    for _ in range(rounds):
        for index, page in enumerate(pages):
            for name, run in tools.items():
                samples[name][index].append(_seconds(run, page))
            tick()
    return {name: [median(each) for each in found] for name, found in samples.items()}


def compare(times: Mapping[str, Sequence[float]]) -> dict[str, Speed]:
    """The figures of each tool."""
    anchor = sum(times[ANCHOR]) if ANCHOR in times else 0.0
    return {
        name: Speed(
            mean=MILLI * sum(found) / len(found),
            median=MILLI * median(found),
            ratio=sum(found) / anchor if anchor else None,
        )
        for name, found in times.items()
        if found
    }


def _seconds(run: Runner, page: str) -> float:
    gc.collect(0)  # the rubbish of the tool before is not this one's to clear
    start = process_time()
    with suppress(Exception, OutOfTime), time_limit(SECONDS):
        run(page)
    return process_time() - start
