"""Fit the confidence: `python -m zrno.train.fit_confidence DATA_FOLDER --cross MODELS`.

A page counts as right when the text `grain` keeps has a 4-gram F1 over .9 with gold; Czech pages that are no
articles never do. With `--cross` (the folder of `zrno train grain --cross`) each page is labelled by a model
that has not seen its site; without, the labels of the training pages flatter. The figures are of folds by
site.
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
from zrno.document.confidence import RIGHT, doubt, signals
from zrno.errors import MissingExtra, ZrnoError
from zrno.train.datasets import Example, fold, page_of, read, site_of
from zrno.train.evaluate import Reference
from zrno.train.trainer import FOLDS, fold_folder

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
BINS = 10  # of the reliability diagram
FOUND = 0.9  # 4-gram F1 with gold, above which the text is as good as right
RIDGE = 3.0  # on standardised signals; between 1 and 10 the area does not move
CZECH_WEIGHT = 2.0  # 62 pages among 2,200, and the readers Zrno is for
NO_ARTICLE_WEIGHT = 6.0  # twelve pages speak for all that hold no text of their own
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
    parser.add_argument("--cross", type=Path, default=None, help="folder of `zrno train grain --cross`")
    parser.add_argument("--sample", type=int, default=None, help="pages per set")
    given = parser.parse_args(arguments)
    rows = list(measured(given.folder, cross=given.cross, sample=given.sample))
    print_figures(rows)
    bias, weights, means = fit(rows)
    print(f"BIAS = {bias:.2f}")
    for name, weight, mean in zip(RIGHT, weights, means, strict=True):
        print(f"{name}: weight {weight:.2f}, mean {mean:.2f}")


def measured(folder: Path, *, cross: Path | None = None, sample: int | None = None) -> Iterator[Row]:
    """The rows of all sets; pages that cannot be read or keep nothing are left out."""
    examples = (example for name in SETS for example in read(folder, name, sample=sample))
    for example in chain(examples, _no_articles(folder)):
        try:
            row = _row(example, cross)
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


def crossed(rows: Sequence[Row]) -> Floats:
    """The confidence of each row by a model that has not seen its site."""
    scores = np.zeros(len(rows))
    for number in range(FOLDS):
        bias, weights, _ = fit([row for row in rows if fold(row.site, FOLDS) != number])
        for place, row in enumerate(rows):
            if fold(row.site, FOLDS) == number:
                total = bias + weights @ np.array([row.signals[name] for name in RIGHT])
                scores[place] = doubt(row.signals) / (1 + np.exp(-total))
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


def print_figures(rows: Sequence[Row]) -> None:
    """The area by folds, the reliability diagram as a table, and what each kind of page and set gets."""
    scores = crossed(rows)
    found = np.array([float(row.found) for row in rows])
    print(f"{len(rows)} pages, {int(found.sum())} right; area {area(scores, found):.3f}")
    czech = np.array([row.source.startswith("czech-news") for row in rows])
    articles = np.array([float(row.source != NO_ARTICLES) for row in rows])
    if czech.any() and 0 < articles[czech].sum() < czech.sum():
        print(f"Czech articles against other Czech pages: area {area(scores[czech], articles[czech]):.3f}")
    for low, pages, mean, share in reliability(scores, found):
        print(f"confidence from {low:.1f}: {pages} pages, mean {mean:.2f}, right {share:.2f}")
    for title, names in (("kind", [row.kind for row in rows]), ("set", [row.source for row in rows])):
        for name in sorted(set(names)):
            mask = np.array([each == name for each in names])
            median, share = np.median(scores[mask]), found[mask].mean()
            print(f"{title} {name}: {mask.sum()} pages, median {median:.2f}, right {share:.2f}")


def reliability(scores: Floats, found: Floats) -> Iterator[tuple[float, int, float, float]]:
    """For each tenth of the scale: where it begins, its pages, their mean confidence, the share right."""
    bins = np.minimum((scores * BINS).astype(int), BINS - 1)
    for number in np.unique(bins).tolist():
        inside = bins == number
        yield number / BINS, int(inside.sum()), float(scores[inside].mean()), float(found[inside].mean())


def _no_articles(folder: Path) -> Iterator[Example]:
    """The set without gold text, which `read` leaves out for that."""
    try:
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("Parquet cannot be read", hint="pip install zrno[train]") from error
    for row in parquet.read_table(folder / f"{NO_ARTICLES}.parquet").to_pylist():
        fields = json.loads(row["fields"])
        yield Example(str(row["id"]), NO_ARTICLES, site_of(str(fields["site"])), row["html"], "", fields)


def _row(example: Example, cross: Path | None) -> Row | None:
    page = page_of(example)
    blocks = split(page)
    features = measure(blocks)
    options = {"model": str(fold_folder(cross, fold(example.site, FOLDS)))} if cross else {}
    labels = label(page, blocks, features, method="grain", options=options)
    document = compose(page, blocks, features, labels, method="grain", mode="balanced")
    if not any(each.content for each in labels):
        return None
    kind = str(example.fields.get("page_type", "article")) if example.source != NO_ARTICLES else "none"
    found = kind != "none" and Reference(example.gold).score(document.text).page_f1 > FOUND
    found_signals = signals(blocks, features, labels, document.fields, url=page.url)
    return Row(kind, example.source, example.site, found, found_signals)


def _table(rows: Sequence[Row]) -> tuple[Floats, Floats, Floats]:
    values = np.array([[row.signals[name] for name in RIGHT] for row in rows])
    found = np.array([float(row.found) for row in rows])
    weights = {NO_ARTICLES: NO_ARTICLE_WEIGHT, "czech-news": CZECH_WEIGHT}
    return values, found, np.array([weights.get(row.source, 1.0) for row in rows])


if __name__ == "__main__":
    main()
