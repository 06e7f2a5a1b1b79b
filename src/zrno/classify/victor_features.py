"""What victor looks at: three families of features, real values in bins, as the CRF's attributes.

content: lengths, classes of characters and of tokens; markup: tags around, before and behind a piece;
document: place, recurrence, and how long the page and its pieces are. A piece also sees its
neighbours, its block and the elements above it. Everything is array work over the pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from zrno.blocks.characters import DIGIT, IDEOGRAPH, LETTER, STOP, UPPER, classes
from zrno.blocks.features import covered
from zrno.blocks.split import Ints
from zrno.blocks.stopwords import words as split_words
from zrno.blocks.vocabulary import HEADING_TAGS
from zrno.classify.victor_markup import MANY, TAGS, Columns, Floats, Grid, counts, links
from zrno.classify.victor_pieces import Pieces

Flags = NDArray[np.bool_]
Row = list[str]

NEAR = (1, 2)  # pieces on either side whose own features are looked at
NEAR_BLOCKS = (1, 2, 3)  # blocks on either side
AROUND = 5  # blocks on either side that make the surroundings
ABOVE = (1, 2, 4)  # levels above a piece's block whose text is weighed
SHORT = 30  # words of a piece that may repeat the title

_SPACE = 32


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """All real-valued features as columns, and the names that go with each piece as they are."""

    columns: Columns
    names: Sequence[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Bins:
    """The edges between the bins of every real-valued feature."""

    edges: Mapping[str, tuple[float, ...]]

    def rows(self, measured: Measured, places: Ints | None = None) -> list[Row]:
        """The attributes of some pieces, or of all: one per real-valued feature, then their names."""
        places = np.arange(len(measured.names), dtype=np.int32) if places is None else places
        named = []
        for name, edges in self.edges.items():
            spelt = np.array([f"{name}={number}" for number in range(len(edges) + 1)], dtype=object)
            named.append(spelt[np.searchsorted(edges, measured.columns[name][places], side="right")].tolist())
        names = map(measured.names.__getitem__, places.tolist())
        return [[*row, *more] for *row, more in zip(*named, names, strict=True)]


def fit_bins(columns: Sequence[Columns], count: int) -> Bins:
    """Edges that part the values seen into about equal shares; equal edges become one."""
    quantiles = np.linspace(0, 1, count + 1)[1:-1]
    edges = {}
    for name in columns[0]:
        values = np.concatenate([each[name] for each in columns])
        found = np.unique(np.quantile(values, quantiles, method="nearest").round(6))
        edges[name] = tuple(found[found > values.min()].tolist())
    return Bins({name: each for name, each in edges.items() if each})


def measure_pieces(pieces: Pieces) -> Measured:
    """The features of all pieces of a page."""
    if not len(pieces):
        return Measured({}, ())
    content, shapes = _content(pieces)
    grid = Grid(pieces)
    link = grid.around[:, TAGS.index("a")] > 0
    document = _document(pieces, content, link)
    columns = {**content, **counts(pieces, grid), **document, **_blocks(pieces, content, link)}
    columns |= _neighbours(columns, link)
    linked = links(pieces, columns["block_links"])
    names = zip(shapes, linked, grid.enclosing(), grid.before(), grid.behind(), strict=True)
    return Measured(columns, [tuple(name for group in row for name in group) for row in names])


def _content(pieces: Pieces) -> tuple[Columns, list[tuple[str, ...]]]:
    """Characters, words, sentences and their classes; how a piece begins and ends."""
    codes, bits = pieces.codes, classes(pieces.codes)
    ink = codes != _SPACE
    begins = _token_starts(pieces, ink, bits)

    def total(flags: Flags) -> Floats:
        return np.add.reduceat(flags, pieces.starts, dtype=np.int32).astype(np.float64)

    inked = np.maximum(total(ink), 1)
    letters, digits = total((bits & LETTER) > 0), total((bits & DIGIT) > 0)
    tokens = np.maximum(total(begins), 1)
    kinds = _token_kinds(pieces, begins, bits)
    columns = {
        "characters": total(ink),
        "words": total(begins),
        "sentences": total(_sentence_ends(pieces, bits)),
        "letters": letters / inked,
        "digits": digits / inked,
        "special": (inked - letters - digits) / inked,
        "capitals": total((bits & UPPER) > 0) / np.maximum(letters, 1),
        "word_length": letters / tokens,
        **{f"tokens_{name}": total(flags) / tokens for name, flags in kinds.items()},
        "capital_words": total(begins & ((bits & UPPER) > 0)) / tokens,
    }
    return columns, _edges(pieces, bits)


def _token_starts(pieces: Pieces, ink: Flags, bits: NDArray[np.uint8]) -> Flags:
    begins = ink.copy()
    begins[1:] &= ~ink[:-1]
    begins[pieces.starts] = ink[pieces.starts]
    return np.asarray(begins | ((bits & IDEOGRAPH) > 0))


def _token_kinds(pieces: Pieces, begins: Flags, bits: NDArray[np.uint8]) -> dict[str, Flags]:
    """Where tokens of each class begin: words, numbers, addresses, and what is none of them."""
    starts = np.flatnonzero(begins)
    letters = np.add.reduceat((bits & LETTER) > 0, starts, dtype=np.int32) > 0
    digits = np.add.reduceat((bits & DIGIT) > 0, starts, dtype=np.int32) > 0
    codes = pieces.codes
    # An address has "://", "www" or "@" in it.
    mark = codes == ord("@")
    mark[:-2] |= (codes[:-2] == ord(":")) & (codes[1:-1] == ord("/")) & (codes[2:] == ord("/"))
    mark[:-2] |= (codes[:-2] == ord("w")) & (codes[1:-1] == ord("w")) & (codes[2:] == ord("w"))
    address = np.add.reduceat(mark, starts, dtype=np.int32) > 0
    kinds = {
        "words": letters & ~address,
        "numbers": digits & ~letters & ~address,
        "addresses": address,
        "signs": ~(letters | digits | address),
    }
    found = {}
    for name, flags in kinds.items():
        found[name] = np.zeros(len(codes), dtype=bool)
        found[name][starts] = flags
    return found


def _sentence_ends(pieces: Pieces, bits: NDArray[np.uint8]) -> Flags:
    """Stops before a space, before an ideograph or at the end of a piece."""
    after = np.zeros(len(bits), dtype=bool)
    after[:-1] = (pieces.codes[1:] == _SPACE) | ((bits[1:] & IDEOGRAPH) > 0)
    after[pieces.ends - 1] = True
    return np.asarray(after & ((bits & STOP) > 0))


def _edges(pieces: Pieces, bits: NDArray[np.uint8]) -> list[tuple[str, ...]]:
    """How each piece begins and ends, by the class of its first and last inked character."""
    last = pieces.ends - 1
    last = np.where(pieces.codes[last] == _SPACE, np.maximum(last - 1, pieces.starts), last)
    opens, closes = _shape(pieces.starts, pieces, bits), _shape(last, pieces, bits)
    memo: dict[tuple[str, str], tuple[str, ...]] = {}
    return [
        memo.setdefault(pair, (f"begins={pair[0]}", f"ends={pair[1]}"))
        for pair in zip(opens, closes, strict=True)
    ]


def _shape(places: Ints, pieces: Pieces, bits: NDArray[np.uint8]) -> list[str]:
    here, codes = bits[places], pieces.codes[places]
    conditions = [(here & UPPER) > 0, (here & IDEOGRAPH) > 0, (here & LETTER) > 0, (here & DIGIT) > 0]
    conditions += [(here & STOP) > 0, codes == ord(","), codes == ord(":"), codes == ord("|")]
    names = ["capital", "ideograph", "letter", "digit", "stop", "comma", "colon", "bar"]
    return np.select(conditions, names, "sign").tolist()  # type: ignore[no-any-return]


def _document(pieces: Pieces, content: Columns, link: Flags) -> Columns:
    """Place in the page, recurrence, lengths of the page and of its pieces, likeness to the title."""
    size, index = len(pieces), np.arange(len(pieces), dtype=np.float64)
    characters, words = content["characters"], content["words"]
    texts = [text.strip().lower() for text in pieces.texts]
    counts = Counter(texts)
    whole = {
        "page_characters": characters.sum(),
        "page_words": words.sum(),
        "page_sentences": content["sentences"].sum(),
        "page_blocks": float(len(pieces.blocks)),
        "page_pieces": float(size),
        "page_links": words[link].sum() / max(words.sum(), 1.0),
        "page_mean": characters.mean(),
        "page_spread": characters.std() / max(characters.mean(), 1.0),
        "page_longest": characters.max(),
    }
    past = np.cumsum(characters)
    return {
        "place": index,
        "place_left": size - 1 - index,
        "place_share": index / size,
        "text_share": past / past[-1],
        "element_share": pieces.owners / max(len(pieces.blocks.tree), 1),
        "recurs": np.array([counts[text] for text in texts], dtype=np.float64),
        "length_ratio": characters / max(characters.mean(), 1.0),
        "like_title": _like_title(pieces, texts, words),
        "headings_past": np.cumsum(_headings(pieces)).astype(np.float64),
        **{name: np.full(size, value) for name, value in whole.items()},
    }


def _headings(pieces: Pieces) -> Flags:
    """Which pieces stand in a heading."""
    tree = pieces.blocks.tree
    return covered(tree, tree.find(*sorted(HEADING_TAGS)))[pieces.owners]


def _like_title(pieces: Pieces, texts: Sequence[str], words: Floats) -> Floats:
    """For short pieces the share of words in common with the title; for the title, the largest of these."""
    found = np.zeros(len(pieces))
    if not pieces.title:
        return found
    title = frozenset(split_words(texts[0]))
    for index in np.flatnonzero(words <= SHORT).tolist()[1:]:
        own = frozenset(split_words(texts[index]))
        found[index] = 2 * len(own & title) / max(len(own) + len(title), 1)
    found[0] = found.max()
    return found


def _blocks(pieces: Pieces, content: Columns, link: Flags) -> Columns:
    """The block of a piece, its place there, the blocks around and the elements above."""
    block = pieces.block_of - pieces.block_of[0]  # from 0 on; the title is a block of its own
    count = int(block[-1]) + 1
    words = np.bincount(block, content["words"], count).astype(np.float64)
    linked = np.bincount(block, content["words"] * link, count)
    firsts = np.searchsorted(block, np.arange(count))
    lasts = np.append(firsts[1:], len(block))
    share = linked / np.maximum(words, 1)
    columns = {
        "block_words": words[block],
        "block_links": share[block],
        "block_pieces": (lasts - firsts)[block].astype(np.float64),
        "in_block": np.minimum(np.arange(len(block)) - firsts[block], MANY).astype(np.float64),
        "left_in_block": np.minimum(lasts[block] - 1 - np.arange(len(block)), MANY).astype(np.float64),
    }
    for step in NEAR_BLOCKS:
        for sign, name in ((-step, f"-{step}"), (step, f"+{step}")):
            columns[f"block_words{name}"] = _moved(words, sign)[block]
            columns[f"block_links{name}"] = _moved(share, sign)[block]
    window = np.ones(2 * AROUND + 1)
    near = np.convolve(words - linked, window)[AROUND : AROUND + count]
    all_near = np.convolve(words, window)[AROUND : AROUND + count]
    columns["around_words"] = near[block]
    columns["around_links"] = 1 - (near / np.maximum(all_near, 1))[block]
    return columns | _above(pieces, content["words"], link)


def _above(pieces: Pieces, words: Floats, link: Flags) -> Columns:
    """How much of the page's running text the elements above hold, and how much of theirs is links."""
    tree = pieces.blocks.tree
    parents = np.asarray(tree.parents, dtype=np.int64)
    firsts, lasts = (np.asarray(each, dtype=np.int64) for each in (tree.text_starts, tree.text_ends))
    running = np.concatenate([[0.0], np.cumsum(words * ~link)])
    everything = np.concatenate([[0.0], np.cumsum(words)])
    body = pieces.blocks.elements
    element = np.where(pieces.block_of >= 0, body[pieces.block_of] if len(body) else 0, pieces.owners)
    element = element.astype(np.int64)
    columns = {}
    for level in range(max(ABOVE) + 1):
        if level in ABOVE:
            low = np.searchsorted(pieces.places, firsts[element])
            high = np.searchsorted(pieces.places, lasts[element])
            held, total = running[high] - running[low], everything[high] - everything[low]
            columns[f"above{level}_share"] = held / max(running[-1], 1.0)
            columns[f"above{level}_links"] = 1 - held / np.maximum(total, 1)
        element = np.where(parents[element] >= 0, parents[element], element)
    return columns


def _neighbours(columns: Columns, link: Flags) -> Columns:
    """What the pieces before and behind are like."""
    seen = {name: columns[name] for name in ("words", "sentences", "capitals", "special", "in_block")}
    seen["link"] = link.astype(np.float64)
    found = {}
    for step in NEAR:
        for name, column in seen.items():
            found[f"{name}-{step}"] = _moved(column, -step)
            found[f"{name}+{step}"] = _moved(column, step)
    return found


def _moved(column: Floats, by: int) -> Floats:
    """The column of the neighbour so many steps away; -1 where there is none."""
    found = np.full(len(column), -1.0)
    if by < 0:
        found[-by:] = column[:by]
    else:
        found[:-by] = column[by:]
    return found
