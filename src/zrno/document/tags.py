"""Tags shown to the reader beside the article: related links, marked lists, links that lead to a tag."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from itertools import chain

from zrno.document.classnames import holding, mark, marked
from zrno.document.region import Region
from zrno.tree import Tree

BEFORE = 25  # elements above the headline where tags may stand
KICKER = 12  # elements right above the headline where the links to its section and its tags may stand
AFTER = 150  # elements past the end of the article where they may stand
CLOSE = 30  # elements from the end of the article where a single tag is believed
PROSE = 4  # times more text than tags in an element make it a sentence with links
MAX_TAGS = 60  # of one list
MAX_LISTS = 5  # considered, best first
MAX_BOXES = 40  # judged; the article's own list is among the nearest
MAX_ADDRESS = 200  # characters of a link's address looked at
MAX_LINE = 300  # characters of a line of tags without links
MAX_TAG_WORDS = 4  # of one tag in such a line, a label such as "Tags:" included; more are a sentence
LONG = 3_000  # characters; an element with so much text is no list of tags

# Mean F1 where the source speaks, measured on the training pages (docs/algorithms/keywords.md).
TRUST_RELATION = 0.85
TRUST_CLASS = 0.6
TRUST_ADDRESS = 0.65
TRUST_IN_TEXT = 0.45

_MARKS = ("tag", "keyword", "topic", "tema", "stitk", "stitek", "schlagw", "klicov")
_ITEM_TAGS = frozenset({"a", "li", "span", "button", "dd", "b", "strong", "em", "i"})
_COMMA = re.compile(r"\s{0,9}[,;|•·]\s{0,9}")
_EXACT = re.compile(r"(?:^|\s)tags?(?:\s|$)")
_TAGGED = re.compile(
    r"(?<![a-z])(?:(?:post|article|entry|news|story|page|content|art|hash|detail)?[-_]?tags?"
    r"(?:list|s|[-_]?links?)?|keywords?|(?:article|related|story)?[-_]?topics?(?:list)?|temat?a?|tagy|stitky|"
    r"stitek|schlagw[oö]rte?r?|klicova[-_]slova)(?![a-z])"
)
# Of the site, not of the article.
_SITE = re.compile(r"cloud|menu|popular|trend|sidebar|widget|oblak|nejcten|(?:^|\s|site-|page-)footer")
_ADDRESS_WORDS = """
    tag tema topic klic keyword them stit etiquet mot-cle mots-cles avainsana emne trefwoord schlagwort тег
""".split()
_ADDRESS = re.compile(
    r"[/?&](?:[a-z]{1,20}-)?(?:tags?|tagy|tema|temata|klicov[ea][-_]slov[oa]|keywords?|klice?|topics?|thema|"
    r"themen|themes?|stitek|stitky|hashtag|etiquetas?|mot-cle|mots-cles|tagged|avainsana|emne|tagi|теги?|"
    r"trefwoord|schlagworte?)(?:[/=_-]|$)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Shown:
    """One list of tags as it stands in the page."""

    origin: str
    trust: float
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """Elements that may be tags: by class or id (with that mark), and links by their address."""

    marks: Mapping[int, str]
    addressed: Set[int]


def shown(tree: Tree, region: Region) -> Iterator[Shown]:
    """The lists of tags between the headline and a little past the end of the article, the surest first."""
    span = region.around(BEFORE, AFTER)
    everywhere = tree.index.get("a", ())
    links = everywhere[bisect_left(everywhere, span.start) : bisect_left(everywhere, span.stop)]
    related = [link for link in links if _is_tag_relation(tree.get(link, "rel"))]
    yield Shown("a[rel=tag]", TRUST_RELATION, _texts(tree, related))
    top = _top(tree, region.headline)
    links = [link for link in links if link > top]  # above it, menus lead to tags as well
    addresses = [tree.get(link, "href")[:MAX_ADDRESS] for link in links]
    addressed = {links[n] for n in holding(addresses, _ADDRESS_WORDS) if _ADDRESS.search(addresses[n])}
    marks = {e: words for e, words in marked(tree, _MARKS, span).items() if _TAGGED.search(words)}
    found = _Found(marks, addressed)
    for texts in _lists(tree, region, found, marks):
        yield Shown("class of tags", TRUST_CLASS, texts)
    for texts in _lists(tree, region, found, addressed):
        yield Shown("address of a tag", TRUST_ADDRESS, texts)
    inside = [link for link in sorted(addressed) if link < region.finish]
    yield Shown("address of a tag in the text", TRUST_IN_TEXT, _texts(tree, inside))


def _top(tree: Tree, headline: int) -> int:
    """Where the article begins: at its headline, or a little above it where both stand in `<main>`."""
    holders = [above for above in tree.ancestors(headline) if tree.tags[above] in ("article", "main")]
    return max(holders[-1], headline - KICKER) if holders else headline


def link_texts(tree: Tree, box: int) -> tuple[str, ...]:
    """The texts of the links inside an element."""
    return _texts(tree, [e for e in range(box, tree.ends[box]) if tree.tags[e] == "a"])


def _is_tag_relation(rel: str) -> bool:
    relations = rel.lower().split() if rel else ()
    return "tag" in relations and "category" not in relations


def _texts(tree: Tree, elements: list[int]) -> tuple[str, ...]:
    return tuple(text for text in (tree.text(element) for element in elements[:MAX_TAGS]) if text)


def _lists(tree: Tree, region: Region, found: _Found, elements: Iterable[int]) -> list[tuple[str, ...]]:
    """The lists that elements make, best first: of links or marked items, of an exact class, of several."""
    ranked = []
    for box in sorted(_boxes(tree, elements), key=lambda box: _distance(region, box))[:MAX_BOXES]:
        own = _tags_inside(tree, box, found)
        texts = _texts(tree, own) if own else _listed(tree, box, found)
        several = len(set(texts)) > 1
        linked = bool(own and texts) and tree.tags[own[0]] == "a"
        single = linked and _distance(region, box) <= CLOSE
        if (several or single) and not _is_prose(tree, box, texts) and not _is_of_site(tree, box):
            exact = bool(_EXACT.search(found.marks.get(box, "")))
            agreed = 2 * sum(1 for element in own if element in found.addressed) > len(own)
            sure = linked or any(element in found.marks for element in own)
            ranked.append((sure, exact, several + agreed, -_distance(region, box), texts))
    return [texts for *_, texts in sorted(ranked, reverse=True)[:MAX_LISTS]]


def _distance(region: Region, box: int) -> int:
    return 0 if box < region.body else abs(box - region.finish)


def _boxes(tree: Tree, elements: Iterable[int]) -> list[int]:
    """The elements with several links, and what holds single tags together."""
    found: dict[int, None] = {}
    end = -1
    for element in sorted(elements):
        pieces = tree.texts[tree.text_starts[element] : tree.text_ends[element]]
        if element >= end and any(not piece.isspace() for piece in pieces):
            end = tree.ends[element]
            links = sum(1 for e in range(element, end) if tree.tags[e] == "a")
            alone = links > 1 or (not links and not _is_item(tree, element))
            found[element if alone else _holder(tree, element)] = None
    return list(found)


def _holder(tree: Tree, element: int) -> int:
    """The nearest element above a single tag that holds more text; a block, no item, stands for itself."""
    start, end = tree.text_starts[element], tree.text_ends[element]
    for above in tree.ancestors(element):
        before, after = range(tree.text_starts[above], start), range(end, tree.text_ends[above])
        if any(not tree.texts[piece].isspace() for piece in chain(reversed(before), after)):
            return above if _is_item(tree, element) else element
        element = above
    return element


def _is_item(tree: Tree, element: int) -> bool:
    return tree.tags[element] in _ITEM_TAGS or "-" in tree.tags[element]


def _tags_inside(tree: Tree, box: int, found: _Found) -> list[int]:
    """The links of a marked box, the known links of another, else items without links."""
    inside = range(box, tree.ends[box])
    links = [e for e in inside if tree.tags[e] == "a"]
    if box not in found.marks:
        links = [e for e in links if e in found.addressed or e in found.marks]
    items = [e for e in inside if tree.tags[e] in _ITEM_TAGS]
    named = [e for e in items if e in found.marks]
    return links or named or (_outermost(tree, items) if box in found.marks else [])


def _outermost(tree: Tree, elements: list[int]) -> list[int]:
    found: list[int] = []
    for element in elements:
        if not found or element >= tree.ends[found[-1]]:
            found.append(element)
    return found


def _listed(tree: Tree, box: int, found: _Found) -> tuple[str, ...]:
    """The tags of a marked box that holds nothing but a line of them: "Tags: mill, rye"."""
    text = tree.text(box) if box in found.marks else ""
    tags = tuple(_COMMA.split(text)) if len(text) <= MAX_LINE else ()
    return tags if all(len(tag.split()) <= MAX_TAG_WORDS for tag in tags) else ()


def _is_prose(tree: Tree, box: int, texts: tuple[str, ...]) -> bool:
    pieces = tree.texts[tree.text_starts[box] : tree.text_ends[box]]
    if sum(map(len, pieces)) > LONG:
        return True
    return len(tree.text(box)) > PROSE * sum(map(len, texts))


def _is_of_site(tree: Tree, box: int) -> bool:
    """Whether a list stands in a part that all pages of the site share."""
    for element in (box, *tree.ancestors(box)):
        tag = tree.tags[element]
        if tag in ("article", "main", "body"):
            return False
        if tag in ("footer", "nav") or _SITE.search(mark(tree, element)):
            return True
    return False
