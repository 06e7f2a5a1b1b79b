"""The keywords of the article: stated to machines, or the tags shown beside it.

Sources are asked from the most to the least trusted. A list that speaks of the site rather than of the article
(too long, naming the site, foreign to the text) is put off until nothing better is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from zrno.blocks import Blocks
from zrno.document.classnames import marked
from zrno.document import site
from zrno.document.region import Region, locate
from zrno.document.structured import Structured, plain
from zrno.model import Field, Label, Page
from zrno.tree import Tree

MAX_KEYWORDS = 60  # of one list; the rest of such a list says nothing
MAX_KEYWORD = 60  # characters; longer ones are sentences
MAX_WORDS = 8  # of one keyword
MANY = 25  # more keywords than this are a site's, or a search engine's bait
UNRELATED = 0.2  # share of keywords found in the text, below which a list is not about the article
ENOUGH = 5  # keywords of a list before its share in the text says anything
SPACED = 4  # words of a list without commas, from which on each word is taken as a keyword
STEM = 5  # letters of a word that have to be in the text; endings are inflected
BEFORE = 25  # elements above the headline where they may stand as well
CLOSE = 30  # elements from the end of the article where a single tag is believed
AFTER = 150  # elements past the end of the article where its tags may stand
PROSE = 4  # times more text than tags in an element make it a sentence with links
MAX_GROUPS = 5  # lists of tags considered, best first
NAMED_SITE = 0.6  # share in the text below which a list that names the site speaks of the site
SITE_WIDE = 0.25  # trust in a list that speaks of the site

_METAS = ("news_keywords", "article:tag", "parsely-tags", "sailthru.tags", "keywords", "dc.subject", "dcterms.subject")
_MARKS = ("tag", "keyword", "topic", "tema", "stitk", "stitek", "schlagw", "klicov")
_ITEM_TAGS = frozenset({"a", "li", "span", "button", "dd", "b", "strong", "em", "i"})
_EXACT = re.compile(r"(?:^|\s)tags?(?:\s|$)")
_TAGGED = re.compile(
    r"(?<![a-z])(?:(?:post|article|entry|news|story|page|content|art|hash|detail)?[-_]?tags?(?:list|s|[-_]?links?)?|keywords?|"
    r"(?:article|related|story)?[-_]?topics?(?:list)?|temat?a?|stitky|stitek|schlagw[oö]rte?r?|klicova[-_]slova)(?![a-z])"
)
_CLOUD = re.compile(r"cloud|menu|popular|trend|sidebar|widget|oblak|nejcten|(?:^|\s|site-|page-)footer")  # of the site
_ADDRESS = re.compile(
    r"[/?&](?:[a-z]{1,20}-)?(?:tags?|tagy|tema|temata|klicov[ea][-_]slov[oa]|keywords?|klice?|topics?|thema|themen|themes?|stite?k|stitky|"
    r"hashtag|etiquetas?|mot-cle|mots-cles|tagged|avainsana|emne|ämne|tagi|теги?|trefwoord)(?:[/=_-]|$)", re.I
)
_SEPARATOR = re.compile(r"\s{0,9}[,;|•·、，；\n]\s{0,9}")
_PREFIX = re.compile(
    r"^(?:tags?|keywords?|topics?|category|subject|section|témata|téma|štítky|štítek|klíčová slova|schlagw[oö]rter|schlagworte|themen|thema|tagi|теги|"
    r"мітки|mots[- ]clés|etiquetas|parole chiave|trefwoorden|kľúčové slová|more on|more about|více k tématu|viac o téme)\s{0,3}:\s{0,3}", re.I
)
_COUNT = re.compile(r"^\(\d{1,6}\)\s{0,3}|\s{0,3}\(\d{1,6}\)$")
_IDENTIFIER = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-|^[0-9a-f]{16,}$|^\d{5,}$|^https?:|[{}<>=]")
_EDGE = " \t#\"'“”„«»‘’*:;,.|-–—_·•>\u200b\xa0"


@dataclass(frozen=True, slots=True)
class _Statement:
    origin: str
    trust: float
    keywords: tuple[str, ...]
    is_hidden: bool = False  # not shown to readers: may speak of the site


def find(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label]
) -> Field[tuple[str, ...]] | None:
    """The keywords of the page's article; see docs/algorithms/keywords.md."""
    text, put_off = "", None
    own = site.names(page, structured)
    for said in _statements(page, structured, blocks, labels):
        if not said.keywords:
            continue
        text = text or _text(structured, blocks, labels)
        if not _is_site_wide(said.keywords, text, own if said.is_hidden else frozenset()):
            return Field(said.keywords, said.origin, said.trust)
        put_off = put_off or Field(said.keywords, said.origin, SITE_WIDE)
    return put_off


def _statements(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label]
) -> Iterator[_Statement]:
    """What the page says, most trusted first; the page itself is only searched when asked for."""
    for name in _METAS:
        if name in structured.meta:
            yield _Statement(f"meta {name}", 0.9, _keywords(structured.meta[name]), is_hidden=True)
    article = structured.article() or {}
    yield _Statement("json-ld keywords", 0.9, _keywords(_texts(article.get("keywords"))), is_hidden=True)
    yield _Statement("microdata keywords", 0.9, _from_microdata(page.tree, structured))
    region = locate(page.tree, structured, blocks, labels)
    yield from _from_tags(page.tree, region)


def _texts(value: Any) -> list[str]:
    """The strings of a JSON-LD value: a string, an object with a name, or a list of these."""
    values = value if isinstance(value, list) else [value]
    return [plain(one) for one in values[: 2 * MAX_KEYWORDS] if isinstance(one, (str, Mapping))]


def _from_microdata(tree: Tree, structured: Structured) -> tuple[str, ...]:
    found = [item for item in structured.items if item.name == "keywords"]
    texts = [text for item in found for text in (_link_texts(tree, item.element) or [item.value])]
    return _keywords(texts)


def _from_tags(tree: Tree, region: Region) -> Iterator[_Statement]:
    """Tags shown to the reader between the headline and a little past the end of the article."""
    span = region.around(BEFORE, AFTER)
    links = [link for link in tree.index.get("a", ()) if link in span]
    related = [link for link in links if "tag" in (rel := tree.get(link, "rel").lower().split()) and "category" not in rel]
    yield _Statement("a[rel=tag]", 0.85, _keywords(_shown(tree, related)))
    addressed = {link for link in links if _ADDRESS.search(tree.get(link, "href")[:200])}
    marks = {e: mark for e, mark in marked(tree, _MARKS, span).items() if _is_tag_mark(mark)}
    yield from _best("class of tags", 0.7, [_Group(tree, region, box, marks, addressed) for box in _boxes(tree, marks)])
    boxes = _boxes(tree, addressed)
    yield from _best("address of a tag", 0.6, [_Group(tree, region, box, marks, addressed) for box in boxes])
    prose = [link for link in sorted(addressed) if region.headline < link < region.finish]
    yield _Statement("address of a tag in the text", 0.4, _keywords(_shown(tree, prose)))


def _best(origin: str, trust: float, groups: list[_Group]) -> Iterator[_Statement]:
    good = [group for group in groups if group.is_good]
    for group in sorted(good, key=lambda group: group.rank, reverse=True)[:MAX_GROUPS]:
        yield _Statement(origin, trust, group.keywords)


def _boxes(tree: Tree, elements: Iterable[int]) -> list[int]:
    """The lists the elements make: an element with several links, or what holds single tags together."""
    found: dict[int, None] = {}
    end = -1
    for element in sorted(elements):
        if element >= end:
            end = tree.ends[element]
            links = sum(1 for e in range(element, end) if tree.tags[e] == "a")
            found[element if links > 1 else _holder(tree, element)] = None
    return list(found)


def _holder(tree: Tree, element: int) -> int:
    """The nearest element above that holds more text than this one."""
    ink = tree.text(element)
    for above in tree.ancestors(element):
        if tree.text(above) != ink:
            return above if tree.tags[element] in _ITEM_TAGS else element
        element = above
    return element


class _Group:
    """A list of tags in the page and how surely it is the article's."""

    def __init__(self, tree: Tree, region: Region, box: int, marks: Mapping[int, str], addressed: Set[int]) -> None:
        inside = range(box, tree.ends[box])
        links = [e for e in inside if tree.tags[e] == "a"]
        own = links if box in marks else [e for e in links if e in addressed or e in marks]
        leaves = [e for e in inside if e in marks and tree.tags[e] in _ITEM_TAGS]
        self.keywords = _keywords(_shown(tree, own or leaves))
        exact = bool(_EXACT.search(marks.get(box, "")))
        agreed = sum(1 for e in own if e in addressed) * 2 > len(own)
        several = len(self.keywords) > 1
        distance = 0 if box < region.body else abs(box - region.finish)
        is_prose = len(tree.text(box)) > PROSE * sum(map(len, self.keywords))
        self.is_good = several or (bool(own) and bool(self.keywords) and distance <= CLOSE)
        self.is_good = self.is_good and not is_prose and not _is_of_site(tree, box)
        self.rank = (exact, several + agreed, -distance)


def _is_of_site(tree: Tree, box: int) -> bool:
    """Whether a list of tags stands in a part that all pages of the site share."""
    for element in (box, *tree.ancestors(box)):
        if tree.tags[element] in ("article", "main", "body"):
            return False
        attributes = tree.attributes[element]
        if tree.tags[element] == "footer" or _CLOUD.search(f"{attributes.get('class', '')} {attributes.get('id', '')}".lower()):
            return True
    return False


def _is_tag_mark(mark: str) -> bool:
    return bool(_TAGGED.search(mark)) and not _CLOUD.search(mark)


def _link_texts(tree: Tree, box: int) -> list[str]:
    return _shown(tree, [e for e in range(box + 1, tree.ends[box]) if tree.tags[e] == "a"])


def _shown(tree: Tree, elements: list[int]) -> list[str]:
    return [text for text in (tree.text(element) for element in elements[:MAX_KEYWORDS]) if text]


def _keywords(texts: Sequence[str]) -> tuple[str, ...]:
    """The clean keywords of some texts, each text one keyword or a list of them; each keyword once."""
    parts: list[str] = []
    for text in texts:
        pieces = _SEPARATOR.split(text)
        if len(texts) == 1 and len(pieces) == 1 and text.count(" ") >= SPACED:
            pieces = text.split()  # a list apart by spaces: no keyword has so many words
        parts += pieces
    seen: dict[str, str] = {}
    for part in parts:
        keyword = _COUNT.sub("", _PREFIX.sub("", part.strip(_EDGE))).strip(_EDGE)
        if _is_keyword(keyword):
            seen.setdefault(site.key(keyword), keyword)
    return tuple(seen.values())[:MAX_KEYWORDS]


def _is_keyword(text: str) -> bool:
    if not text or len(text) > MAX_KEYWORD or text.count(" ") >= MAX_WORDS:
        return False
    return not _IDENTIFIER.search(text) and any(map(str.isalnum, text))


def _is_site_wide(keywords: tuple[str, ...], text: str, own: Set[str]) -> bool:
    """Whether the list speaks of the site: too long, or foreign to the text."""
    if len(keywords) > MANY:
        return True
    named = any(site.key(keyword) in own for keyword in keywords)
    if len(keywords) < ENOUGH and not named:
        return False
    inside = sum(1 for keyword in keywords if all(word[:STEM] in text for word in keyword.lower().split()[:2]))
    return inside < (NAMED_SITE if named else UNRELATED) * len(keywords)


def _text(structured: Structured, blocks: Blocks, labels: Sequence[Label]) -> str:
    """Headline and content in small letters; the whole page where no content is known."""
    kept = [label.block for label in labels if label.content]
    if not kept:
        return blocks.buffer.lower()
    pieces = [blocks.buffer[int(blocks.starts[b]) : int(blocks.ends[b])] for b in kept]
    return "\n".join([structured.first("og:title", "twitter:title"), *pieces]).lower()
