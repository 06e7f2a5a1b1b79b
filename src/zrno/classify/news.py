"""Method `news`: drop what lies above the heading, then walk on by link density and neighbours.

See docs/algorithms/news.md. A "node" of the published method is one of our blocks.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from zrno.blocks import Blocks, Features
from zrno.blocks.headline import headline
from zrno.classify.kinds import kinds_of
from zrno.classify.method import Method
from zrno.classify.news_options import NewsOptions
from zrno.classify.news_rules import (
    Marks,
    above,
    advertising,
    article_bodies,
    landmarks,
    link_dense,
    outside,
    social,
    strangers,
    teasers,
    unreadable,
)
from zrno.classify.news_walk import walk
from zrno.model import Label, Mode, Page


def label(page: Page, blocks: Blocks, features: Features, *, mode: Mode, options: NewsOptions) -> list[Label]:
    """Label the blocks by microdata where the page names its article body, else by structure."""
    options = options.for_mode(mode)
    title = headline(page.tree)
    gone = _merge(
        unreadable(page, blocks, features, options), landmarks(page, blocks, features, title, options)
    )
    dense = link_dense(features, options)
    if bodies := article_bodies(page, blocks, features, options):
        marks = _merge(gone, dense, outside(blocks, bodies))
    else:
        gone = _merge(above(blocks, features, title, options), gone)
        marks = _merge(gone, walk(blocks, features, gone, dense, options))
        marks = _merge(marks, teasers(page, blocks, features, marks, options))
        marks = _merge(marks, strangers(page, blocks, features, marks, options))
    marks = _merge(marks, advertising(page, blocks, features, title, options), social(page, blocks, options))
    return _labels(blocks, features, marks, options)


def _merge(*found: Marks) -> Marks:
    """All marks; where several rules mark a block the first gives the reason."""
    together: Marks = {}
    for marks in found:
        for block, reason in marks.items():
            together.setdefault(block, reason)
    return together


def _labels(blocks: Blocks, features: Features, marks: Marks, options: NewsOptions) -> list[Label]:
    kinds = kinds_of(blocks, (index not in marks for index in range(len(blocks))))
    rows = zip(kinds, _scores(features, marks, options), _kept_reasons(features), strict=True)
    return [
        Label(index, kind, score, marks.get(index) or reason)
        for index, (kind, score, reason) in enumerate(rows)
    ]


def _scores(features: Features, marks: Marks, options: NewsOptions) -> list[float]:
    """Half the verdict, half the evidence: words outside links, and kept neighbours."""
    size = len(features.words)
    kept = np.ones(size)
    kept[list(marks)] = 0
    window = np.ones(2 * options.nearby + 1)
    around = np.convolve(kept, window, "same") / np.convolve(np.ones(size), window, "same") if size else kept
    if len(around) > size:  # a page shorter than the window
        around = np.full(size, kept.mean())
    evidence = (1 - features.link_share + around) / 2
    return [round(value, 3) for value in (0.5 * kept + 0.5 * evidence).tolist()]


def _kept_reasons(features: Features) -> Iterable[str]:
    shares = np.rint(100 * features.link_share).astype(int).tolist()
    pairs = list(zip(features.words.tolist(), shares, strict=True))
    said = {
        (words, share): f"running text: {words} words, {share} % of them links" for words, share in set(pairs)
    }
    return [said[pair] for pair in pairs]


METHOD = Method(
    name="news",
    summary="below the heading, by link density and neighbours; microdata where the page has it",
    source="Filipová 2016, a tool for analysing Czech news (CTU Prague)",
    licence="Apache-2.0",
    label=label,
    options=NewsOptions,
)
