"""Method `victor`: the page cut at every tag, its pieces labelled in sequence by a conditional random field.

See docs/algorithms/victor.md. The pieces have the published labels h, p, l, c and o; a block takes its kind
from them, so that the method can be compared with the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from zrno.blocks import Blocks, Features
from zrno.blocks.features import Flags, covered
from zrno.blocks.split import Ints
from zrno.classify.method import Method
from zrno.classify.victor_features import Measured, measure_pieces
from zrno.classify.victor_model import Floats, Model, load
from zrno.classify.victor_options import VictorOptions
from zrno.classify.victor_pieces import LABELS, OTHER, Pieces, TitledLabels, cut
from zrno.model import Kind, Label, Mode, Page

KINDS = {"h": Kind.HEADING, "p": Kind.PARAGRAPH, "l": Kind.ITEM}
PART = 50_000  # pieces measured at a time, about 100 MB; pages of thousands are rare
MOST = 0.5  # of a block's characters


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPieces:
    """The pieces of a page with victor's labels and the probabilities behind them."""

    pieces: Pieces
    labels: Sequence[str]  # of LABELS, one per piece
    probabilities: Floats  # a row per piece, a column per label
    measured: Measured | None  # the features; those of a huge page are not kept

    @property
    def content(self) -> Floats:
        """For each piece the probability that it is content."""
        return 1 - self.probabilities[:, LABELS.index(OTHER)]


def label(
    page: Page,  # noqa: ARG001
    blocks: Blocks,
    features: Features,  # noqa: ARG001
    *,
    mode: Mode,
    options: VictorOptions,
) -> list[Label]:
    """Label the pieces, then the blocks by their pieces."""
    model = load(options.model)
    found = label_pieces(blocks, mode=mode, options=options)
    title = found.pieces.texts[0] if found.pieces.title and found.labels[0] != OTHER else ""
    return TitledLabels(_block_labels(found, model) if len(blocks) else [], title)


def label_pieces(
    blocks: Blocks, *, mode: Mode = "balanced", options: VictorOptions | None = None
) -> LabelledPieces:
    """The pieces of a page with their labels; `victor_pieces.cleaneval` writes them down."""
    options = options or VictorOptions()
    model = load(options.model)
    pieces = cut(blocks)
    measured = measure_pieces(pieces) if len(pieces) <= PART else None
    probabilities = model.probabilities(measured) if measured else _in_parts(pieces, model)
    return LabelledPieces(pieces, decide(probabilities, options.least(mode)), probabilities, measured)


def decide(probabilities: Floats, least: float) -> list[str]:
    """The likeliest label of content where content is likely enough, else `o`."""
    if not len(probabilities):
        return []
    kept = 1 - probabilities[:, LABELS.index(OTHER)] >= least
    best = probabilities[:, : LABELS.index(OTHER)].argmax(axis=1)
    return [LABELS[place] if content else OTHER for place, content in zip(best, kept, strict=True)]


def _in_parts(pieces: Pieces, model: Model) -> Floats:
    """The probabilities of a huge page, each part of it taken for a page."""
    parts = (pieces.part(first, min(first + PART, len(pieces))) for first in range(0, len(pieces), PART))
    return np.concatenate([model.probabilities(measure_pieces(part)) for part in parts])


def _block_labels(found: LabelledPieces, model: Model) -> list[Label]:
    """A block is content when most of its characters are; its kind is that of its first content piece."""
    pieces, blocks = found.pieces, found.pieces.blocks
    body, size = pieces.body, len(blocks)
    block_of, characters = pieces.block_of[body:], (pieces.ends - pieces.starts)[body:]
    kept = np.array([each != OTHER for each in found.labels[body:]], dtype=bool)
    total = np.maximum(np.bincount(block_of, characters, size), 1)
    content = np.bincount(block_of, characters * kept, size) / total > MOST
    scores = np.bincount(block_of, characters * found.content[body:], size) / total
    # What decides a block is the first piece that agrees with it.
    agrees = np.flatnonzero(kept == content[block_of])
    deciding = (agrees[np.searchsorted(block_of[agrees], np.arange(size))] + body).astype(np.int32)
    kinds = _kinds(found, content, deciding)
    decisive = [found.labels[place] for place in deciding.tolist()]
    reasons = model.reasons(decisive, found.measured, deciding)
    rows = zip(kinds, scores.round(3).tolist(), reasons, strict=True)
    return [Label(block, *row) for block, row in enumerate(rows)]


def _kinds(found: LabelledPieces, content: Flags, deciding: Ints) -> list[Kind]:
    """The kind of each block by its deciding piece; a continuation is of the kind it goes on with."""
    blocks = found.pieces.blocks
    last, marks = "p", []
    for each in found.labels:
        last = each if each in KINDS else last
        marks.append(last)
    captions = covered(blocks.tree, blocks.tree.find("figcaption"))
    rows = zip(deciding.tolist(), content.tolist(), captions[blocks.elements].tolist(), strict=True)
    return [
        Kind.OTHER if not grain else Kind.CAPTION if caption else KINDS[marks[piece]]
        for piece, grain, caption in rows
    ]


METHOD = Method(
    name="victor",
    summary="pieces between all tags, labelled as a sequence by a conditional random field",
    source="Pecina, Marek, Spousta 2007: the winner of CleanEval (Charles University, Prague)",
    licence="Apache-2.0; the models: see `zrno models`",
    label=label,
    options=VictorOptions,
)
