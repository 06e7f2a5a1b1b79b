"""What `grain` sees of a block: its text, its element, the boxes it lies in, its like, and the page.

Every number is made in array operations over all blocks of the page. See docs/algorithms/grain.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from zrno.blocks import Blocks, Features
from zrno.blocks.characters import STOPS
from zrno.blocks.headline import page_title
from zrno.blocks.ranges import Ints, Ranges, ranges, sums
from zrno.blocks.stopwords import WORD
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
Columns = dict[str, NDArray[np.generic]]

LEVELS = 5  # boxes around a block, each with more blocks than the one before
LONG = 80  # characters of a block that is no menu entry
MAX_LINKED = 0.33  # of the words of running text
TITLE_WORDS = 40  # of a block that may be the heading
REPEATS = 3  # elements of one make under one parent are records of a list
RECORD_BLOCKS = 2  # blocks of a record; a paragraph or a menu entry has one
DATE_WORDS = 12  # of a block with digits that may be a date line
ELLIPSES = ("...", "…")
MAX_DATA = 200_000  # characters of structured data searched for types

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
MAX_TITLE = 300  # characters of a title, a class or an address looked at
_THREAD_TYPES = re.compile(r'"(?:DiscussionForumPosting|QAPage)"')
_THREAD = re.compile(
    r"(?<![a-z])(?:forums?|fóra|threads?|showthread|viewtopic|topics?|bbs|bbpress|phpbb|vbulletin|xenforo|discourse"
    r"|invision|discussions?|questions?|messageboards?|message boards?)(?![a-z])|论坛|社区|貼吧|贴吧|问答",
    re.IGNORECASE,
)
_MARK_TABLE = 0x10000
_STOPS = np.array([ord(mark) for mark in STOPS])
_COLONS = np.array([ord(":"), ord("：")])
_TAG_NUMBER = {tag: number for number, tags in enumerate(_TAGS.values(), 1) for tag in tags}
_IDEOGRAPHIC = re.compile("论坛|社区|貼吧|贴吧|问答")
_SEPARATOR = re.compile(r"\s[-|•·–—:»]\s|\|")
_TYPE = re.compile(r'"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(\w{1,40})"')
_KINDS: Mapping[str, str] = {
    "article": "article|posting|report|review", "product": "product|offer",
    "forum": "discussion|question|qapage", "list": "itemlist|collection|search",
    "page": "webpage|website|organization|person",
}  # fmt: skip


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
    levels = _levels(blocks, spans)
    makes = _makes(blocks.tree, spans)
    groups = _groups(blocks, spans, makes)
    size = np.maximum(features.lengths, 1)
    prose = (size >= LONG) & (features.link_share < MAX_LINKED)
    columns: Columns = {}
    columns |= _text(blocks, features)
    columns |= _element(blocks, spans)
    columns |= _boxes(features, prose, levels, spans)
    columns |= _group(features, prose, groups)
    columns |= _named(blocks, spans, levels, tables, np.where(prose, features.lengths, 0))
    words, texts = text_tokens(blocks, features)
    columns |= _lexical(words, texts, tables)
    columns |= _title(blocks, features, spans, words)
    columns |= _place(blocks, features, prose)
    columns |= _records(blocks, features, prose, spans, makes)
    columns |= _page(blocks.tree, features, prose)
    values = np.empty((len(columns), len(blocks)), dtype=np.float32)
    for place, (name, column) in enumerate(columns.items()):
        values[place] = np.minimum(column, _LARGEST) if name in _COUNTED else column
    return View(values.T, levels, groups, spans, tuple(columns))


def _levels(blocks: Blocks, spans: Ranges) -> tuple[Ints, ...]:
    """The boxes around each block, strictly growing."""
    found: list[Ints] = []
    element: Ints = blocks.elements
    for _ in range(LEVELS):
        element = spans.grown[element]
        found.append(element)
    return tuple(found)


def _makes(tree: Tree, spans: Ranges) -> Ints:
    """Elements of the same tag and class share a number; 0 for those without blocks."""
    numbers: dict[tuple[str, str], int] = {}
    makes = np.zeros(len(tree), dtype=np.int64)
    tags, attributes = tree.tags, tree.attributes
    for element in np.flatnonzero(spans.last > spans.first).tolist():
        key = (tags[element], attributes[element].get("class", ""))
        makes[element] = numbers.setdefault(key, len(numbers) + 1)
    return makes


def _groups(blocks: Blocks, spans: Ranges, makes: Ints) -> Ints:
    """Blocks of the same make: tag and class of the element and the one above, tag of the next."""
    above = spans.parents[blocks.elements]
    over = _tag_numbers(blocks.tree, spans.parents[above])
    whole = (makes[blocks.elements] * (makes.max() + 1) + makes[above]) * (len(blocks.tree.index) + 1) + over
    return np.unique(whole, return_inverse=True)[1].astype(np.int32)


def _records(
    blocks: Blocks, features: Features, prose: NDArray[np.bool_], spans: Ranges, makes: Ints
) -> Columns:
    """The nearest box that repeats (a comment, a post, a teaser), and the one that repeats around it."""
    size = spans.last - spans.first
    pairs = spans.parents.astype(np.int64) * (makes.max() + 1) + makes
    _, which, counts = np.unique(pairs, return_inverse=True, return_counts=True)
    repeats = (counts[which] >= REPEATS) & (size >= RECORD_BLOCKS) & (makes > 0)
    long = sums(np.where(prose, features.lengths, 0))
    dated = sums((features.digits >= 2) & (features.words <= DATE_WORDS))
    all_long = max(float(long[-1]), 1)
    nearest = _nearest(repeats, spans.parents)
    place = np.arange(len(blocks))
    record = nearest[blocks.elements]
    columns: Columns = {}
    for name in ("record", "outer"):
        found, around = record > 0, spans.parents[record]
        within = np.maximum(size[record], 1)
        columns |= {
            name: found,
            f"{name} count": np.log1p(counts[which[record]]) * found,
            f"{name} size": np.log1p(within) * found,
            f"{name} place": (place - spans.first[record]) / within * found,
            f"{name} order": np.log1p(spans.first[record] - spans.first[around]) * found,
            f"{name} prose": spans.total(long, record) / all_long * found,
            f"{name} all prose": spans.total(long, around) / all_long * found,
            f"{name} before": long[spans.first[around]] / all_long * found,
            f"{name} dated": spans.total(dated, around) / np.maximum(size[around], 1) * found,
        }
        record = nearest[around] * found
    return columns


def _nearest(good: NDArray[np.bool_], parents: Ints) -> Ints:
    """For each element itself or the nearest ancestor that is good; 0 where none is."""
    at = np.where(good, np.arange(len(parents)), parents)
    at[0] = 0
    while True:
        up = at[at]
        if (up == at).all():
            return np.where(good[at], at, 0)
        at = up


def _tag_numbers(tree: Tree, elements: Ints) -> Ints:
    numbers = {tag: number for number, tag in enumerate(tree.index)}
    return np.fromiter((numbers[tree.tags[e]] for e in elements.tolist()), np.int32, len(elements))


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


def _boxes(features: Features, prose: NDArray[np.bool_], levels: tuple[Ints, ...], spans: Ranges) -> Columns:
    words, total = sums(features.lengths), max(float(features.lengths.sum()), 1)
    linked, long = sums(features.link_characters), sums(np.where(prose, features.lengths, 0))
    stops, headings = sums(features.sentences), sums(features.heading)
    all_long = max(float(long[-1]), 1)
    place = np.arange(len(features.words))
    columns: Columns = {}
    inner = None
    for level, element in enumerate(levels, 1):
        size = np.maximum(spans.last[element] - spans.first[element], 1)
        inside = np.maximum(spans.total(words, element), 1)
        own_long = spans.total(long, element)
        columns |= {
            f"box{level} share": inside / total,
            f"box{level} links": spans.total(linked, element) / inside,
            f"box{level} mean": np.log1p(inside / size),
            f"box{level} stops": spans.total(stops, element) / size,
            f"box{level} headings": spans.total(headings, element) / size,
            f"box{level} prose": own_long / inside,
            f"box{level} all prose": own_long / all_long,
            f"box{level} size": np.log1p(size),
            f"box{level} place": (place - spans.first[element]) / size,
        }
        if inner is not None:
            columns[f"box{level} growth"] = inner / inside
        inner = inside
    return columns


def _group(features: Features, prose: NDArray[np.bool_], groups: Ints) -> Columns:
    size = np.bincount(groups)

    def mean(column: NDArray[np.generic]) -> Floats:
        return (np.bincount(groups, column) / size)[groups]

    length = features.lengths
    words = np.bincount(groups, length)
    long = np.bincount(groups, np.where(prose, length, 0))
    return {
        "group size": np.log1p(size)[groups],
        "group mean": np.log1p(mean(length)),
        "group links": mean(features.link_share),
        "group prose": mean(prose),
        "group share": (words / max(float(words.sum()), 1))[groups],
        "group all prose": (long / max(float(long.sum()), 1))[groups],
        "group stops": mean(features.sentences > 1),
        "group against": np.log1p(length) - np.log1p(mean(length)),
    }


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
    values |= {f"page {name}": flag for name, flag in _declared(tree).items()}
    return {name: np.full(len(features.words), value) for name, value in values.items()}


def discussion(tree: Tree) -> bool:
    """Whether the page says it is a thread of a forum or a question with answers.

    There what readers write is the text; below an article it is not.
    """
    if any(_THREAD_TYPES.search(data[:MAX_DATA]) for data in tree.data):
        return True
    # Behind a title stands the name of the site; before it an article may have any of these words.
    title = _SEPARATOR.split(page_title(tree)[:MAX_TITLE])
    told = title[1:] or _IDEOGRAPHIC.findall(title[0])
    for tag in ("html", "body"):
        for element in tree.index.get(tag, ()):
            told += [value[:MAX_TITLE] for value in tree.attributes[element].values()]
    for meta in tree.index.get("meta", ()):
        found = tree.attributes[meta]
        if found.get("name", found.get("property", "")) in ("generator", "og:url", "og:site_name"):
            told.append(found.get("content", "")[:MAX_TITLE])
    for link in tree.index.get("link", ()):
        if tree.get(link, "rel") == "canonical":
            told.append(tree.get(link, "href")[:MAX_TITLE])
    return any(_THREAD.search(each) for each in told)


def _declared(tree: Tree) -> dict[str, float]:
    """What the page says it is: og:type and the types of its structured data."""
    types = " ".join(found for data in tree.data for found in _TYPE.findall(data[:MAX_DATA])).lower()
    declared = {f"is {name}": float(bool(re.search(words, types))) for name, words in _KINDS.items()}
    og = next(
        (
            tree.get(meta, "content")
            for meta in tree.index.get("meta", ())
            if tree.get(meta, "property") == "og:type"
        ),
        "",
    ).lower()
    declared["discussion"] = float(discussion(tree))
    declared["og article"] = float("article" in og)
    declared["og product"] = float("product" in og)
    declared["og other"] = float(bool(og) and "article" not in og and "product" not in og)
    return declared
