"""Method `grain`: a small network over all blocks of a page at once, the default.

See docs/algorithms/grain.md. What a block is depends on what is around it: the features say what it
looks like, the network lets the blocks of a page, of a box and of one make speak with each other.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.features import covered
from zrno.classify.grain_features import View, view
from zrno.classify.grain_model import CLASSES, load
from zrno.classify.grain_network import BOXES, Batch, Matrix, forward
from zrno.classify.grain_options import GrainOptions
from zrno.classify.grain_reasons import Reasons
from zrno.classify.kinds import kinds_of
from zrno.classify.method import Method
from zrno.errors import SourceError
from zrno.model import CHAFF as CHAFF_KINDS
from zrno.model import Kind, Label, Mode, Page

Flags = NDArray[np.bool_]
ENOUGH_ABOVE = 10  # words kept above the comments; an article has a sentence at least
MOSTLY = 0.5  # of the blocks in boxes of comments stand in boxes that repeat
SAID = 8  # words of a comment that says something
ABOVE, BELOW = 0.5, 0.49  # the scores of what is kept and dropped against the network
ASKED_REASON = "kept because comments or captions were asked for"
COMMENT_REASON = "a reader's comment: in a box named for comments, with the text above it"
LIKELY = 0.5  # from this probability on a block that is no content is what the class says
CHAFF = {"comment": Kind.COMMENT, "byline": Kind.BYLINE, "teaser": Kind.TEASER}


def label(
    page: Page,  # noqa: ARG001 the interface of methods; the blocks hold the tree
    blocks: Blocks,
    features: Features,
    *,
    mode: Mode,
    options: GrainOptions,
) -> list[Label]:
    """Label every block by what the network makes of it and its surroundings."""
    if not len(blocks):
        return []
    model = load(options.model)
    seen = view(blocks, features, model.tables)
    if seen.names != model.columns:
        raise SourceError(
            "the model was made for other features",
            where=options.model,
            hint="train it again with this version",
        )
    batch = batch_of(seen)
    chances = logistic(forward(model.network, batch))
    threshold = options.threshold or model.thresholds[mode]
    comments = _comments(seen, features, chances[:, 0] >= threshold)
    kinds = _kinds(blocks, features, chances, threshold, comments, options)
    scores = _scores(chances[:, 0], threshold).tolist()
    why = Reasons(blocks, features, model, seen, batch)
    return [
        _label(block, kind, score, why, bool(comments[block]))
        for block, (kind, score) in enumerate(zip(kinds, scores, strict=True))
    ]


def _label(block: int, kind: Kind, score: float, why: Reasons, comment: bool) -> Label:
    """The label of a block; what a rule or an option decided against the network is said."""
    if kind in CHAFF_KINDS:
        said = comment and score >= ABOVE
        return Label(block, kind, min(score, BELOW), COMMENT_REASON if said else why)
    asked = score < ABOVE
    return Label(block, kind, max(score, ABOVE), ASKED_REASON if asked else why)


def batch_of(seen: View) -> Batch:
    """One page as the network takes it."""
    spans = seen.ranges
    return Batch(
        values=seen.values,
        starts=np.array([0, len(seen.values)]),
        boxes=[(spans.first[level], spans.last[level]) for level in seen.levels[:BOXES]],
        groups=seen.groups,
    )


def logistic(logits: Matrix) -> Matrix:
    """The logistic function, without overflow."""
    return np.asarray(0.5 + 0.5 * np.tanh(0.5 * logits))


def _comments(seen: View, features: Features, kept: Flags) -> Flags:
    """The blocks in boxes named for comments, where something is kept above them and no thread is declared.

    Comments below an article look like the posts of a thread, and the network, which has seen few of the
    former, wavers; the page itself says which it is.
    """
    named = seen.column("comments") > 0
    if not named.any() or seen.column("page discussion")[0] > 0:
        return np.zeros(len(named), dtype=bool)
    first = int(named.argmax())
    above = int(features.words[:first][kept[:first]].sum())
    # An article in a box named "comment" (opinion pages do so) is one; comments are many.
    several = float(seen.column("record")[named].mean()) > MOSTLY
    enough = ENOUGH_ABOVE if several else int(features.words[named & kept].sum())
    return named if above >= max(enough, ENOUGH_ABOVE) else np.zeros_like(named)


def _kinds(
    blocks: Blocks,
    features: Features,
    chances: Matrix,
    threshold: float,
    comments: Flags,
    options: GrainOptions,
) -> Sequence[Kind]:
    likely = {name: chances[:, column] >= LIKELY for column, name in enumerate(CLASSES)}
    content = chances[:, 0] >= threshold
    # In a box of comments what is said counts, not the names and buttons around it.
    said = comments & (content | (features.words >= SAID))
    likely["comment"] = (likely["comment"] & ~content) | said
    kept = content | likely["comment"] if options.comments else content & ~comments
    kinds = kinds_of(blocks, kept.tolist())
    for name, kind in CHAFF.items():
        for block in np.flatnonzero(likely[name] & ~kept).tolist():
            kinds[block] = kind
    if options.captions:
        tree = blocks.tree
        captions = likely["caption"] | covered(tree, tree.find("figcaption", "caption"))[blocks.elements]
        for block in np.flatnonzero(captions & ~kept).tolist():
            kinds[block] = Kind.CAPTION
    return kinds


def _scores(chances: Matrix, threshold: float) -> NDArray[np.float64]:
    """Probabilities stretched so that the threshold lies at one half, as for every method."""
    low = np.minimum(0.5 * chances / threshold, BELOW)
    high = 0.5 + 0.5 * (chances - threshold) / max(1 - threshold, 1e-9)
    return np.where(chances < threshold, low, high).astype(np.float64).round(3)


METHOD = Method(
    name="grain",
    summary="a small network over all blocks at once: text, names, boxes, blocks of one make, page",
    source="Zrno; ideas from Dragnet (2013), BoilerNet (2020), Web2Text (2018)",
    licence="Apache-2.0; the model's own: see `zrno models`",
    label=label,
    options=GrainOptions,
)
