"""What `grain` sees of a block: its text, its element, the boxes it lies in, its like, and the page.

Every number is made in array operations over all blocks of the page. See docs/algorithms/grain.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.characters import STOPS
from zrno.blocks.headline import page_title
from zrno.blocks.ranges import Ints, Ranges, ranges
from zrno.blocks.stopwords import WORD
from zrno.classify.grain_boxes import (
    LEVELS,
    Columns,
    box_columns,
    group_columns,
    groups_of,
    levels_of,
    makes_of,
    record_columns,
)
from zrno.classify.grain_declared import declared
from zrno.classify.grain_tokens import (
    SHORT_TEXT,
    Table,
    comment_blocks,
    element_tokens,
    odds,
    over_path,
    tag_tokens,
    text_tokens,
)
from zrno.tree import Tree

Floats = NDArray[np.float64]
Matrix = NDArray[np.float32]

LONG = 80  # characters of a block that is no menu entry
MAX_LINKED = 0.33  # of the words of running text
TITLE_WORDS = 40  # of a block that may be the heading
ELLIPSES = ("...", "…")

_TAGS: Mapping[str, tuple[str, ...]] = {
    "p": ("p",), "div": ("div",), "li": ("li",), "cell": ("td", "th"), "h1": ("h1",), "h2": ("h2",),
    "h3": ("h3",), "h4": ("h4", "h5", "h6"), "quote": ("blockquote",), "pre": ("pre", "xmp", "listing"),
    "term": ("dt", "dd"), "caption": ("figcaption", "caption"),
    "section": ("section", "article", "main"),
    "control": ("button", "legend", "option", "summary", "form", "fieldset"), "body": ("body", "center"),
    "edge": ("header", "footer", "nav", "aside"),
}  # fmt: skip
_AROUND: Mapping[str, tuple[str, ...]] = {
    "nav": ("nav", "menu"), "header": ("header",), "footer": ("footer",), "aside": ("aside",),
    "form": ("form",), "table": ("table",), "list": ("ul", "ol"), "figure": ("figure",),
    "quote": ("blockquote",), "article": ("article",), "main": ("main",),
    "section": ("section",), "code": ("pre", "code"),
    "link": ("a",), "button": ("button", "label"), "terms": ("dl",), "details": ("details",),
    "address": ("address",), "bold": ("b", "strong"), "italic": ("i", "em"),
    "heading": ("h1", "h2", "h3", "h4"),
}  # fmt: skip
_MARKS: Mapping[str, str] = {
    "commas": ",，、;", "quotes": "\"“”„»«‘’「」", "asking": "?!？！", "at": "@", "money": "$€£¥₽",
    "arrows": "›»→·•>/", "brackets": "()[]", "colons": ":：",
}  # fmt: skip
_MARK_TABLE = 0x10000
_STOPS = np.array([ord(mark) for mark in STOPS])
_COLONS = np.array([ord(":"), ord("：")])
_TAG_NUMBER = {tag: number for number, tags in enumerate(_TAGS.values(), 1) for tag in tags}


@dataclass(frozen=True, slots=True, eq=False)
class Tables:
    """The learned log-odds: of names on elements, of tag paths, of words, of whole short texts."""

    names: Table
    tags: Table
    words: Table
    texts: Table


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The blocks of a page as `grain` sees them."""

    values: Matrix  # a row per block, a column per feature
    levels: tuple[Ints, ...]  # the element of each block at each level
    groups: Ints  # blocks of one make share a number
    ranges: Ranges
    names: tuple[str, ...]  # of the columns

    def column(self, name: str) -> NDArray[np.float32]:
        """One feature of all blocks."""
        return np.asarray(self.values[:, self.names.index(name)])


# Few pages of the training sets have more blocks; beyond, a count would lead the network where it has never
# been, and a book would lose its chapters.
LARGEST = 600
_LARGEST = np.float32(np.log1p(LARGEST))
_COUNTED = frozenset(
    (
        "page blocks", "page long", "group size", "from top", "from end", "prose left", "prose above",
        "record count", "record size", "record order", "outer count", "outer size", "outer order",
        "element blocks", "title away", *(f"box{level} size" for level in range(1, LEVELS + 1)),
    )
)  # fmt: skip


def view(blocks: Blocks, features: Features, tables: Tables) -> View:
    """The features of all blocks of a page."""
    spans = ranges(blocks)
    levels = levels_of(blocks, spans)
    makes = makes_of(blocks.tree, spans)
    groups = groups_of(blocks, spans, makes)
    size = np.maximum(features.lengths, 1)
    prose = (size >= LONG) & (features.link_share < MAX_LINKED)
    columns: Columns = {}
    columns |= _text(blocks, features)
    columns |= _element(blocks, spans)
    columns |= box_columns(features, prose, levels, spans)
    columns |= group_columns(features, prose, groups)
    columns |= _named(blocks, spans, levels, tables, np.where(prose, features.lengths, 0))
    words, texts = text_tokens(blocks, features)
    columns |= _lexical(words, texts, tables)
    columns |= _title(blocks, features, spans, words)
    columns |= _place(blocks, features, prose)
    columns |= record_columns(blocks, features, prose, spans, makes)
    columns |= _page(blocks.tree, features, prose)
    values = np.empty((len(columns), len(blocks)), dtype=np.float32)
    for place, (name, column) in enumerate(columns.items()):
        values[place] = np.minimum(column, _LARGEST) if name in _COUNTED else column
    return View(values.T, levels, groups, spans, tuple(columns))


def _text(blocks: Blocks, features: Features) -> Columns:
    words, characters = np.maximum(features.words, 1), np.maximum(features.characters, 1)
    columns: Columns = {
        "words": np.log1p(features.words),
        "length": np.log1p(features.lengths),
        "letters": features.letters / characters,
        "digits": features.digits / characters,
        "ideographs": features.ideographs / characters,
        "capitals": features.capital_words / words,
        "uppers": features.upper_words / words,
        "sentences": np.log1p(features.sentences),
        "sentence length": np.log1p(features.sentence_length),
        "word length": features.letters / words,
        "link share": features.link_share,
        "links": np.log1p(features.links),
        "images": np.log1p(features.images),
        "inline": np.log1p(features.inline),
        "bars": features.bars > 0,
        "copyright": features.copyright,
        "hidden": features.hidden,
        "breaks": np.minimum(blocks.breaks, 2),
    }
    bits = _mark_table()[np.minimum(blocks.codes, _MARK_TABLE - 1)]
    marked = np.flatnonzero(bits)
    owner = np.searchsorted(blocks.starts, marked, side="right") - 1
    for place, name in enumerate(_MARKS):
        here = owner[(bits[marked] >> place) & 1 > 0]
        columns[name] = np.log1p(np.bincount(here, minlength=len(blocks)))
    first, last = blocks.codes[blocks.starts], blocks.codes[blocks.ends - 1]
    columns["stop"] = np.isin(last, _STOPS)
    columns["colon"] = np.isin(last, _COLONS)
    columns["dots"] = _dots(blocks)
    columns["small"] = np.fromiter((chr(code).islower() for code in first.tolist()), bool, len(first))
    return columns


@cache
def _mark_table() -> NDArray[np.uint8]:
    """A bit for each family of marks, by code point."""
    table = np.zeros(_MARK_TABLE, dtype=np.uint8)
    for place, marks in enumerate(_MARKS.values()):
        table[[ord(mark) for mark in marks]] |= 1 << place
    return table


def _dots(blocks: Blocks) -> NDArray[np.bool_]:
    ends = blocks.ends.tolist()
    return np.fromiter(
        (blocks.buffer.endswith(ELLIPSES, max(0, end - 3), end) for end in ends), bool, len(ends)
    )


def _element(blocks: Blocks, spans: Ranges) -> Columns:
    tree, elements = blocks.tree, blocks.elements
    number = _TAG_NUMBER.get
    tags = np.array([number(tree.tags[element], 0) for element in elements.tolist()])
    columns: Columns = {f"tag {name}": tags == place for place, name in enumerate(_TAGS, 1)}
    owner = np.asarray(tree.owners, dtype=np.int32)[blocks.first_pieces]
    for name, those in _AROUND.items():
        columns[f"in {name}"] = _covered(tree, those)[owner]
    columns["depth"] = spans.depths[elements] / 20
    columns["element blocks"] = np.log1p(spans.last[elements] - spans.first[elements])
    opened = np.asarray(tree.openings, dtype=np.int32)[blocks.first_pieces]
    columns["opened"] = np.log1p(np.diff(opened, prepend=0))
    columns["inside"] = np.log1p(np.asarray(tree.ends, dtype=np.int32)[elements] - elements)
    return columns


def _covered(tree: Tree, tags: Iterable[str]) -> NDArray[np.bool_]:
    found = [np.asarray(tree.index[tag], dtype=np.int32) for tag in tags if tag in tree.index]
    if not found:
        return np.zeros(len(tree), dtype=bool)
    elements = np.concatenate(found)
    ends = np.asarray(tree.ends, dtype=np.int32)[elements]
    depth = np.bincount(elements, minlength=len(tree) + 1) - np.bincount(ends, minlength=len(tree) + 1)
    return np.asarray(np.cumsum(depth)[:-1] > 0)


def _named(blocks: Blocks, spans: Ranges, levels: tuple[Ints, ...], tables: Tables, prose: Ints) -> Columns:
    tree = blocks.tree
    filled = np.flatnonzero(spans.last > spans.first)
    sets, which = element_tokens(tree, filled.tolist())
    known = odds(sets, tables.names)
    values = np.zeros((len(tree), 3))
    values[filled] = known[which]
    own, above = blocks.elements, spans.parents[blocks.elements]
    columns: Columns = {}
    for place, name in enumerate(("mean", "least", "greatest")):
        columns[f"names {name}"] = values[own, place]
        columns[f"names above {name}"] = values[above, place]
    for level, element in enumerate(levels[:4], 1):
        columns[f"names box{level}"] = values[element, 0]
    least, greatest, total = over_path(values[:, 0], spans)
    columns["names path least"], columns["names path greatest"] = least[own], greatest[own]
    columns["names path"] = total[own]
    columns |= _comments(comment_blocks(sets, which, spans), prose)
    tags = tables.tags
    columns["names tags"] = np.array([tags.get(token, 0.0) for token in tag_tokens(blocks, spans.parents)])
    return columns


def _comments(flags: NDArray[np.bool_], prose: Ints) -> Columns:
    """Whether the block lies in a box named for comments, and how much of the running text does."""
    count, total = len(flags), max(int(prose.sum()), 1)
    first = int(flags.argmax()) if flags.any() else count
    return {
        "comments": flags,
        "comments share": np.full(count, float(prose[flags].sum()) / total),
        "comments before": np.full(count, float(prose[:first].sum()) / total),
        "comments after": (np.arange(count) >= first) & flags.any(),
    }


def _lexical(words: Sequence[Sequence[str]], exact: Sequence[str], tables: Tables) -> Columns:
    known = odds(words, tables.words)[:-1]
    texts = tables.texts
    return {
        "lexical mean": known[:, 0],
        "lexical least": known[:, 1],
        "lexical greatest": known[:, 2],
        "lexical text": np.array([texts.get(text, 0.0) for text in exact]),
        "lexical known": np.array([text in texts for text in exact]),
    }


def _title(blocks: Blocks, features: Features, spans: Ranges, words: Sequence[Sequence[str]]) -> Columns:
    """Likeness to the page's title, and how the block stands to the block most like it."""
    wanted = set(WORD.findall(page_title(blocks.tree).lower()))
    count = len(blocks)
    inside, covers = np.zeros(count), np.zeros(count)
    if wanted:
        short = np.flatnonzero(features.words <= TITLE_WORDS)
        # The words are at hand where the block has no digits, which stand there as zeros.
        at_hand = (features.words <= SHORT_TEXT) & (features.digits == 0)
        starts, ends = blocks.starts.tolist(), blocks.ends.tolist()
        for block in short.tolist():
            found = set(
                words[block]
                if at_hand[block]
                else WORD.findall(blocks.buffer[starts[block] : ends[block]].lower())
            )
            if not found.isdisjoint(wanted):
                shared = len(found & wanted)
                inside[block], covers[block] = shared / len(found), shared / len(wanted)
    like = inside * covers + 0.1 * features.heading
    tags = blocks.tree.tags
    first = np.array([tags[element] == "h1" for element in blocks.elements.tolist()])
    like = like + 0.2 * first
    best = int(like.argmax())
    away = np.arange(count) - best
    together = _together(blocks, spans, best)
    return {
        "title inside": inside,
        "title covers": covers,
        "title best": away == 0,
        "title found": np.full(count, like[best]),
        "title above": away < 0,
        "title away": np.sign(away) * np.log1p(np.abs(away)),
        "title box": together,
    }


def _together(blocks: Blocks, spans: Ranges, best: int) -> Floats:
    """The share of the page's blocks in the smallest box that holds both a block and the heading."""
    shares = np.ones(len(blocks))
    element = int(blocks.elements[best])
    low = high = best
    while element > 0:
        first, last = int(spans.first[element]), int(spans.last[element])
        size = (last - first) / len(blocks)
        shares[first:low] = size
        shares[high + 1 : last] = size
        low, high = min(low, first), max(high, last - 1)
        element = int(spans.grown[element])
    shares[best] = 0
    return shares


def _place(blocks: Blocks, features: Features, prose: NDArray[np.bool_]) -> Columns:
    count = len(blocks)
    place = np.arange(count)
    read = np.cumsum(features.lengths)
    texts = blocks.texts
    recurs: dict[str, int] = {}
    for text in texts:
        recurs[text] = recurs.get(text, 0) + 1
    long = np.flatnonzero(prose)
    following = np.searchsorted(long, place)
    ahead = np.append(long, count + 50)[following] - place
    behind = place - np.insert(long, 0, -50)[np.searchsorted(long, place, side="right")]
    return {
        "place": place / count,
        "read": read / max(int(read[-1]), 1),
        "from top": np.log1p(place),
        "from end": np.log1p(count - place),
        "recurs": np.log1p([recurs[text] for text in texts]),
        "prose ahead": np.log1p(ahead),
        "prose behind": np.log1p(behind),
        "prose left": np.log1p(len(long) - following),
        "prose above": np.log1p(following),
    }


def _page(tree: Tree, features: Features, prose: NDArray[np.bool_]) -> Columns:
    length = max(int(features.lengths.sum()), 1)
    values: dict[str, float] = {
        "page blocks": np.log1p(len(features.words)),
        "page length": np.log1p(min(length, LARGEST * LONG)),
        "page links": float(features.link_characters.sum()) / length,
        "page prose": float(features.lengths[prose].sum()) / length,
        "page long": np.log1p(prose.sum()),
        "page items": float(features.item.mean()),
        "page ideographs": float(features.ideographs.sum()) / length,
        "page articles": np.log1p(len(tree.index.get("article", ()))),
        "page headings": np.log1p(len(tree.index.get("h1", ()))),
        "page tables": np.log1p(len(tree.index.get("td", ()))),
        "page quotes": np.log1p(len(tree.index.get("blockquote", ()))),
        "page codes": np.log1p(len(tree.index.get("pre", ()))),
    }
    values |= {f"page {name}": flag for name, flag in declared(tree).items()}
    return {name: np.full(len(features.words), value) for name, value in values.items()}
