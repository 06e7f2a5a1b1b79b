"""Measured figures into a model's card: `python -m zrno.train.card_figures FOLDER bench.json...`.

Takes the F1 of the model's method from what `zrno bench --json` wrote: the cross-validated row where there is
one, since a model is flattered by pages it was trained on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from zrno.classify.models import Figure, read_card, with_figures, write_card

MEASURE = "4-gram F1"


def main(arguments: Sequence[str] | None = None) -> None:
    """Replace the figures of a card by those of the reports."""
    parser = argparse.ArgumentParser(prog="python -m zrno.train.card_figures", description=__doc__)
    parser.add_argument("folder", type=Path, help="of the model")
    parser.add_argument("reports", type=Path, nargs="+", help="written by `zrno bench --json`")
    given = parser.parse_args(arguments)
    card = read_card(given.folder)
    reports = [json.loads(path.read_text("utf-8")) for path in given.reports]
    found = tuple(figure for report in reports for figure in figures(report, card.method))
    write_card(given.folder, with_figures(card, found))
    print(f"{len(found)} figures")


def figures(report: Mapping[str, Any], method: str) -> Iterator[Figure]:
    """The figures of a method in a report, one for each set."""
    for each in report["sets"]:
        rows = {row["name"]: row for row in each["tools"]}
        crossed = f"{method} (cross)"
        row = rows.get(crossed) or rows.get(method)
        if row is None:
            continue
        f1 = row["measures"]["f1"]
        measure = f"{MEASURE}, other sites" if row["name"] == crossed else MEASURE
        yield Figure(
            set=each["name"],
            measure=measure,
            value=f1["value"],
            low=f1["low"],
            high=f1["high"],
            pages=each["pages"],
            baseline=each["baseline"],
            command=report["command"],
        )


if __name__ == "__main__":
    main()
