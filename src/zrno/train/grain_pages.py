"""Examples to sheets: what `grain` sees of each page, and what it should say.

Content is told by the alignment with gold. What else a block may be (comment, caption, byline, teaser) is
told by how pages name their boxes; the network, from which the names are often hidden, learns to tell
it without them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import repeat
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features, measure, split
from zrno.blocks.ranges import Ints, Ranges, ranges
from zrno.classify.grain_declared import discussion
from zrno.classify.grain_features import Tables, view
from zrno.classify.grain_model import CLASSES
from zrno.classify.grain_network import BOXES
from zrno.classify.grain_tokens import comment_blocks, element_tokens
from zrno.errors import ZrnoError
from zrno.train.align import CONTENT, align, gold_of
from zrno.train.datasets import Example, fold, page_of
from zrno.train.evaluate import Reference
from zrno.train.grain_fit import Sheet
from zrno.train.grain_tables import Ballot, ballot, tables
from zrno.train.trainer import FOLDS

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
T = TypeVar("T")
R = TypeVar("R")

FLOOR = 0.75  # a page whose oracle scores less has gold that is not on it
# Long blocks count for more than short ones, but not in proportion: a page has few of them.
MAX_WORDS, LEAST, POWER = 150, 3, 0.7
UNDECIDED, DOUBT = (0.2, 0.8), 0.3  # share of gold words of a block that is half gold, and what it counts
OTHERS = 0.2  # what the classes besides content count
MOSTLY = 0.5  # of the gold in boxes of comments: then the comments are the text
BYLINE_WORDS, TEASER_WORDS = 20, 60
WORKERS = 2
PORTION = 8  # pages a worker takes at a time

_CAPTION = re.compile(r"^[.#]?(?:(?:img|image|photo|fig|wp)?-?caption|figcaption|popisek)")
_BYLINE = re.compile(
    r"^[.#]?(?:by-?line|author|dateline|pub-?date|published|(?:entry|post)-meta|timestamp|autor)"
)
_TEASER = re.compile(
    r"^[.#]?(?:related|recommend|teaser|promo|popular|trending|sidebar|read-?(?:more|next)|most-)"
)


@dataclass(frozen=True, slots=True, eq=False)
class Learned:
    """Everything a network is trained on, and the tables it will use."""

    sheets: list[Sheet]
    columns: tuple[str, ...]
    folds: tuple[int, ...]  # of each sheet's site
    tables: Tables
    fold_tables: tuple[Tables, ...]  # counted without the sites of a fold: what its pages were seen with
    dropped: int  # pages whose gold is not on them


def learn(examples: Sequence[Example], report: Callable[[str], None], known: Tables | None = None) -> Learned:
    """The sheets of all usable pages; with `known` tables none are counted."""
    ballots = list(_each(_ballot, examples, report, "counting names and words"))
    usable = [(example, found) for example, found in zip(examples, ballots, strict=True) if found is not None]
    pages = [example for example, _ in usable]
    parts = tuple(fold(example.site, FOLDS) for example in pages)
    counted = tuple(
        known or tables(found for part, (_, found) in zip(parts, usable, strict=True) if part != number)
        for number in range(FOLDS)
    )
    final = known or tables(found for _, found in usable)
    tasks = [(example, counted[part]) for example, part in zip(pages, parts, strict=True)]
    sheets = list(_each(_sheet, tasks, report, "measuring blocks"))
    columns = _columns(pages[0], final) if pages else ()
    return Learned(sheets, columns, parts, final, counted, len(examples) - len(pages))


def sheet_of(example: Example, known: Tables) -> Sheet:
    """What is seen of one page, and what is wanted."""
    blocks = split(page_of(example))
    features = measure(blocks)
    seen = view(blocks, features, known)
    targets, weights = _targets(example, blocks, features)
    boxes = [np.stack([seen.ranges.first[level], seen.ranges.last[level]], axis=1) for level in seen.levels]
    return Sheet(
        values=seen.values,
        boxes=np.stack(boxes[:BOXES], axis=1),
        groups=seen.groups,
        targets=targets.astype(np.float32),
        weights=weights.astype(np.float32),
    )


def _sheet(task: tuple[Example, Tables]) -> Sheet:
    return sheet_of(*task)


def _ballot(example: Example) -> Ballot | None:
    """The votes of a page, None where it cannot be learned from."""
    try:
        blocks = split(page_of(example))
    except ZrnoError:
        return None
    if not len(blocks):
        return None
    features = measure(blocks)
    shares = align(blocks, gold_of(example)).shares(blocks.starts)
    oracle = "\n".join(text for text, share in zip(blocks.texts, shares, strict=True) if share > CONTENT)
    if Reference(example.gold).score(oracle).page_f1 < FLOOR:
        return None
    return ballot(example.site, blocks, features, (shares > CONTENT).astype(float), _block_weights(features))


def _columns(example: Example, known: Tables) -> tuple[str, ...]:
    blocks = split(page_of(example))
    return view(blocks, measure(blocks), known).names


def _block_weights(features: Features) -> Floats:
    weights = (np.minimum(features.words, MAX_WORDS) + LEAST) ** POWER
    return np.asarray(weights / weights.sum())


def _targets(example: Example, blocks: Blocks, features: Features) -> tuple[Floats, Floats]:
    """A column per class: what is wanted, and how much it counts."""
    shares = align(blocks, gold_of(example)).shares(blocks.starts)
    content = shares > CONTENT
    spans = ranges(blocks)
    sets, which = element_tokens(blocks.tree, np.flatnonzero(spans.last > spans.first).tolist())
    comments = comment_blocks(sets, which, spans)
    within = float((features.words * content * comments).sum())
    if not _thread(example, blocks) and within <= MOSTLY * float((features.words * content).sum()):
        content = content & ~comments
    else:
        comments = np.zeros_like(comments)
    short = features.words <= BYLINE_WORDS
    wanted = {
        "content": content,
        "comment": comments,
        "caption": _named(_CAPTION, sets, which, spans) & ~content,
        "byline": _named(_BYLINE, sets, which, spans) & short & ~content,
        "teaser": _named(_TEASER, sets, which, spans) & (features.words <= TEASER_WORDS) & ~content,
    }
    weights = _block_weights(features)
    low, high = UNDECIDED
    doubtful = (shares > low) & (shares < high) & ~comments
    columns = [np.where(doubtful, DOUBT, 1) * weights, *repeat(OTHERS * weights, len(CLASSES) - 1)]
    return np.stack([wanted[name] for name in CLASSES], axis=1).astype(float), np.stack(columns, axis=1)


def _thread(example: Example, blocks: Blocks) -> bool:
    return example.fields.get("page_type") == "forum" or discussion(blocks.tree)


def _named(pattern: re.Pattern[str], sets: Sequence[tuple[str, ...]], which: Ints, spans: Ranges) -> Flags:
    """The blocks in boxes with such a name, as long as the box is no large part of the page."""
    flags = np.array([*(any(pattern.match(token) for token in tokens) for tokens in sets), False])
    filled = np.flatnonzero(spans.last > spans.first)
    count = int(spans.last.max(initial=0))
    boxes = filled[flags[which]]
    boxes = boxes[(spans.last - spans.first)[boxes] <= max(count // 3, 1)]
    inside = np.zeros(count + 1, dtype=np.int32)
    np.add.at(inside, spans.first[boxes], 1)
    np.add.at(inside, spans.last[boxes], -1)
    return np.asarray(np.cumsum(inside)[:-1] > 0)


def _each(
    work: Callable[[T], R], tasks: Sequence[T], report: Callable[[str], None], what: str
) -> Iterator[R]:
    """The results in order, made by several processes, with a word of progress."""
    with ProcessPoolExecutor(WORKERS) as pool:
        for number, result in enumerate(pool.map(work, tasks, chunksize=PORTION), 1):
            if number % 250 == 0 or number == len(tasks):
                report(f"{what}: {number} of {len(tasks)} pages")
            yield result
