"""Train `grain`: pages with their text in, a model with its card out.

From scratch it takes some thousand pages of many sites. With a few pages of one's own it goes on from a
trained model (`start`): its tables stay, its network is trained further, gently.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from zrno.classify.grain_features import Tables
from zrno.classify.grain_model import FILE, Model, load, save
from zrno.classify.models import Card, write_card
from zrno.errors import SourceMissing
from zrno.model import Mode
from zrno.train.datasets import Example
from zrno.train.grain_comments import pool_of, with_comments
from zrno.train.grain_fit import Sheet, fit
from zrno.train.grain_pages import Learned, learn
from zrno.train.trainer import FOLDS, Job, Trainer, fold_folder

MIN_PAGES = 100  # from scratch; with less a network learns the sites, not the craft
GRAFTED = 22  # per cent of the articles appear a second time, with comments below
# Kinds of pages below which readers may comment.
COMMENTED = frozenset({"article", "documentation", "service"})
# Operating points on the validation sets (random 300 pages of dragnet, 200 of l3s-gn1 and of waddle-daniel):
# F1 is flat between .4 and .6; the other two cost it a point each and give one to two on their side.
THRESHOLDS: dict[Mode, float] = {"precision": 0.8, "balanced": 0.55, "recall": 0.2}


def fit_grain(job: Job) -> Card:
    """Train on the job's examples and write the model."""
    start = load(job.start) if job.start else None
    if start is None and len(job.examples) < MIN_PAGES:
        raise SourceMissing(
            f"{len(job.examples)} pages are too few to learn from nothing",
            hint=f"give at least {MIN_PAGES} pages, or go on from a trained model: --start grain",
        )
    examples = [*job.examples, *(grafted(job.examples, job.seed) if start is None else ())]
    learned = learn(examples, job.report, start.tables if start else None)
    if not learned.sheets:
        raise SourceMissing("no page with its gold text on it", hint="is the gold text that of these pages?")
    job.report(f"{len(learned.sheets)} pages to learn from, {learned.dropped} without their gold on them")
    for part in range(FOLDS) if job.cross else ():
        job.report(f"without the sites of fold {part}")
        seen = [sheet for sheet, own in zip(learned.sheets, learned.folds, strict=True) if own != part]
        if not seen:
            raise SourceMissing("all pages fall into one fold of sites", hint="leave out --cross")
        folder = fold_folder(job.out, part)
        folder.mkdir(exist_ok=True)
        _write(job, learned, seen, learned.fold_tables[part], folder, start)
    return _write(job, learned, learned.sheets, learned.tables, job.out, start)


def _write(
    job: Job, learned: Learned, sheets: Sequence[Sheet], known: Tables, folder: Path, start: Model | None
) -> Card:
    """Train on some of the sheets and write model and card."""
    network = fit(sheets, learned.columns, job.seed, job.report, start.network if start else None)
    save(Model(network, known, learned.columns, THRESHOLDS), folder)
    card = Card(
        name=folder.name,
        method="grain",
        summary=f"grain trained on {len(sheets)} pages" + (f" from {job.start}" if job.start else ""),
        licence="that of the pages it was trained on",
        trained=date.today().isoformat(),
        seed=job.seed,
        command=job.command,
        data=job.data,
        figures=(),
        file=FILE,
    )
    write_card(folder, card)
    return card


def grafted(examples: Sequence[Example], seed: int) -> list[Example]:
    """Some of the articles a second time, with comments below them."""
    found = []
    for source in sorted({each.source for each in examples}):
        own = [each for each in examples if each.source == source]
        pool = pool_of(own)
        for each in own:
            if each.fields.get("page_type", "article") in COMMENTED and _drawn(each):
                twin = with_comments(each, pool, seed)
                found += [twin] if twin else []
    return found


def _drawn(example: Example) -> bool:
    digest = hashlib.sha256(f"{example.source}{example.id}".encode("utf-8", "replace")).digest()
    return digest[0] % 100 < GRAFTED


TRAINER = Trainer(
    name="grain",
    summary="a network over blocks, from scratch or on from a trained model",
    fit=fit_grain,
    goes_on=True,
)
