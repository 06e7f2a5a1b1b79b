"""Log-odds of names, tag paths, words and short texts, counted on pages whose grain is known.

Every page votes once for each token: with the share of grain in what the token marks. A site counts for a
few pages at most, and a token must be known from several sites: what one site writes is no evidence.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.ranges import ranges, sums
from zrno.classify.grain_features import Tables
from zrno.classify.grain_tokens import element_tokens, tag_tokens, text_tokens

Floats = NDArray[np.float64]

KINDS = ("names", "tags", "words", "texts")
MIN_SITES: Mapping[str, int] = {"names": 4, "tags": 4, "words": 6, "texts": 6}
MAX_VOTES = 3.0  # of one site
SMOOTHING = 1.5  # votes of doubt added to either side
MIN_ODDS = 0.15  # what says less is left out of the table

Votes = dict[str, float]  # token -> share of grain in what it marks


@dataclass(slots=True)
class Ballot:
    """The votes of one page."""

    site: str
    votes: Mapping[str, Votes] = field(default_factory=dict)  # by kind of token


def ballot(site: str, blocks: Blocks, features: Features, grain: Floats, weights: Floats) -> Ballot:
    """How much grain is in what each token of a page marks."""
    spans = ranges(blocks)
    weight, good = sums(weights), sums(weights * grain)
    filled = np.flatnonzero(spans.last > spans.first)
    sets, which = element_tokens(blocks.tree, filled.tolist())
    whole, part = spans.total(weight, filled), spans.total(good, filled)
    tallies: dict[str, defaultdict[str, Floats]] = {kind: defaultdict(lambda: np.zeros(2)) for kind in KINDS}
    for number, all_weight, its_good in zip(which.tolist(), whole.tolist(), part.tolist(), strict=True):
        for token in sets[number] if number >= 0 else ():
            tallies["names"][token] += (its_good, all_weight)
    words, texts = text_tokens(blocks, features)
    tags = tag_tokens(blocks, spans.parents)
    for block, (own, each) in enumerate(zip((weights * grain).tolist(), weights.tolist(), strict=True)):
        tallies["tags"][tags[block]] += (own, each)
        if texts[block]:
            tallies["texts"][texts[block]] += (own, each)
        for word in set(words[block]):
            tallies["words"][word] += (own, each)
    votes = {
        kind: {token: float(own / each) for token, (own, each) in tally.items() if each > 0}
        for kind, tally in tallies.items()
    }
    return Ballot(site, votes)


def tables(ballots: Iterable[Ballot]) -> Tables:
    """The log-odds of all tokens that enough sites know."""
    by_site: defaultdict[str, list[Ballot]] = defaultdict(list)
    for each in ballots:
        by_site[each.site].append(each)
    return Tables(**{kind: _table(kind, list(by_site.values())) for kind in KINDS})


def _table(kind: str, sites: Sequence[Sequence[Ballot]]) -> Votes:
    yes: defaultdict[str, float] = defaultdict(float)
    no: defaultdict[str, float] = defaultdict(float)
    known: defaultdict[str, int] = defaultdict(int)
    for ballots in sites:
        tally: defaultdict[str, list[float]] = defaultdict(list)
        for each in ballots:
            for token, share in each.votes[kind].items():
                tally[token].append(share)
        for token, shares in tally.items():
            counted = min(len(shares), MAX_VOTES)
            mean = sum(shares) / len(shares)
            yes[token] += counted * mean
            no[token] += counted * (1 - mean)
            known[token] += 1
    found = {
        token: math.log((yes[token] + SMOOTHING) / (no[token] + SMOOTHING))
        for token, count in known.items()
        if count >= MIN_SITES[kind]
    }
    return {token: round(value, 3) for token, value in found.items() if abs(value) >= MIN_ODDS}
