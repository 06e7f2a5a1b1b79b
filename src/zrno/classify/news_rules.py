"""The rules of method `news` that look at one block or element: each gives marks, block to reason."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

import numpy as np

from zrno.blocks import Blocks, Features
from zrno.blocks.split import Ints
from zrno.classify.news_options import NewsOptions
from zrno.model import Page
from zrno.tree import Tree

Marks = dict[int, str]

ARTICLE_TYPES = ("Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle")
LANDMARK_TAGS = frozenset({"nav", "footer", "aside", "dialog", "button", "menu"})
LANDMARK_ROLES = frozenset(
    {"navigation", "contentinfo", "complementary", "banner", "search", "dialog", "menu"}
)
# A container with more than this share of the page's text is the page, whatever its name says.
MOST_OF_PAGE = 0.5
NEARLY_ALL = 0.8


def unreadable(page: Page, blocks: Blocks, features: Features, options: NewsOptions) -> Marks:
    """Hidden blocks and forms, unless the page hides its text (paywalls) or lives in a form."""
    marks: Marks = {}
    long = features.lengths * (features.lengths >= options.min_text_len)
    if long[features.hidden].sum() <= MOST_OF_PAGE * long.sum():
        marks = dict.fromkeys(np.flatnonzero(features.hidden).tolist(), "hidden from readers")
    sums = _sums(features)
    for form in page.tree.find("form"):
        inside = blocks.inside(form)
        if inside and not _most(sums, inside):
            marks |= dict.fromkeys(inside, "inside a form")
    return marks


def above(blocks: Blocks, features: Features, title: int | None, options: NewsOptions) -> Marks:
    """Everything before the heading, and the heading.

    Ours: a heading with nearly all long text above it is that of a box, and nothing falls for it.
    """
    if title is None:
        return {}
    inside = blocks.inside(title)
    first = inside.start if inside else 0
    long = features.lengths * (features.lengths >= options.min_text_len)
    if long[:first].sum() > NEARLY_ALL * long.sum() > 0:
        return {}
    marks = dict.fromkeys(range(first), "before the heading")
    return marks | dict.fromkeys(inside, "the heading itself")


def link_dense(features: Features, options: NewsOptions) -> Marks:
    """Blocks of links."""
    share = features.link_share
    alone = features.link_words >= features.words
    marked = np.flatnonzero((share > options.links_ratio) | alone)
    percents = np.rint(100 * share[marked]).astype(int).tolist()
    return {
        block: f"{percent} % of its words are links"
        for block, percent in zip(marked.tolist(), percents, strict=True)
    }


def landmarks(
    page: Page, blocks: Blocks, features: Features, title: int | None, options: NewsOptions
) -> Marks:
    """Ours: blocks in navigation, footers and asides that the page itself marks so."""
    marks: Marks = {}
    if not options.landmarks:
        return marks
    tree, sums = page.tree, _sums(features)
    named = {element: f"<{tree.tags[element]}>" for element in tree.find(*LANDMARK_TAGS)}
    roles = {element: tree.get(element, "role") for element in tree.having("role")}
    for element, name in ({e: role for e, role in roles.items() if role in LANDMARK_ROLES} | named).items():
        inside = blocks.inside(element)
        holds_title = title is not None and tree.contains(element, title)
        if inside and not holds_title and not _most(sums, inside):
            marks |= dict.fromkeys(inside, f"inside {name}")
    return marks


def article_bodies(page: Page, blocks: Blocks, features: Features, options: NewsOptions) -> list[int]:
    """Elements that schema.org microdata names as body or lead; none when they hold too little text."""
    tree = page.tree
    named = {name: [] for name in ("articleBody", "description")}  # type: dict[str, list[int]]
    for element in tree.having("itemprop"):
        for name in tree.get(element, "itemprop").split():
            if name in named and _of_article(tree, element):
                named[name].append(element)
    sums = _sums(features)
    length = sum(_held(sums, blocks.inside(body)) for body in named["articleBody"])
    return named["articleBody"] + named["description"] if length >= options.min_page_len else []


def outside(blocks: Blocks, bodies: list[int]) -> Marks:
    """Blocks in none of the bodies."""
    kept = np.zeros(len(blocks), dtype=bool)
    for body in bodies:
        inside = blocks.inside(body)
        kept[inside.start : inside.stop] = True
    return dict.fromkeys(np.flatnonzero(~kept).tolist(), "outside the article body that the page names")


def teasers(page: Page, blocks: Blocks, features: Features, marks: Marks, options: NewsOptions) -> Marks:
    """A linked picture beside a text link to the same address, with the element that holds both."""
    tree, found = page.tree, {}  # type: Tree, Marks
    lengths = features.lengths
    lengths[list(marks)] = 0
    remaining = int(lengths.sum())
    texts = _text_links(tree)
    for image in tree.find("img"):
        link = tree.parent(image)
        holder = tree.parent(link) if link >= 0 and tree.tags[link] == "a" else -1
        if holder < 0 or not _beside(tree, texts.get(tree.get(link, "href"), ()), holder, link):
            continue
        inside = blocks.inside(holder)
        loss = int(lengths[inside.start : inside.stop].sum())
        if remaining - loss > options.min_page_len:
            remaining -= loss
            lengths[inside.start : inside.stop] = 0
            found |= dict.fromkeys(inside, "a teaser: picture and text link to the same address")
    return found


def strangers(page: Page, blocks: Blocks, features: Features, marks: Marks, options: NewsOptions) -> Marks:
    """Ours: kept blocks behind the smallest element that holds most of the kept text."""
    kept = features.lengths
    kept[list(marks)] = 0
    if not options.container or not kept.any():
        return {}
    inside = blocks.inside(_holder(page.tree, blocks, kept, options.min_text_len))
    behind = range(inside.stop, len(blocks))
    return {block: "behind the element that holds the article" for block in behind if block not in marks}


def _holder(tree: Tree, blocks: Blocks, lengths: Ints, long: int) -> int:
    """The deepest element with more than half of the text, and two long blocks at least."""
    first = blocks.pieces[blocks.starts]
    text = np.concatenate([[0], np.cumsum(lengths)])
    paragraphs = np.concatenate([[0], np.cumsum(lengths >= long)])
    element, deeper = 0, 0
    while deeper >= 0:
        element, deeper = deeper, -1
        for child in tree.children(element):
            low, high = np.searchsorted(first, [tree.text_starts[child], tree.text_ends[child]])
            most = text[high] - text[low] > MOST_OF_PAGE * text[-1]
            if most and paragraphs[high] - paragraphs[low] >= 2:
                deeper = child
                break
    return element


def advertising(
    page: Page, blocks: Blocks, features: Features, title: int | None, options: NewsOptions
) -> Marks:
    """Blocks in elements named as advertising, and short blocks that announce it."""
    tree, marks, sums = page.tree, {}, _sums(features)  # type: Tree, Marks, Ints
    for element, name in _named(tree, options.pattern("advertising_pattern")):
        inside = blocks.inside(element)
        holds_title = title is not None and tree.contains(element, title)
        if inside and not holds_title and not _most(sums, inside):
            marks |= dict.fromkeys(inside, f"advertising ({name.strip()[:40]})")
    announced = options.pattern("advertising_text_pattern")
    for block in np.flatnonzero(features.lengths <= options.max_text_len).tolist():
        if announced.search(blocks.buffer[blocks.starts[block] : blocks.ends[block]]):
            marks[block] = "announces advertising"
    return marks


def _named(tree: Tree, pattern: re.Pattern[str]) -> list[tuple[int, str]]:
    """Elements whose class or id matches; the names are searched all at once, since few pages have any."""
    names = [f"{found.get('class', '')} {found.get('id', '')}" for found in tree.attributes]
    if not pattern.search("\n".join(set(names))):
        return []
    return [(element, name) for element, name in enumerate(names) if pattern.search(name)]


def social(page: Page, blocks: Blocks, options: NewsOptions) -> Marks:
    """Blocks whose text is a link to a social network."""
    tree, pattern = page.tree, options.pattern("social_pattern")
    first = blocks.pieces[blocks.starts] if len(blocks) else blocks.starts
    last = blocks.pieces[blocks.ends - 1] if len(blocks) else blocks.ends
    marks: Marks = {}
    for link in tree.find("a"):
        if pattern.search(tree.get(link, "href")):
            within = (first >= tree.text_starts[link]) & (last < tree.text_ends[link])
            marks |= dict.fromkeys(np.flatnonzero(within).tolist(), "a link to a social network")
    return marks


def _of_article(tree: Tree, element: int) -> bool:
    for above_ in tree.ancestors(element):
        kind = tree.get(above_, "itemtype")
        if kind:
            return kind.rstrip("/").rpartition("/")[2] in ARTICLE_TYPES
    return False


def _text_links(tree: Tree) -> dict[str, list[int]]:
    """Links that hold text, by their address, in document order."""
    found: dict[str, list[int]] = {}
    for link in tree.find("a"):
        href = tree.get(link, "href")
        if len(href) > 1 and tree.text(link):
            found.setdefault(href, []).append(link)
    return found


def _beside(tree: Tree, links: Sequence[int], holder: int, link: int) -> bool:
    """Whether one of the links, other than `link`, lies in the holder."""
    place = bisect_left(links, holder)
    return any(other != link and other < tree.ends[holder] for other in links[place : place + 2])


def _sums(features: Features) -> Ints:
    """Entry k: the length of the first k blocks."""
    return np.concatenate([[0], np.cumsum(features.lengths)]).astype(np.int32)


def _held(sums: Ints, inside: range) -> int:
    return int(sums[inside.stop] - sums[inside.start])


def _most(sums: Ints, inside: range) -> bool:
    return _held(sums, inside) > MOST_OF_PAGE * int(sums[-1])
