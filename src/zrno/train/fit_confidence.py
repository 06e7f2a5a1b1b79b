"""Fit the weights of the confidence: `python -m zrno.train.fit_confidence DATA_FOLDER`.

A page counts as found when it is an article, a manual page or a forum thread and the kept text agrees
with gold; listings, product collections and Czech pages that are no articles do not. Products and
services are left out of the fit: whether such a page has a main text is a matter of taste. The figures
come from folds by site.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import measure, split
from zrno.classify import label
from zrno.document import compose
from zrno.document.confidence import WEIGHTS, signals
from zrno.errors import MissingExtra, ZrnoError
from zrno.train.datasets import Example, fold, page_of, read, site_of
from zrno.train.overlap import overlap

Floats = NDArray[np.float64]

SETS = (
    "wcxb-dev",
    "fundus",
    "magic-html",
    "chinese-handcrafted",
    "canola",
    "cleaneval-dev",
    "cleaneval-final-a",
    "cleanportaleval",
    "czech-news",
)
NO_ARTICLES = "czech-news-nonarticle"
POSITIVE = frozenset({"article", "documentation", "forum"})
NEGATIVE = frozenset({"listing", "collection", "none"})
FOUND = 0.5  # word F1 with gold; below that we have something, but not the text
FOLDS = 5
RIDGE = 3.0  # on standardised signals; between 1 and 10 the area does not move
# All negative pages together weigh three quarters of the positive ones: without that, one in six
# pages being negative, the model would call everything an article.
NEGATIVE_TO_POSITIVE = 0.75
CZECH_WEIGHT = 2.0  # 62 pages among 2,200, and the readers Zrno is for
MAX_STEPS = 60


@dataclass(frozen=True, slots=True)
class Row:
    """One page: its signals, whether it counts as found, and where it is from."""

    kind: str
    source: str
    site: str
    found: bool
    signals: dict[str, float]


def main(arguments: Sequence[str] | None = None) -> None:
    """Fit, and print the weights with the figures of the folds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--sample", type=int, default=None, help="pages per set")
    given = parser.parse_args(arguments)
    rows = list(measured(given.folder, sample=given.sample))
    used = [row for row in rows if row.kind in POSITIVE | NEGATIVE]
    print_figures(rows, used)
    bias, weights, means = fit(used)
    print(f"BIAS = {bias:.2f}")
    for name, weight, mean in zip(WEIGHTS, weights, means, strict=True):
        print(f"{name}: weight {weight:.2f}, mean {mean:.2f}")


def measured(folder: Path, *, sample: int | None = None) -> Iterator[Row]:
    """The rows of all sets; pages that cannot be read or keep nothing are left out."""
    examples = (example for name in SETS for example in read(folder, name, sample=sample))
    for example in chain(examples, _no_articles(folder)):
        try:
            row = _row(example)
        except ZrnoError:
            continue
        if row is not None:
            yield row


def fit(rows: Sequence[Row]) -> tuple[float, Floats, Floats]:
    """Bias, weights and means of the signals: ridge logistic regression by Newton's method."""
    values, found, weights = _table(rows)
    means, spread = values.mean(axis=0), values.std(axis=0) + 1e-9
    design = np.column_stack([np.ones(len(values)), (values - means) / spread])
    ridge = np.diag([0.0, *[RIDGE] * values.shape[1]])
    beta = np.zeros(design.shape[1])
    for _ in range(MAX_STEPS):
        chance = 1 / (1 + np.exp(-design @ beta))
        slope = design.T @ (weights * (chance - found)) + ridge @ beta
        curve = (design * (weights * chance * (1 - chance))[:, None]).T @ design + ridge
        step = np.linalg.solve(curve, slope)
        beta -= step
        if np.abs(step).max() < 1e-8:
            break
    scaled = beta[1:] / spread
    return float(beta[0] - scaled @ means), scaled, means


def crossed(rows: Sequence[Row], used: Sequence[Row]) -> Floats:
    """The confidence of each row by a model that has not seen its site."""
    scores = np.zeros(len(rows))
    for number in range(FOLDS):
        bias, weights, _ = fit([row for row in used if fold(row.site, FOLDS) != number])
        for place, row in enumerate(rows):
            if fold(row.site, FOLDS) == number:
                total = bias + weights @ np.array([row.signals[name] for name in WEIGHTS])
                scores[place] = 1 / (1 + np.exp(-total))
    return scores


def area(scores: Floats, found: Floats) -> float:
    """The area under the ROC curve: how often a page that counts stands above one that does not."""
    order = np.argsort(scores, kind="stable")
    ranks = np.empty(len(scores))
    ranks[order] = np.arange(1, len(scores) + 1)
    for value in np.unique(scores):  # equal scores share their mean rank
        same = scores == value
        ranks[same] = ranks[same].mean()
    positive = int(found.sum())
    above = ranks[found > 0].sum() - positive * (positive + 1) / 2
    return float(above / max(positive * (len(found) - positive), 1))


def print_figures(rows: Sequence[Row], used: Sequence[Row]) -> None:
    """The area by folds, and the share above one half for each kind of page and each set."""
    scores = crossed(rows, used)
    inside = np.array([row.kind in POSITIVE | NEGATIVE for row in rows])
    found = np.array([float(row.found) for row in rows])
    print(
        f"{len(used)} pages, {int(found[inside].sum())} found; area {area(scores[inside], found[inside]):.3f}"
    )
    for title, names in (("kind", [row.kind for row in rows]), ("set", [row.source for row in rows])):
        for name in sorted(set(names)):
            mask = np.array([each == name for each in names])
            median, above = np.median(scores[mask]), (scores[mask] > 0.5).mean()
            print(f"{title} {name}: {mask.sum()} pages, median {median:.2f}, above 0.5: {above:.2f}")


def _no_articles(folder: Path) -> Iterator[Example]:
    """The set without gold text, which `read` leaves out for that."""
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("Parquet cannot be read", hint="pip install zrno[train]") from error
    for row in parquet.read_table(folder / f"{NO_ARTICLES}.parquet").to_pylist():
        fields = json.loads(row["fields"])
        yield Example(str(row["id"]), NO_ARTICLES, site_of(str(fields["site"])), row["html"], "", fields)


def _row(example: Example) -> Row | None:
    page = page_of(example)
    blocks = split(page)
    features = measure(blocks)
    labels = label(page, blocks, features, method="news")
    texts = [text for text, each in zip(blocks.texts, labels, strict=True) if each.content]
    if not texts:
        return None
    fields = compose(page, blocks, features, labels, method="news", mode="balanced").fields
    given = example.fields.get("page_type", "article") if example.source != NO_ARTICLES else "none"
    found = given in POSITIVE and overlap("\n".join(texts), example.gold).f1 >= FOUND
    return Row(given, example.source, example.site, found, signals(blocks, features, labels, fields))


def _table(rows: Sequence[Row]) -> tuple[Floats, Floats, Floats]:
    values = np.array([[row.signals[name] for name in WEIGHTS] for row in rows])
    found = np.array([float(row.found) for row in rows])
    positive = found.sum()
    weights = np.where(found > 0, 1.0, NEGATIVE_TO_POSITIVE * positive / max(len(rows) - positive, 1))
    czech = np.array([row.source.startswith("czech-news") for row in rows])
    return values, found, weights * np.where(czech, CZECH_WEIGHT, 1.0)


if __name__ == "__main__":
    main()
