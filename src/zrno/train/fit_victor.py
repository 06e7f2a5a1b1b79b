"""Train the conditional random field of method `victor`, and measure it on sites it was not trained on.

Labels come from aligning gold with the pieces. The figures are the study's (pieces with the right label,
and on the right side of content and noise, in six folds) and CleanEval's similarity.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from math import nan
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from zrno.blocks import split
from zrno.blocks.features import Floats, covered
from zrno.blocks.stopwords import words
from zrno.blocks.vocabulary import HEADING_TAGS, ITEM_TAGS
from zrno.classify.models import Card, Figure, write_card
from zrno.classify.victor import decide
from zrno.classify.victor_features import Measured, fit_bins, measure_pieces
from zrno.classify.victor_model import FILE, Model, read_model, write_bins
from zrno.classify.victor_options import VictorOptions
from zrno.classify.victor_pieces import CONTINUED, OTHER, Pieces, cleaneval, cut
from zrno.errors import MissingExtra, OptionError, ZrnoError
from zrno.train.align import Alignment, align, gold_of
from zrno.train.bootstrap import estimate, means, weights
from zrno.train.datasets import Example, fold, page_of, thinned
from zrno.train.subsequence import MARK_WORDS, cleaneval_words, common, marked_words
from zrno.train.trainer import Job, Trainer

FOLDS = 6  # as in the study
# Pages of a set without marks; those with marks are few, and alone tell headings from paragraphs.
MAX_PLAIN = 120
MIN_COVERAGE = 0.8  # of a page's gold text on the page; with less its labels are not to be believed
LIKELY = 0.5  # probability, or share of words
MEASURES = {
    "right": "pieces with the right label",
    "sided": "pieces rightly content or noise",
    "text": "CleanEval similarity, text",
    "markup": "CleanEval similarity, text and marks",
}
BINS = 10  # of a real-valued feature
# The study does not name its training. On three folds of cleaneval-final-a accuracy grew with the weight of
# the L2 term up to here (2: 74, 10: 76, 40: 78, 150: 79 %); in so much a few pages would drown.
MAX_L2, L2_PER_PIECE = 150.0, 0.002
ROUNDS = 40
MIN_FREQUENCY = 5.0  # of an attribute with a label; rarer ones are of single pages
NOTES = (
    "Labels come from aligning gold texts with the pieces: {labels}. Cross-validated over sites in {folds} "
    "folds: a page is labelled by a model that saw no page of its site. Similarity is 1 - distance / (words "
    "found + words in gold), the distance counting words inserted and deleted."
)


class Reference:
    """The gold text of a page, ready to be compared with what labels give."""

    def __init__(self, example: Example, marked: bool) -> None:
        self._words = cleaneval_words(example.gold)
        self._marked = marked_words(example.markup) if marked and example.markup else None

    def text(self, written: str) -> float:
        """CleanEval's similarity, marks left out."""
        unmarked = [word for word in marked_words(written) if word not in MARK_WORDS.values()]
        return common(unmarked, self._words).similarity

    def markup(self, written: str) -> float:
        """The same with marks; nan where gold has none."""
        return nan if self._marked is None else common(marked_words(written), self._marked).similarity


@dataclass(frozen=True, slots=True, eq=False)
class Prepared:
    """What is kept of a page: its pieces, their features and labels, and its gold."""

    example: Example
    pieces: Pieces
    measured: Measured
    labels: Sequence[str]
    reference: Reference


@dataclass(frozen=True, slots=True)
class Score:
    """The measures of one page: shares of its pieces, and similarities where its gold has marks."""

    pieces: int
    right: int  # the label itself
    sided: int  # content or noise
    text: float
    markup: float


def fit(job: Job) -> Card:
    """Cross-validate, train on all pages, write the model and its card."""
    pages = prepare(job)
    figures = tuple(_figures(pages, cross_validate(pages, job), job))
    train(pages, job.out)
    labels = Counter(label for page in pages for label in page.labels)
    said = ", ".join(f"{label} {count:,}" for label, count in labels.most_common())
    used = Counter(page.example.source for page in pages)
    card = Card(
        name=job.out.name,
        method="victor",
        summary="conditional random field over the pieces between all tags",
        licence="Apache-2.0",
        trained=date.today().isoformat(),
        seed=job.seed,
        command=job.command,
        data=tuple(replace(each, pages=used[each.name]) for each in job.data if used[each.name]),
        figures=figures,
        file=FILE,
        notes=NOTES.format(labels=said, folds=FOLDS),
    )
    write_card(job.out, card)
    return card


def prepare(job: Job) -> list[Prepared]:
    """The pages to train on: a sample of each set, without repeated texts and what cannot be aligned."""
    sampled = list(thinned(job.examples, MAX_PLAIN, job.seed, whole=_any_marked))
    pages = [page for example in sampled if (page := _prepared(example))]
    job.report(f"{len(pages)} of {len(sampled)} sampled pages can be aligned")
    if len({fold(page.example.site, FOLDS) for page in pages}) < 2:
        raise OptionError("too few sites to train on", hint="pages of at least two sites, better of ten")
    return pages


def train(pages: Sequence[Prepared], folder: Path) -> Model:
    """Write bins and CRF of these pages into a folder; the model read back from there."""
    try:
        from pycrfsuite import ItemSequence
        from pycrfsuite import Trainer as Crf
    except ImportError as error:
        raise MissingExtra("method victor needs a CRF library", hint="pip install python-crfsuite") from error
    bins = fit_bins([page.measured.columns for page in pages], BINS)
    crf = Crf("lbfgs", verbose=False)
    pieces = sum(len(page.labels) for page in pages)
    crf.set_params(
        {
            "c1": 0.0,
            "c2": min(MAX_L2, L2_PER_PIECE * pieces),
            "max_iterations": ROUNDS,
            "feature.minfreq": MIN_FREQUENCY,
            "feature.possible_transitions": True,
        }
    )
    for page in pages:
        crf.append(ItemSequence(bins.rows(page.measured)), page.labels)
    crf.train(str(folder / FILE))
    write_bins(folder, bins)
    return read_model(folder, FILE)


def cross_validate(pages: Sequence[Prepared], job: Job) -> list[Floats]:
    """The probabilities of each page's pieces, by a model trained without its site."""
    folds = [fold(page.example.site, FOLDS) for page in pages]
    found: list[Floats] = [np.zeros(0)] * len(pages)
    for number in sorted(set(folds)):
        with TemporaryDirectory() as folder:
            known = [page for page, each in zip(pages, folds, strict=True) if each != number]
            model = train(known, Path(folder))
            held_out = [place for place, each in enumerate(folds) if each == number]
            for place in held_out:
                found[place] = model.probabilities(pages[place].measured)
        scores = [score(pages[place], found[place]) for place in held_out]
        job.report(f"fold {number + 1}, {len(held_out)} pages: {_said(scores)}")
    return found


def score(page: Prepared, probabilities: Floats) -> Score:
    """The measures of a labelled page; its title counts in the similarities alone."""
    pairs = list(zip(decide(probabilities, LIKELY), page.labels, strict=True))[page.pieces.body :]
    labels = decide(probabilities, VictorOptions().threshold)
    return Score(
        pieces=len(pairs),
        right=sum(found == wanted for found, wanted in pairs),
        sided=sum((found == OTHER) == (wanted == OTHER) for found, wanted in pairs),
        text=page.reference.text(cleaneval(page.pieces, labels)),
        markup=page.reference.markup(cleaneval(page.pieces, labels)),
    )


def everything(page: Prepared) -> Score:
    """The measures of all the text of a page, every block a paragraph."""
    block_of = page.pieces.block_of
    first = np.diff(block_of, prepend=-2) != 0
    labels = ["p" if each else CONTINUED for each in first.tolist()]
    if page.pieces.title:
        labels[0] = OTHER
    written = cleaneval(page.pieces, labels)
    body = page.labels[page.pieces.body :]
    content = len(body) - list(body).count(OTHER)
    text, markup = page.reference.text(written), page.reference.markup(written)
    return Score(len(body), 0, content, text, markup)


def oracle(page: Prepared) -> Score:
    """The measures of the labels trained on: more no labelling of these pieces can reach, or hardly."""
    written = cleaneval(page.pieces, page.labels)
    size = len(page.labels) - page.pieces.body
    return Score(size, size, size, page.reference.text(written), page.reference.markup(written))


def _figures(pages: Sequence[Prepared], found: Sequence[Floats], job: Job) -> Iterator[Figure]:
    """The measures of each fold over all sets, then of each set."""
    scores = [score(page, each) for page, each in zip(pages, found, strict=True)]
    folds = [f"fold {fold(page.example.site, FOLDS) + 1} of {FOLDS}" for page in pages]
    sources = [page.example.source for page in pages]
    for names in (["all folds"] * len(pages), folds, sources):
        for name in sorted(set(names)):
            chosen = [place for place, each in enumerate(names) if each == name]
            some = [pages[place] for place in chosen]
            rows = [[scores[place] for place in chosen], list(map(everything, some)), list(map(oracle, some))]
            job.report(f"{name}, {len(some)} pages: {_said(rows[0])}")
            drawn = weights([page.example.site for page in some], seed=job.seed)
            yield from _measured(name, rows, drawn, job.command)


def _measured(name: str, rows: Sequence[Sequence[Score]], drawn: Floats, command: str) -> Iterator[Figure]:
    """Each measure under the weights of a bootstrap; all text and the labels trained on beside it."""
    own, plain, best = (_Columns(each) for each in rows)
    for measure in ("right", "sided", "text", "markup"):
        values = own.mean(measure, drawn)
        if not np.isnan(values[0]):
            figure = estimate(values)
            ends = round(figure.low, 2), round(figure.high, 2)
            baseline = round(float(plain.mean(measure, drawn[:1])[0]), 2) if measure != "right" else None
            yield Figure(
                name, MEASURES[measure], round(figure.value, 2), *ends, len(rows[0]), baseline, command
            )
    for measure in ("text", "markup"):
        value = round(float(best.mean(measure, drawn[:1])[0]), 2)
        if not np.isnan(value):
            named = f"{MEASURES[measure]}, of the labels trained on"
            yield Figure(name, named, value, value, value, len(rows[0]), None, command)


class _Columns:
    """The measures of many pages, to be averaged under weights."""

    def __init__(self, scores: Sequence[Score]) -> None:
        self.columns = {
            each.name: np.array([getattr(score, each.name) for score in scores], dtype=np.float64)
            for each in fields(Score)
        }

    def mean(self, measure: str, drawn: Floats) -> Floats:
        """Shares of all pieces of the pages, means of the similarities over pages; per cent."""
        if measure in ("right", "sided"):
            total = np.maximum(drawn @ self.columns["pieces"], 1)
            return np.asarray(100 * (drawn @ self.columns[measure]) / total)
        return 100 * means(self.columns[measure], drawn)


def _said(scores: Sequence[Score]) -> str:
    columns, once = _Columns(scores), np.ones((1, len(scores)))
    return ", ".join(f"{MEASURES[each]} {columns.mean(each, once)[0]:.2f}" for each in MEASURES)


def _any_marked(examples: Sequence[Example]) -> bool:
    """Sets whose units are marked are few: all of their pages are used."""
    return any(gold_of(example).marked for example in examples)


def _prepared(example: Example) -> Prepared | None:
    """None for a page that cannot be read, or whose gold text is not on it."""
    try:
        page = page_of(example)
    except ZrnoError:
        return None
    blocks = split(page)
    gold = gold_of(example)
    alignment = align(blocks, gold)
    if not len(blocks) or alignment.coverage < MIN_COVERAGE:
        return None
    pieces = cut(blocks)
    measured = measure_pieces(pieces)
    labels = alignment.labels(pieces.starts[pieces.body :] - pieces.title)
    if not gold.marked:
        labels = _by_tags(pieces, labels)
    labels = [*([_title(pieces, alignment)] if pieces.title else []), *labels]
    return Prepared(
        example, pieces, measured, _wordless(pieces, measured, labels), Reference(example, gold.marked)
    )


def _by_tags(pieces: Pieces, labels: Sequence[str]) -> list[str]:
    """Where people marked nothing, what begins in a heading or an item of a list is one."""
    tree, owners = pieces.blocks.tree, pieces.owners[pieces.body :]
    heading, item = (covered(tree, tree.find(*sorted(tags)))[owners] for tags in (HEADING_TAGS, ITEM_TAGS))
    kinds = np.select([heading, item], ["h", "l"], "p").tolist()
    return [kind if label == "p" else label for label, kind in zip(labels, kinds, strict=True)]


def _title(pieces: Pieces, alignment: Alignment) -> str:
    """The title is a heading where gold begins with words of it that are not on the page below."""
    title = words(pieces.texts[0])
    used = set(alignment.matches.tolist())
    top = [word for place, word in enumerate(alignment.gold.words[: 2 * len(title)]) if place not in used]
    return "h" if sum(word in top for word in title) > LIKELY * len(title) else OTHER


def _wordless(pieces: Pieces, measured: Measured, labels: Sequence[str]) -> list[str]:
    """A piece of signs alone, which gold words cannot match, goes on with what its block has before it."""
    wordless = (measured.columns["tokens_signs"] == 1).tolist()
    block_of, found = pieces.block_of.tolist(), list(labels)
    for index in range(1, len(found)):
        follows = block_of[index] == block_of[index - 1] and found[index - 1] != OTHER
        if wordless[index] and found[index] == OTHER and follows:
            found[index] = CONTINUED
    return found


TRAINER = Trainer(
    name="victor",
    summary="a linear-chain conditional random field, by L-BFGS",
    fit=fit,
)
