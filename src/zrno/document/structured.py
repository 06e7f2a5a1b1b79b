"""What a page says about itself to machines: JSON-LD, meta elements, microdata, links.

Read once in one pass and shared by all fields. Pages get this wrong in every way, so reading is tolerant
and bounded, and never fails: what cannot be read is left out.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zrno.model import Page
from zrno.tree import Tree

Object = Mapping[str, Any]

MAX_DATA = 2_000_000  # characters of one script; the largest of the pages measured has 0.5 million
MAX_OBJECTS = 500  # of one page; more are lists of other pages
MAX_DEPTH = 12  # of nested objects; honest ones stay under six
MAX_VALUE = 1_000  # characters of one microdata text; an article's body is no field
MAX_ITEMS = 5_000  # microdata properties of one page; the largest measured has about 3,000
MAX_CONTENT = 10_000  # characters of one value that are cleaned; fields are shorter by far
MAX_REPAIRED = 200_000  # characters; beyond, a broken script is not worth the time of repairing

# Best first: an object higher up describes the page's article more surely.
_BEST_FIRST = """
    NewsArticle ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle BackgroundNewsArticle
    ReviewNewsArticle AskPublicNewsArticle LiveBlogPosting Article BlogPosting Report TechArticle
    ScholarlyArticle MedicalScholarlyArticle AdvertiserContentArticle SatiricalArticle SocialMediaPosting
    DiscussionForumPosting Question QAPage Recipe HowTo Product ProductGroup Review Course Event JobPosting
    SoftwareApplication Book Movie VideoObject AudioObject PodcastEpisode Dataset CreativeWork
    MedicalWebPage AboutPage ItemPage FAQPage CollectionPage WebPage
"""
ARTICLE_TYPES = tuple(_BEST_FIRST.split())
_RANK = {kind.lower(): rank for rank, kind in enumerate(ARTICLE_TYPES)}
_TELLING = ("headline", "name", "datePublished", "author", "articleBody")  # between objects of one type

# Where an object of the page hides inside another; below the rest (author, publisher, hasPart,
# itemListElement ...) are people, images and other pages.
_NESTING = ("@graph", "mainEntity", "mainEntityOfPage", "breadcrumb")
_NAMING = ("name", "@value", "headline", "@list", "@set")  # keys that hold the text of an object
_ADDRESSING = ("url", "contentUrl", "@id", "@value", "@list", "@set")  # and its address
_KNOWN_KEYS = ("headline", "datePublished", "articleBody", "name")  # tell an object without @type

_WRAPPING = re.compile(r"^\s{0,100}(?:/\*|//)?\s{0,9}(?:<!--|<!\[CDATA\[)[^\S\n]{0,9}(?:\*/|//)?")
_WRAPPED = re.compile(r"(?:/\*|//)?\s{0,9}(?:-->|\]\]>)\s{0,9}(?:\*/)?\s{0,100}$")
_TRAILING_COMMA = re.compile(r",(?=\s{0,200}[}\]])")
_STRAY_ESCAPE = re.compile(r'\\(?![\\"/bfnrtu])')
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_SURROGATE = re.compile("[\ud800-\udfff]")  # pairs have become one character by then
_PAIR = re.compile(
    r'"(@type|headline|datePublished|dateModified|articleSection|description)"\s{0,20}:\s{0,20}'
    r'"((?:[^"\\]|\\.){1,500})"'
)
_VOCABULARY = re.compile(r"^.{0,200}[/#:]")
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,300}>")
_VALUE_ATTRIBUTES = ("content", "datetime", "href", "src")


@dataclass(frozen=True, slots=True)
class Item:
    """One microdata property: its element, name, value and the type of the item it belongs to."""

    element: int
    name: str
    value: str  # the attribute that holds it, else the text, at most MAX_VALUE characters
    scope: str  # itemtype of the nearest itemscope above, or empty


@dataclass(frozen=True, slots=True, eq=False)
class Structured:
    """All machine-readable statements of a page, in document order."""

    objects: tuple[Object, ...]  # JSON-LD
    meta: Mapping[str, tuple[str, ...]]  # lower-case name, property or http-equiv -> contents
    items: tuple[Item, ...]
    links: Mapping[str, tuple[str, ...]]  # lower-case rel -> addresses as written
    main: Object | None = None  # the object that describes the page's own article, product or question

    def article(self) -> Object | None:
        """The object that describes the page's own article, product or question, if any."""
        return self.main

    def of_kind(self, *types: str) -> Iterator[Object]:
        """The objects of one of these types (written as at schema.org)."""
        wanted = {kind.lower() for kind in types}
        return (thing for thing in self.objects if not wanted.isdisjoint(kinds(thing)))

    def resolve(self, value: Any) -> Any:
        """The object a bare {"@id": ...} refers to where the page has it, else the value itself."""
        if not isinstance(value, Mapping) or len(value) != 1 or "@id" not in value:
            return value
        same = (thing for thing in self.objects if thing.get("@id") == value["@id"])
        return next((thing for thing in same if len(thing) > 1), value)

    def first(self, *names: str) -> str:
        """The first meta content under these names, in the order of the names, or empty."""
        return next((self.meta[name][0] for name in names if name in self.meta), "")


def read(page: Page) -> Structured:
    """Everything the page says to machines."""
    tree = page.tree
    objects = tuple(_objects(tree.data))
    return Structured(
        objects=objects,
        meta=_meta(tree),
        items=tuple(_items(tree)),
        links=_links(tree),
        main=_main(objects),
    )


def kinds(thing: Object) -> frozenset[str]:
    """The types of an object in lower case, without the vocabulary's address."""
    given = thing.get("@type", thing.get("type"))
    names = given if isinstance(given, list) else [given]
    return frozenset(_VOCABULARY.sub("", name).lower() for name in names if isinstance(name, str))


def plain(value: Any) -> str:
    """The text of a JSON-LD or meta value: entities and tags dissolved, white space collapsed.

    Of a list it is the first text, of an object its name.
    """
    return next((text for text in map(_text, _inside(value, _NAMING)) if text), "")


def address_of(value: Any) -> str:
    """The address of a JSON-LD value: a text, an object that has one, or the first of a list of them."""
    found = (each.strip() for each in _inside(value, _ADDRESSING) if isinstance(each, str))
    return next((each for each in found if each), "")


def _inside(value: Any, keys: Sequence[str], depth: int = 0) -> Iterator[Any]:
    """What a value comes to: itself, or what its list or the named keys of its object hold."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, (list, tuple)):
        for each in value[:MAX_DEPTH]:
            yield from _inside(each, keys, depth + 1)
    elif isinstance(value, Mapping):
        for key in keys:
            if key in value:
                yield from _inside(value[key], keys, depth + 1)
    else:
        yield value


def _text(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return str(value)
    return _flat(value) if isinstance(value, str) else ""


def _flat(text: str) -> str:
    text = text[:MAX_CONTENT]
    if "&" in text:
        text = html.unescape(html.unescape(text))
    if "<" in text:
        text = _TAG.sub(" ", text)
    return " ".join(text.split())


def _main(objects: tuple[Object, ...]) -> Object | None:
    ranked = [(_rank(thing), thing) for thing in objects]
    return min((r for r in ranked if r[0][0] < len(_RANK)), key=lambda r: r[0], default=(None, None))[1]


def _rank(thing: Object) -> tuple[int, int]:
    rank = min((_RANK.get(kind, len(_RANK)) for kind in kinds(thing)), default=len(_RANK))
    return rank, -sum(1 for key in _TELLING if thing.get(key))


def _objects(scripts: Iterable[str]) -> list[Object]:
    found: list[Object] = []
    for script in scripts:
        for value in _values(script):
            _flatten(value, found, 0)
    return found


def _flatten(value: Any, found: list[Object], depth: int) -> None:
    if depth > MAX_DEPTH or len(found) >= MAX_OBJECTS:
        return
    if isinstance(value, list):
        for part in value[:MAX_OBJECTS]:
            _flatten(part, found, depth + 1)
    elif isinstance(value, dict):
        if "@type" in value or any(key in value for key in _KNOWN_KEYS):
            found.append(value)
        for key in _NESTING:
            if key == "mainEntity" and "faqpage" in kinds(value):
                continue  # its questions are parts of the page, not what the page is
            if isinstance(value.get(key), (dict, list)):
                _flatten(value[key], found, depth + 1)


def _values(script: str) -> list[Any]:
    """The JSON values of a script; most are one, and correct."""
    if len(script) > MAX_DATA:
        return []
    try:
        return [_whole(_DECODER.decode(script), script)]
    except (ValueError, RecursionError):
        return _repaired(script) if len(script) <= MAX_REPAIRED else []


def _whole(value: Any, script: str) -> Any:
    """The value of a script without halves of characters, which cannot be written anywhere."""
    if _SURROGATE_ESCAPE.search(script) is None:
        return value
    return json.loads(_SURROGATE.sub("", json.dumps(value, ensure_ascii=False)))


def _repaired(script: str) -> list[Any]:
    """The values of a script that is not JSON: unwrapped, commas and escapes mended, then one by one."""
    text = _WRAPPED.sub("", _WRAPPING.sub("", script)).strip().rstrip(";")
    if "&quot;" in text or "&#34;" in text:
        text = html.unescape(text)
    text = _STRAY_ESCAPE.sub(r"\\\\", _TRAILING_COMMA.sub("", text))
    found: list[Any] = []
    at = _opening(text, 0)
    while at >= 0 and len(found) < MAX_OBJECTS:
        try:
            value, end = _DECODER.raw_decode(text, at)
            found.append(_whole(value, text[at:end]))
        except (ValueError, RecursionError):
            break
        at = _opening(text, end)
    return found or _salvaged(text)


def _salvaged(text: str) -> list[Any]:
    """The telling pairs of a script that stays unreadable, if it speaks of an article."""
    pairs: dict[str, str] = {}
    for key, value in _PAIR.findall(text):
        pairs.setdefault(key, value.replace('\\"', '"').replace("\\/", "/"))
    return [pairs] if pairs.get("@type", "").lower() in _RANK else []


def _opening(text: str, start: int) -> int:
    return min((at for at in (text.find("{", start), text.find("[", start)) if at >= 0), default=-1)


_DECODER = json.JSONDecoder(strict=False)  # newlines and control characters inside strings are common


def _meta(tree: Tree) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for element in tree.index.get("meta", ()):
        attributes = tree.attributes[element]
        content = _flat(attributes.get("content") or attributes.get("value") or "")
        if content:
            names = (attributes.get(key, "") for key in ("property", "name", "http-equiv"))
            for name in dict.fromkeys(name.strip().lower() for name in names):
                if name:
                    found.setdefault(name, []).append(content)
    return {name: tuple(contents) for name, contents in found.items()}


def _items(tree: Tree) -> Iterator[Item]:
    scopes: list[tuple[int, str]] = []  # the open ones: where each ends, and its type
    named = tree.having("itemprop")
    if not named:
        return
    for element in sorted({*named[:MAX_ITEMS], *tree.having("itemscope")}):
        attributes = tree.attributes[element]
        while scopes and scopes[-1][0] <= element:
            scopes.pop()
        for name in attributes.get("itemprop", "").split()[:MAX_DEPTH]:
            yield Item(element, name, _value(tree, element), scopes[-1][1] if scopes else "")
        if "itemscope" in attributes:
            scopes.append((tree.ends[element], attributes.get("itemtype", "").strip()))


def _value(tree: Tree, element: int) -> str:
    attributes = tree.attributes[element]
    for name in _VALUE_ATTRIBUTES:
        if attributes.get(name, "").strip() and not (name == "href" and tree.tags[element] == "a"):
            return _flat(attributes[name])
    pieces, length = [], 0
    for piece in tree.texts[tree.text_starts[element] : tree.text_ends[element]]:
        pieces.append(piece)
        length += len(piece)
        if length > 2 * MAX_VALUE:
            break
    return " ".join("".join(pieces).split())[:MAX_VALUE]


def _links(tree: Tree) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for element in tree.index.get("link", ()):
        attributes = tree.attributes[element]
        address = attributes.get("href", "").strip()
        if address:
            for rel in attributes.get("rel", "").lower().split():
                found.setdefault(rel, []).append(address)
    return {rel: tuple(addresses) for rel, addresses in found.items()}
