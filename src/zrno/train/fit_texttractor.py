"""Train the network of method `texttractor`, and measure it on sites it was not trained on.

The figures are those of the study's tables 5.3 to 5.5, over all pages of a set: right blocks found, and wrong
blocks, both as a share of the right ones, by the network alone and after post-analysis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

import numpy as np

from zrno.blocks import measure, split
from zrno.blocks.features import Flags, Floats
from zrno.classify.models import Card, Figure, write_card
from zrno.classify.texttractor_features import Singles, columns, with_neighbours
from zrno.classify.texttractor_network import FILE, Network, save
from zrno.classify.texttractor_options import TexttractorOptions
from zrno.classify.texttractor_post import Surroundings, look_around, post_analyse
from zrno.errors import OptionError, ZrnoError
from zrno.train.align import CONTENT, align, gold_of
from zrno.train.bootstrap import estimate, weights
from zrno.train.datasets import Example, fold, page_of, thinned
from zrno.train.rprop import first_network, train
from zrno.train.trainer import Job, Trainer

# Pages of one set: all sets weigh about the same, and training on one core takes minutes.
MAX_PAGES = 200
# In trials the error on sites held out was least between 50 and 90 epochs and grew from there on.
EPOCHS = 70
FOLDS = 5
MIN_COVERAGE = 0.8  # of a page's gold text on the page; with less its labels are not to be believed
ALL_SETS = "all sets"
NOTES = (
    "Labels come from aligning gold texts with the pages; the study had 4,519 blocks of 34 Czech pages, "
    "judged by hand. Figures are cross-validated over sites: a page is scored by a network that saw no page "
    "of its site; the study tested on other pages, partly of the same sites. The training error is "
    "{error:.4f} after {epochs} epochs on {blocks} blocks; the study had 0.01025 with 26 inputs and a tenth "
    "of that with 78, after 15,000 epochs. Longer training fits the training sites better and others worse."
)


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What is kept of a page: its features, its labels, and what post-analysis looks at."""

    source: str
    site: str
    table: Singles  # the 26 features of each block
    right: Flags  # the blocks of the gold text
    around: Surroundings


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Marked blocks of each page: right ones, wrong ones, right ones missed, and all blocks."""

    hits: Floats
    wrong: Floats
    missed: Floats
    blocks: Floats

    def measures(self, drawn: Floats) -> dict[str, Floats]:
        """Each measure over all blocks of the pages, under every row of weights."""
        hits, wrong, missed, blocks = (
            drawn @ each for each in (self.hits, self.wrong, self.missed, self.blocks)
        )
        right = np.maximum(hits + missed, 1)
        return {
            "block accuracy": 1 - (wrong + missed) / np.maximum(blocks, 1),
            "block F1": 2 * hits / np.maximum(2 * hits + wrong + missed, 1),
            "right blocks found": hits / right,
            "wrong blocks per right block": wrong / right,
        }


def fit(job: Job) -> Card:
    """Cross-validate, train on all pages, write the network and its card."""
    pages = prepare(job)
    held_out = cross_validate(pages, job)
    trained = train(first_network(job.seed), *stack(pages), epochs=EPOCHS)
    save(trained.network, job.out)
    error, blocks = min(trained.errors), sum(len(page.right) for page in pages)
    job.report(f"trained on {len(pages)} pages, {blocks} blocks: error {error:.4f}")
    used = Counter(page.source for page in pages)
    card = Card(
        name=job.out.name,
        method="texttractor",
        summary="78-39-19-9-1 perceptron over the features of a block and its neighbours",
        licence="Apache-2.0",
        trained=date.today().isoformat(),
        seed=job.seed,
        command=job.command,
        data=tuple(replace(each, pages=used[each.name]) for each in job.data if used[each.name]),
        figures=tuple(figures(pages, held_out, job)),
        file=FILE,
        notes=NOTES.format(error=error, epochs=EPOCHS, blocks=blocks),
    )
    write_card(job.out, card)
    return card


def prepare(job: Job) -> list[Prepared]:
    """The pages to train on: a sample of each set, without repeated texts and what cannot be aligned."""
    sampled = list(thinned(job.examples, MAX_PAGES, job.seed, whole=lambda _some: False))
    pages = [page for example in sampled if (page := _prepared(example))]
    job.report(f"{len(pages)} of {len(sampled)} sampled pages can be aligned")
    if len({fold(page.site, FOLDS) for page in pages}) < 2:
        raise OptionError("too few sites to train on", hint="pages of at least two sites, better of ten")
    return pages


def stack(pages: Sequence[Prepared]) -> tuple[Singles, Singles]:
    """Inputs and targets of all blocks: 1 for right ones, -1 for the others."""
    inputs = np.concatenate([with_neighbours(page.table) for page in pages])
    right = np.concatenate([page.right for page in pages])
    return inputs, np.where(right, 1, -1).astype(np.float32)


def cross_validate(pages: Sequence[Prepared], job: Job) -> list[Floats]:
    """The network scores of each page, by a network trained without its site."""
    folds = [fold(page.site, FOLDS) for page in pages]
    scores: list[Floats] = [np.zeros(0)] * len(pages)
    for number in sorted(set(folds)):
        known = [page for page, each in zip(pages, folds, strict=True) if each != number]
        network = train(first_network(job.seed), *stack(known), epochs=EPOCHS).network
        held_out = [place for place, each in enumerate(folds) if each == number]
        for place in held_out:
            scores[place] = _run(network, pages[place])
        counts = count([pages[place] for place in held_out], [scores[place] for place in held_out], True)
        job.report(f"fold {number}, {len(held_out)} pages: {_said(counts)}")
    return scores


def count(pages: Sequence[Prepared], scores: Sequence[Floats], post_analysis: bool) -> Counts:
    """The marked blocks of each page."""
    options = TexttractorOptions()
    rows = []
    for page, score in zip(pages, scores, strict=True):
        final = post_analyse(score, page.around, options).scores if post_analysis else score
        good, right = final >= options.good, page.right
        rows.append((good & right, good & ~right, right & ~good, np.ones_like(right)))
    return Counts(*np.array([[each.sum() for each in row] for row in rows], dtype=np.float64).T)


def figures(pages: Sequence[Prepared], scores: Sequence[Floats], job: Job) -> Iterator[Figure]:
    """The measures of each set and of all, with post-analysis and without."""
    names = list(dict.fromkeys(page.source for page in pages))
    for name in [*names, ALL_SETS] if len(names) > 1 else names:
        chosen = [place for place, page in enumerate(pages) if name in (page.source, ALL_SETS)]
        some = [pages[place] for place in chosen]
        found = [scores[place] for place in chosen]
        drawn = weights([page.site for page in some], seed=job.seed)
        everything = count(some, [np.ones(len(page.right)) for page in some], False).measures(drawn[:1])
        for stage, post_analysis in (("network alone", False), ("with post-analysis", True)):
            counts = count(some, found, post_analysis)
            job.report(f"{name}, {stage}: {_said(counts)}")
            for measured, values in counts.measures(drawn).items():
                figure = estimate(values)
                ends = round(figure.low, 4), round(figure.high, 4)
                baseline = round(float(everything[measured][0]), 4)
                named = f"{measured}, {stage}"
                yield Figure(name, named, round(figure.value, 4), *ends, len(some), baseline, job.command)


def _said(counts: Counts) -> str:
    measures = counts.measures(np.ones((1, len(counts.hits))))
    return ", ".join(f"{name} {values[0]:.3f}" for name, values in measures.items())


def _prepared(example: Example) -> Prepared | None:
    """None for a page that cannot be read, or whose gold text is not on it."""
    try:
        page = page_of(example)
    except ZrnoError:
        return None
    blocks = split(page)
    features = measure(blocks)
    alignment = align(blocks, gold_of(example))
    if not len(blocks) or alignment.coverage < MIN_COVERAGE:
        return None
    right = alignment.shares(blocks.starts) > CONTENT
    table = columns(blocks, features)
    return Prepared(example.source, example.site, table, right, look_around(blocks, features))


def _run(network: Network, page: Prepared) -> Floats:
    return network.run(with_neighbours(page.table)).astype(np.float64)


TRAINER = Trainer(
    name="texttractor",
    summary="the 78-39-19-9-1 network, by Rprop on all blocks at once",
    fit=fit,
)
