"""Fit the numbers of method `markdown`: `python -m zrno.train.fit_markdown DATA_FOLDER`.

The criteria of every page are measured once, and the word F1 of every possible end is counted once;
trying other weights is then arithmetic on two arrays. The figures of the card come from folds by site:
each page is scored by numbers that were fitted without its site.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import measure, split
from zrno.blocks.markdown import to_markdown
from zrno.blocks.stopwords import words
from zrno.classify.kinds import kinds_of
from zrno.classify.markdown import METHOD, linked, split_words
from zrno.classify.markdown_bounds import (
    Measures,
    end_scores,
    language_of,
    lower_bounds,
    measure_paragraphs,
    upper_bound,
)
from zrno.classify.markdown_options import MODEL, MarkdownOptions
from zrno.errors import ZrnoError
from zrno.model import Kind
from zrno.train.datasets import Example, card, fold, page_of, read
from zrno.train.overlap import overlap

Floats = NDArray[np.float64]

TRAINING = ("wcxb-dev", "fundus", "czech-news", "cleaneval-dev", "canola")
VALIDATION = ("dragnet", "l3s-gn1", "waddle-daniel")  # their licences allow no more
SAMPLE = 300  # validation pages a set
FOLDS = 5
ROUNDS = 4  # over all options; the fifth changes nothing
NEVER = 2.0  # a share of links no option allows
DRAWS = 1000  # of the bootstrap
# What is tried for each option; weights count by their ratio.
GRID: Mapping[str, Sequence[float]] = {
    "keywords": (0.1, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0),
    "sentences": (0.0, 0.05, 0.1, 0.2, 0.3, 0.4),
    "stopwords": (0.0, 0.05, 0.1, 0.2, 0.3, 0.4),
    "neighbours": (0.0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8),
    "threshold": tuple(round(0.4 + 0.02 * step, 2) for step in range(25)),
    "many_keywords": (0.3, 0.4, 0.5, 0.6, 0.7, 0.85, 1.0),
    "long_sentence": (8, 12, 16, 20, 26, 32, 40),
    "many_stopwords": (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8),
    "before": (0, 1, 2),
    "after": (1, 2, 4, 8, 16),
    "minimum_words": (0, 20, 40, 60, 100, 150),
    "minimum_share": (0.0, 0.1, 0.2, 0.25, 0.3, 0.35, 0.4),
    "link_share": (0.3, 0.4, 0.5, 0.6, 1.0),
}
WEIGHTS = ("keywords", "sentences", "stopwords", "neighbours")
START = MarkdownOptions(
    keywords=0.4,
    sentences=0.1,
    stopwords=0.2,
    neighbours=0.3,
    threshold=0.6,
    many_keywords=0.7,
    long_sentence=20.0,
    many_stopwords=0.5,
    before=1,
    after=1,
    minimum_words=40,
    minimum_share=0.25,
    link_share=0.5,
    mode_shift=0.08,
)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """A page measured from its upper bound on."""

    source: str
    site: str
    measures: Measures
    curves: Mapping[float, Floats]  # link share -> word F1 of an end before paragraph 0, 1, ...
    all_text: float  # word F1 of the whole page


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Many pages in one: their measures end to end."""

    pages: Sequence[Prepared]
    measures: Measures
    curves: Mapping[float, Floats]
    offsets: NDArray[np.int64]  # of each page's curve, less that of its first paragraph

    def f1(self, options: MarkdownOptions) -> Floats:
        """The word F1 of every page under these options."""
        scores = end_scores(self.measures, options)
        ends = lower_bounds(scores, self.measures, options, options.threshold)
        return np.asarray(self.curves[options.link_share][self.offsets + ends])


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; prints the figures and writes the model."""
    parser = argparse.ArgumentParser(prog="python -m zrno.train.fit_markdown", description=__doc__)
    parser.add_argument("data", type=Path, help="folder with the Parquet sets and index.json")
    parser.add_argument("-o", "--output", type=Path, default=Path(__file__).parents[1] / MODEL)
    parser.add_argument("--sample", type=int, default=None, help="pages of each training set (default: all)")
    given = parser.parse_args(arguments)
    try:
        model = fit(given.data, sample=given.sample, say=print)
        given.output.write_text(json.dumps(model, indent=2, ensure_ascii=False) + "\n", "utf-8")
    except (ZrnoError, OSError) as error:
        print(f"failed: {error}")
        return 1
    return 0


def fit(folder: Path, *, sample: int | None = None, say: Callable[[str], None] = print) -> dict[str, Any]:
    """The model: fitted options and a card with cross-validated figures."""
    examples = [example for name in TRAINING for example in training(folder, name, sample)]
    pages = [prepared for example in _distinct(examples) if (prepared := prepare(example))]
    held_out = cross_validate(pages, START)
    alone = cross_validate(pages, replace(START, neighbours=0.0))
    options = search(table(pages), START)
    figures = {name: _figures(pages, held_out, alone, name) for name in (*TRAINING, "mean of sets")}
    checked = {name: validate(folder, name, options, SAMPLE) for name in VALIDATION}
    for name, row in {**figures, **checked}.items():
        say(f"{name:14} " + "  ".join(f"{column} {value}" for column, value in row.items()))
    say(f"options: {options}")
    return {"options": _numbers(options), "card": _card(folder, pages, figures, checked)}


def training(folder: Path, name: str, sample: int | None = None) -> list[Example]:
    """The training pages of a set; of the mixed set the articles."""
    examples = read(folder, name)
    kept = [example for example in examples if example.fields.get("page_type", "article") == "article"]
    return kept[:sample]


def prepare(example: Example) -> Prepared | None:
    """Measure a page; None for one without text."""
    page = page_of(example)
    blocks = split(page)
    features = measure(blocks)
    markdown = to_markdown(page, blocks, features)
    paragraphs = split_words(blocks, markdown)
    if not paragraphs:
        return None
    upper = upper_bound(blocks, features, markdown, paragraphs)
    below, text = markdown.paragraphs[upper.paragraph :], paragraphs[upper.paragraph :]
    measures = measure_paragraphs(below, text, features, language_of(page.tree, paragraphs))
    # Captions are content but no running text: they count for the bounds, not for the score.
    captions = [kind is Kind.CAPTION for kind in kinds_of(blocks, [True] * len(blocks))]
    shares = [NEVER if captions[each.block] else linked(each, features) for each in below]
    # A heading outside the Markdown is content as well; one inside stays even as a link.
    inside = upper.heading is not None and bool(below) and upper.heading in below[0].blocks
    heading = [] if inside or upper.heading is None else words(blocks[upper.heading].text)
    gold = Counter(words(example.gold))
    curves = {
        limit: _curve(text, [s <= limit or (inside and not i) for i, s in enumerate(shares)], heading, gold)
        for limit in GRID["link_share"]
    }
    whole = overlap("\n".join(blocks.texts), example.gold).f1
    return Prepared(example.source, example.site, measures, curves, whole)


def table(pages: Sequence[Prepared]) -> Table:
    """The pages end to end."""
    sizes = np.array([len(page.measures.words) for page in pages], dtype=np.int64)
    begins = np.cumsum(sizes) - sizes
    columns = {
        name: np.concatenate([getattr(page.measures, name) for page in pages])
        for name in ("words", "keyword_share", "sentence_length", "stopword_share")
    }
    first = np.repeat(begins, sizes).astype(np.int32)
    past = np.repeat(begins + sizes, sizes).astype(np.int32)
    curves = {limit: np.concatenate([page.curves[limit] for page in pages]) for limit in GRID["link_share"]}
    # A curve has one entry more than its page has paragraphs.
    return Table(pages, Measures(first=first, past=past, **columns), curves, np.arange(len(pages)))


def search(pages: Table, start: MarkdownOptions) -> MarkdownOptions:
    """Coordinate search: each option in turn takes its best value on the grid, the rest held."""
    best, options = _objective(pages, start), start
    fixed = {"neighbours", "before", "after"} if start.neighbours == 0 else set()
    for _ in range(ROUNDS):
        for name, values in GRID.items():
            for value in values if name not in fixed else ():
                tried = replace(options, **{name: type(getattr(options, name))(value)})
                found = _objective(pages, tried)
                if found > best:
                    best, options = found, tried
    return options


def cross_validate(pages: Sequence[Prepared], start: MarkdownOptions) -> Floats:
    """The word F1 of every page under options fitted without its site."""
    part = np.array([fold(page.site, FOLDS) for page in pages])
    scored = np.zeros(len(pages))
    for number in np.unique(part).tolist():
        inside = [page for page, where in zip(pages, part, strict=True) if where != number]
        outside = [page for page, where in zip(pages, part, strict=True) if where == number]
        options = search(table(inside or outside), start)
        scored[part == number] = table(outside).f1(options)
    return scored


def validate(folder: Path, name: str, options: MarkdownOptions, sample: int) -> dict[str, Any]:
    """Word F1 of the method itself, run as a user runs it, on pages nothing was fitted on."""
    scores, baseline, sites = [], [], []
    for example in read(folder, name, sample=sample):
        page = page_of(example)
        blocks = split(page)
        labels = METHOD.label(page, blocks, measure(blocks), mode="balanced", options=options)
        texts = blocks.texts
        scores.append(
            overlap("\n".join(texts[each.block] for each in labels if each.running), example.gold).f1
        )
        baseline.append(overlap("\n".join(texts), example.gold).f1)
        sites.append(example.site)
    return _row(np.array(scores), np.array(baseline), sites)


def _curve(
    text: Sequence[Sequence[str]], kept: Sequence[bool], heading: list[str], gold: Counter[str]
) -> Floats:
    """Word F1 of the first 0, 1, 2 ... paragraphs."""
    left, shared, size = gold.copy(), 0, 0
    total = gold.total()
    curve = []
    for paragraph in (heading, *(each if keep else () for each, keep in zip(text, kept, strict=True))):
        for word in paragraph:
            if left[word] > 0:
                left[word] -= 1
                shared += 1
        size += len(paragraph)
        curve.append(2 * shared / max(size + total, 1))
    return np.array(curve, dtype=np.float64)


def _objective(pages: Table, options: MarkdownOptions) -> float:
    """The mean over the sets of their mean word F1."""
    return _mean_of_sets(pages.pages, pages.f1(options))


def _mean_of_sets(pages: Sequence[Prepared], f1: Floats) -> float:
    sources = np.array([page.source for page in pages])
    return float(np.mean([f1[sources == source].mean() for source in np.unique(sources)]))


def _distinct(examples: Iterable[Example]) -> list[Example]:
    """Each gold text once: the sets overlap a little."""
    seen: dict[tuple[str, ...], Example] = {}
    for example in examples:
        seen.setdefault(tuple(words(example.gold)), example)
    return list(seen.values())


def _figures(pages: Sequence[Prepared], held_out: Floats, alone: Floats, name: str) -> dict[str, Any]:
    baseline = np.array([page.all_text for page in pages])
    if name not in TRAINING:
        means = [_mean_of_sets(pages, column) for column in (baseline, held_out, alone)]
        return dict(
            zip(("all_text", "markdown", "without_neighbours"), np.round(means, 4).tolist(), strict=True)
        )
    of = np.array([page.source == name for page in pages])
    if not of.any():
        return {"pages": 0}
    sites = [page.site for page in pages if page.source == name]
    row = _row(held_out[of], baseline[of], sites)
    brought = [round(value, 4) for value in _interval(held_out[of] - alone[of], sites)]
    return {**row, "without_neighbours": round(float(alone[of].mean()), 4), "neighbours_gain_95": brought}


def _row(scores: Floats, baseline: Floats, sites: Sequence[str]) -> dict[str, Any]:
    low, high = _interval(scores - baseline, sites)
    return {
        "pages": len(scores),
        "all_text": round(float(baseline.mean()), 4),
        "markdown": round(float(scores.mean()), 4),
        "gain_95": [round(low, 4), round(high, 4)],
    }


def _interval(gains: Floats, sites: Sequence[str]) -> tuple[float, float]:
    """95 % bootstrap interval of the mean gain; sites are drawn, for pages of one site are alike."""
    names, place = np.unique(np.array(sites), return_inverse=True)
    sums = np.bincount(place, weights=gains, minlength=len(names))
    counts = np.bincount(place, minlength=len(names))
    drawn = np.random.default_rng(0).integers(0, len(names), (DRAWS, len(names)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = np.percentile(means, [2.5, 97.5]).tolist()
    return low, high


def _numbers(options: MarkdownOptions) -> dict[str, float]:
    """The fitted options; the weights sum to 1."""
    numbers = {name: value for name, value in asdict(options).items() if name not in ("heading", "language")}
    total = sum(numbers[name] for name in WEIGHTS)
    return {name: round(value / total, 4) if name in WEIGHTS else value for name, value in numbers.items()}


def _card(
    folder: Path, pages: Sequence[Prepared], figures: Mapping[str, Any], checked: Mapping[str, Any]
) -> dict[str, Any]:
    used = Counter(page.source for page in pages)
    return {
        "method": "markdown",
        "created": date.today().isoformat(),
        "licence": "Apache-2.0",
        "command": "python -m zrno.train.fit_markdown DATA_FOLDER",
        "measure": "word F1, mean over pages; gain_95 and neighbours_gain_95: bootstrap by site of the gain "
        "over all text, and of the gain by R4",
        "sets": [{"name": n, "pages": used[n], "licence": card(folder, n).licence} for n in TRAINING],
        "cross_validated": {"folds": f"{FOLDS}, by site", **figures},
        "validation": {"note": "never fitted on", **checked},
    }


if __name__ == "__main__":
    raise SystemExit(main())
