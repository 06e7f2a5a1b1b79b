"""Milliseconds per page, ours and a peer's, interleaved in one run: only the ratio means something.

python -m zrno.train.speed_bench DATA [--set wcxb-dev] [--pages 300] [--rounds 3]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from zrno.errors import MissingExtra, ZrnoError
from zrno.extraction import extract, methods
from zrno.train import datasets

Tool = Callable[[bytes], object]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; exit 1 where the data cannot be had."""
    given = _parser().parse_args(arguments)
    try:
        tools = _tools(given.peers)
        pages = [each.html for each in datasets.read(given.data, given.set, sample=given.pages)]
    except ZrnoError as error:
        print(f"zrno: {error}", file=sys.stderr)
        return 1
    times = measure(tools, pages, rounds=given.rounds)
    print(table(times, len(pages), given.rounds))
    return 0


def measure(tools: dict[str, Tool], pages: Sequence[bytes], *, rounds: int) -> dict[str, list[float]]:
    """Seconds per page of each tool: the median over rounds, the tools taking turns on every page."""
    samples: dict[str, list[list[float]]] = {name: [[] for _ in pages] for name in tools}
    for number in range(rounds):
        for index, page in enumerate(pages):
            for name, tool in tools.items():
                start = perf_counter()
                tool(page)
                samples[name][index].append(perf_counter() - start)
            if sys.stderr.isatty():
                print(f"\rround {number + 1}, page {index + 1}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    return {name: [median(each) for each in found] for name, found in samples.items()}


def table(times: dict[str, list[float]], pages: int, rounds: int) -> str:
    """The result for people; ratios to the last tool, the peer."""
    names = list(times)
    base = sum(times[names[-1]])
    lines = [
        f"{pages} pages, {rounds} rounds, tools interleaved",
        f"{'tool':14} {'ms/page':>8} {'median':>8} ratio",
    ]
    for name in names:
        total = sum(times[name])
        mean, middle = 1000 * total / pages, 1000 * median(times[name])
        lines.append(f"{name:14} {mean:8.2f} {middle:8.2f} {total / base:5.2f}")
    return "\n".join(lines)


def _tools(peers: bool) -> dict[str, Tool]:
    tools: dict[str, Tool] = {name: _ours(name) for name in methods()}
    if peers:
        tools["trafilatura"] = _trafilatura()
    return tools


def _ours(name: str) -> Tool:
    def run(page: bytes) -> object:
        try:
            return extract(page, method=name).text
        except ZrnoError as error:
            return error

    return run


def _trafilatura() -> Tool:
    try:
        import trafilatura
    except ImportError as error:
        raise MissingExtra(
            "trafilatura is not there to compare with", hint="pip install zrno[train]"
        ) from error

    # Text and fields, as ours gives both.
    return lambda page: trafilatura.bare_extraction(page, with_metadata=True)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m zrno.train.speed_bench", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of Parquet page sets")
    parser.add_argument("--set", default="wcxb-dev", help="the set to take pages from")
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="ours only")
    return parser


if __name__ == "__main__":
    sys.exit(main())
