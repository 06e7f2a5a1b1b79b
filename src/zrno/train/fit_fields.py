"""Fits what the clues for the title and the date are worth, on the development half of the sites.

python -m zrno.train.fit_fields DATA [--sets czech-news fundus wcxb-dev]

Each page offers candidates of which the gold is one; a candidate has a set of features. The weights make the
gold most likely under P(candidate) ~ exp(sum of weights), with a penalty for leaving the prior: the log-odds
of each feature taken alone, scaled down because clues repeat each other. The printed tables go into
document/title.py and document/date.py by hand.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import measure, split
from zrno.classify import label
from zrno.document import date, structured, title
from zrno.errors import ZrnoError
from zrno.train import datasets
from zrno.train.datasets import Example
from zrno.train.fields_bench import METHOD, SETS, gold_day, is_development

Floats = NDArray[np.float64]

STEPS = 300
RATE, MEMORY, SPREAD = 0.05, 0.9, 0.99  # of Adam
MOST = 4.0  # bound of the prior's log-odds: few pages make them large


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidates of a page: the features of each, and which are right."""

    features: tuple[frozenset[str], ...]
    right: tuple[bool, ...]
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Recipe:
    """How one field is fitted."""

    choice: Callable[[Example], Choice]
    penalty: float
    prior: float  # scale of the log-odds; 0 pulls towards nothing
    weights: Mapping[str, float]  # of the sets, 1 where not given


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the weights; exit 1 where the data cannot be had."""
    given = _parser().parse_args(arguments)
    try:
        examples = [e for name in given.sets for e in datasets.read(given.data, name) if is_development(e)]
    except ZrnoError as error:
        print(f"zrno: {error}", file=sys.stderr)
        return 1
    for name, recipe in RECIPES.items():
        print(f"{name}:")
        choices = (replace(recipe.choice(e), weight=recipe.weights.get(e.source, 1.0)) for e in examples)
        for feature, weight in fit(choices, recipe.penalty, recipe.prior).items():
            print(f'    "{feature}": {weight:.1f},')
    return 0


def fit(choices: Iterable[Choice], penalty: float, prior: float) -> dict[str, float]:
    """The weight of each feature, largest first."""
    rows = [choice for choice in choices if any(choice.right)]
    names = sorted({name for row in rows for features in row.features for name in features})
    if not names:
        return {}
    tables = [_table(row, names) for row in rows]
    right = [np.array(row.right) for row in rows]
    importance = [row.weight for row in rows]
    target = prior * _log_odds(tables, right, importance)
    weights = _climb(tables, right, importance, target, penalty * len(rows) / 100)
    return {names[i]: float(weights[i]) for i in np.argsort(-weights)}


def _table(row: Choice, names: Sequence[str]) -> Floats:
    return np.array([[name in features for name in names] for features in row.features], dtype=np.float64)


def _log_odds(
    tables: Sequence[Floats], right: Sequence[NDArray[np.bool_]], importance: Sequence[float]
) -> Floats:
    hits = sum(w * t[r].sum(0) for t, r, w in zip(tables, right, importance, strict=True)) + 1.0
    misses = sum(w * t[~r].sum(0) for t, r, w in zip(tables, right, importance, strict=True)) + 1.0
    return np.asarray(np.clip(np.log(hits / misses), -MOST, MOST))


def _climb(
    tables: Sequence[Floats],
    right: Sequence[NDArray[np.bool_]],
    importance: Sequence[float],
    target: Floats,
    penalty: float,
) -> Floats:
    """Penalised maximum likelihood by Adam; the problem is small and all but convex."""
    weights, slope, square = target.copy(), np.zeros_like(target), np.zeros_like(target)
    for step in range(1, STEPS + 1):
        gradient = penalty * (weights - target)
        for table, gold, weight in zip(tables, right, importance, strict=True):
            share = _softmax(table @ weights)
            wanted = np.where(gold, share, 0.0)
            gradient -= weight * (table.T @ (wanted / wanted.sum() - share))
        slope = MEMORY * slope + (1 - MEMORY) * gradient
        square = SPREAD * square + (1 - SPREAD) * gradient**2
        pace = np.sqrt(square / (1 - SPREAD**step)) + 1e-9
        weights = weights - RATE * (slope / (1 - MEMORY**step)) / pace
    return weights


def _softmax(worths: Floats) -> Floats:
    powers = np.exp(worths - worths.max())
    return np.asarray(powers / powers.sum())


def _titles(example: Example) -> Choice:
    page = datasets.page_of(example)
    found = title.collect(page, structured.read(page))
    gold = title.fold(str(example.fields.get("title") or ""))
    features = tuple(frozenset((*each.sources, *each.relations)) for each in found)
    return Choice(features, tuple(each.folded == gold for each in found))


def _days(example: Example) -> Choice:
    page = datasets.page_of(example)
    stated, blocks = structured.read(page), split(page)
    labels = label(page, blocks, measure(blocks), method=METHOD, mode="balanced", options={})
    days = date.group(date.collect(page, stated, blocks, labels), date.address(page, stated))
    gold = gold_day(example)
    return Choice(tuple(frozenset(each.features) for each in days), tuple(each.day == gold for each in days))


RECIPES = {
    "title": Recipe(_titles, penalty=0.05, prior=0.0, weights={}),
    # The dates of fundus are the publishers' own statements, checked by people.
    "date": Recipe(_days, penalty=0.2, prior=0.5, weights={"fundus": 2.0}),
}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m zrno.train.fit_fields", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of Parquet page sets")
    parser.add_argument("--sets", nargs="+", default=SETS)
    return parser


if __name__ == "__main__":
    sys.exit(main())
