"""Who wrote the article: stated to machines, marked in the page, or said in a byline.

Sources are asked from the most to the least trusted; the first that names somebody other than the site itself
is believed. A source that names only the site or its staff is kept for the case that nothing better comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zrno.blocks import Blocks
from zrno.blocks.vocabulary import BLOCK_TAGS
from zrno.document import names
from zrno.document.classnames import marked
from zrno.document.structured import Structured, kinds, plain
from zrno.model import Field, Label, Page
from zrno.tree import Tree

UNSIGNED = 0.5  # of the trust remains when only the site or its staff is named
MAX_AUTHORS = 40  # of one statement; more are a list of contributors
MAX_MARKED = 300  # characters of a marked byline; longer elements hold the article
MAX_LINE = 160  # characters of a byline in words
NEIGHBOUR = 25  # elements between the marked authors of one article
ABOVE = 40  # elements before the headline where a byline may stand
BELOW = 60  # elements past the article's end where a signature may stand
SHORT_LINE = 40  # characters; "by" and so little after it is a signature even where it is a pen name
LINES_AFTER_HEADLINE = 12
LINES_AFTER_END = 5
SHORTEST_HEADLINE = 8  # letters; a shorter heading inside the title may be the site's name
MAX_HEADINGS = 20  # of the second level looked at when no h1 repeats the title
SHORTEST_SITE = 4  # letters; shorter names of sites are inside too many words

_METAS = (
    "parsely-author article:author author dc.creator dcterms.creator dc:creator citation_author sailthru.author byl "
    "article:byline og:article:author og:author cxenseparse:author authors lp.article:author dable:author "
    "vr:author shareaholic:article_author_name article.author rbauthors"
).split()
_WORDS = ("author", "autor", "auteur", "byline", "writer", "posted-by", "verfasser", "podpis", "forfatter", "skribent")
_FALSE_WORDS = re.compile(r"authori[sz]|authent|autoriz|underwriter|typewriter|autorefresh|autorotat|autoren?-?teaser")
_ELSEWHERE = re.compile(
    r"comment|related|teaser|card\b|promo|image|photo|foto|bild|caption|figure|sidebar|recommend|popular|"
    r"latest|trending|newsletter|follow|share|social|avatar|quote|\bnav|komentar|diskuz|button|btn|login"
)
_UTILITY = re.compile(r"\S{0,60}\[\S{0,200}")  # classes that set a style, such as w-[--sidebar-width]
_NAME_MARK = re.compile(r"name|\bfn\b|link|\burl\b")
_PROFILE = re.compile(
    r"/(?:authors?|autor(?:i|en|es|zy|ka|ii)?|auteurs?|autore|profiles?|people|staff|writers?|redakc[eij]a?|redaktion|"
    r"contributors?|journalists?|team|bylines?|reporters?|columnists?|columnistas|forfatter)[/_-]", re.I
)
_PIECE = re.compile(r"\s?[|·•]\s?|\s[/–—-]\s|(?<=[\d)])[,\s]{1,3}(?=[^\W\d_])")
_ACCOUNT = re.compile(r"(?=.{0,60}[\d._-])[a-z\d._-]{1,60}")  # a login, not a signature
_INITIALS = re.compile(r"\([^\W\d_]{2,5}(?:[,/] ?[^\W\d_]{2,5}){0,2}\)")
_NOT_ARTICLE = re.compile(r"ImageObject|Comment|Answer|Review$|Rating|VideoObject|WebSite|Quotation", re.I)


@dataclass(frozen=True, slots=True)
class _Statement:
    origin: str
    trust: float
    texts: Sequence[str]
    unsigned: bool = False  # the source itself says that it is an organisation


@dataclass(frozen=True, slots=True)
class _Region:
    """Where the article stands: elements around it, its headline, its text pieces."""

    start: int
    headline: int
    body: int  # first element of the content
    finish: int  # first element past the content
    end: int


def find(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label]
) -> Field[tuple[str, ...]] | None:
    """The authors of the page's article; see docs/algorithms/authors.md."""
    site = _site_names(page, structured)
    unsigned: Field[tuple[str, ...]] | None = None
    for said in _statements(page, structured, blocks, labels):
        found = names.distinct(name for text in said.texts for name in names.split(text))[:MAX_AUTHORS]
        if not found:
            continue
        if not said.unsigned and not all(_is_site(name, site) for name in found):
            if unsigned is None or any(map(names.is_personal, found)):
                return Field(found, said.origin, said.trust)
        unsigned = unsigned or Field(found, said.origin, said.trust * UNSIGNED)
    return unsigned


def _statements(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label]
) -> Iterator[_Statement]:
    """What the page says, most trusted first; later sources are only read when asked for."""
    yield from _from_json(structured)
    region = _region(page.tree, structured, blocks, labels)
    yield from _from_microdata(page.tree, structured, region)
    yield from _from_meta(structured)
    yield from _from_marks(page.tree, region)
    yield from _from_lines(page.tree, blocks, labels, region)
    yield from _from_signature(page.tree, blocks, labels)


def _from_json(structured: Structured) -> Iterator[_Statement]:
    article = structured.article()
    others = [thing for thing in structured.objects if thing is not article and thing.get("headline")]
    for thing in ([article] if article else []) + others[:3]:
        for key in ("author", "creator"):
            people = [structured.resolve(one) for one in _as_list(thing.get(key))[:MAX_AUTHORS]]
            texts = [text for text in map(_person_name, people) if text]
            if texts:
                yield _Statement(f"json-ld {key}", 0.95, texts, all(map(_is_organisation, people)))


def _as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _is_organisation(value: Any) -> bool:
    return isinstance(value, Mapping) and any("organization" in kind for kind in kinds(value))


def _person_name(value: Any) -> str:
    if isinstance(value, Mapping) and not value.get("name"):
        parts = (plain(value.get(key)) for key in ("givenName", "additionalName", "familyName"))
        return " ".join(part for part in parts if part)
    return plain(value)


def _from_microdata(tree: Tree, structured: Structured, region: _Region) -> Iterator[_Statement]:
    texts: list[str] = []
    inside = {item.element: item.value for item in structured.items if item.name == "name"}
    last = -1
    for item in structured.items:
        if item.name not in ("author", "creator") or item.element < last or _NOT_ARTICLE.search(item.scope):
            continue
        stated = tree.tags[item.element] in ("meta", "link")
        if not stated and (not region.start <= item.element < region.end or _is_elsewhere(tree, item.element)):
            continue
        if texts and item.element > last + NEIGHBOUR:
            break  # of the next answer or teaser
        last = tree.ends[item.element]
        named = [inside[e] for e in range(item.element + 1, min(last, item.element + NEIGHBOUR)) if e in inside]
        texts += named or [item.value[:MAX_MARKED]]
    if texts:
        yield _Statement("microdata author", 0.9, texts)


def _from_meta(structured: Structured) -> Iterator[_Statement]:
    for name in _METAS:
        if name in structured.meta:
            yield _Statement(f"meta {name}", 0.85, structured.meta[name][:MAX_AUTHORS])
    label = structured.first("twitter:label1").casefold()
    if names.introduced(f"{label}: x") or label in ("written by", "von", "verfasst von"):
        yield _Statement("meta twitter:data1", 0.8, [structured.first("twitter:data1")])


def _from_marks(tree: Tree, region: _Region) -> Iterator[_Statement]:
    """Elements marked as a byline by class, id, rel or the address they link to; those by the headline first."""
    named = {e for e, mark in marked(tree, _WORDS, region.start, region.end).items() if not _FALSE_WORDS.search(mark)}
    found = set(named)
    for link in tree.index.get("a", ()):
        if region.start <= link < region.end:
            attributes = tree.attributes[link]
            if "author" in attributes.get("rel", "") or _PROFILE.search(attributes.get("href", "")[:200]):
                found.add(link)
    outer = [e for e in _outermost(tree, sorted(found)) if not _is_elsewhere(tree, e)]
    head = [e for e in outer if region.headline <= e < region.body]
    above = [e for e in outer if e < region.headline]
    rest = [e for e in outer if e >= region.body]
    for element in (*head, *reversed(above), *rest):
        texts = _marked_texts(tree, element)
        if texts and (element in named or any(names.is_personal(n) for text in texts for n in names.split(text))):
            trust = 0.8 if element in head else 0.6
            yield _Statement(f"element {_describe(tree, element)}", trust, texts)


def _outermost(tree: Tree, elements: list[int]) -> Iterator[int]:
    end = -1
    for element in elements:
        if element >= end and len(tree.text(element)) <= MAX_MARKED:
            end = tree.ends[element]
            yield element


def _is_elsewhere(tree: Tree, element: int) -> bool:
    """Whether the element belongs to a comment, a picture or another article."""
    around = element
    for _ in range(5):
        attributes = tree.attributes[around]
        if tree.tags[around] in ("figure", "figcaption", "aside", "nav", "blockquote", "button", "form"):
            return True
        mark = f"{attributes.get('class', '')} {attributes.get('id', '')}".lower()
        if _ELSEWHERE.search(_UTILITY.sub("", mark) if "[" in mark else mark):
            return True
        if tree.tags[around] in ("article", "main", "body"):
            return False
        around = tree.parents[around]
        if around < 0:
            return False
    return False


def _marked_texts(tree: Tree, element: int) -> list[str]:
    """The names inside a byline element where they are marked themselves, else its text."""
    inner: list[str] = []
    end = -1
    for below in range(element, tree.ends[element]):
        if below < end:
            continue
        attributes = tree.attributes[below]
        mark = f"{attributes.get('class', '')} {attributes.get('id', '')} {attributes.get('itemprop', '')}".lower()
        is_link = tree.tags[below] == "a" and (
            "author" in attributes.get("rel", "") or _PROFILE.search(attributes.get("href", "")[:200])
        )
        is_name = any(word in mark for word in _WORDS) and _NAME_MARK.search(mark) or mark.split()[-1:] == ["name"]
        if (is_link or is_name) and tree.text(below) and not _has_inner(tree, below):
            inner.append(_spaced(tree, below))
            end = tree.ends[below]
    if any(names.split(text) for text in inner):
        return inner
    text = _spaced(tree, element)
    return [text] if text else []


def _has_inner(tree: Tree, element: int) -> bool:
    return any(tree.tags[below] in BLOCK_TAGS for below in range(element + 1, tree.ends[element]))


def _spaced(tree: Tree, element: int) -> str:
    """The text of an element, with a bar where blocks or unspaced elements meet."""
    text = ""
    owner = -1
    for piece in range(tree.text_starts[element], tree.text_ends[element]):
        ink = tree.texts[piece]
        here = tree.owners[piece]
        if not ink.strip():
            text += " "
            continue
        apart = tree.tags[here] in BLOCK_TAGS or (owner >= 0 and tree.tags[owner] in BLOCK_TAGS)
        glued = text[-1:].isalnum() and ink[:1].isalnum()
        if text.strip() and owner != here and (apart or glued):
            text += " | "
        text += ink
        owner = here
    return " ".join(text.split())


def _describe(tree: Tree, element: int) -> str:
    attributes = tree.attributes[element]
    mark = (attributes.get("class") or attributes.get("id") or attributes.get("rel") or "").split()
    return f"{tree.tags[element]}.{mark[0]}" if mark else tree.tags[element]


def _from_lines(tree: Tree, blocks: Blocks, labels: Sequence[Label], region: _Region) -> Iterator[_Statement]:
    """Bylines in words, in the lines around the headline and at the end of the article."""
    import numpy as np

    first_pieces = blocks.pieces[blocks.starts]
    top = int(np.searchsorted(first_pieces, tree.text_starts[region.headline]))
    content = [label.block for label in labels if label.content]
    last = content[-1] if content else len(blocks) - 1
    near = range(max(0, top - 2), min(len(blocks), top + LINES_AFTER_HEADLINE))
    far = range(max(near.stop, last - 2), min(len(blocks), last + 1 + LINES_AFTER_END))
    for line in (*near, *far):
        start, end = int(blocks.starts[line]), int(blocks.ends[line])
        if end - start <= MAX_LINE:
            for piece in _PIECE.split(blocks.buffer[start:end]):
                if _is_signature(piece, line in near):
                    yield _Statement("byline in words", 0.7, [piece])


def _from_signature(tree: Tree, blocks: Blocks, labels: Sequence[Label]) -> Iterator[_Statement]:
    """The last paragraph of the article where it is a name or initials and nothing else."""
    last = next((label.block for label in reversed(labels) if label.content), -1)
    if last < 0:
        return
    body = tree.parents[int(blocks.elements[last])]
    closing = last
    while closing + 1 < len(blocks) and tree.parents[int(blocks.elements[closing + 1])] == body:
        closing += 1
    element = int(blocks.elements[closing])
    text = blocks.buffer[int(blocks.starts[closing]) : int(blocks.ends[closing])]
    if tree.tags[element] == "p" and (_INITIALS.fullmatch(text) or names.is_personal(text)):
        yield _Statement("signature", 0.5, [text])


def _is_signature(piece: str, near: bool) -> bool:
    """Whether a line, or a piece of it, says who wrote."""
    rest = names.introduced(piece)
    found = names.split(piece) if rest else ()
    if not found:
        return False
    labelled = ":" in piece[: len(piece) - len(rest)]
    return labelled or all(map(names.is_personal, found)) or (near and len(piece) <= SHORT_LINE)


def _region(tree: Tree, structured: Structured, blocks: Blocks, labels: Sequence[Label]) -> _Region:
    content = [label.block for label in labels if label.content]
    body = int(blocks.elements[content[0]]) if content else -1
    finish = int(tree.ends[int(blocks.elements[content[-1]])]) if content else len(tree)
    headline = _headline(tree, structured, body)
    if body <= headline:
        body = min(len(tree), headline + BELOW)
    start = max(0, min(headline, body) - ABOVE)
    return _Region(start, headline, body, finish, min(len(tree), max(finish, headline) + BELOW))


def _headline(tree: Tree, structured: Structured, body: int) -> int:
    """The heading that repeats the page's title, else the last h1 before the content, else the content."""
    titles = tree.find("title")
    title = names.fold(structured.first("og:title") + " " + (tree.text(titles[0]) if titles else ""))
    tops = tree.index.get("h1", ())
    for heading in (*tops, *tree.index.get("h2", ())[:MAX_HEADINGS]):
        said = names.fold(tree.text(heading))
        if len(said) >= SHORTEST_HEADLINE and said in title:
            return heading
    before = [top for top in tops if body < 0 or top <= body]
    return before[-1] if before else max(0, body)


def _site_names(page: Page, structured: Structured) -> frozenset[str]:
    """What the site calls itself, folded."""
    said: list[str] = [structured.first(name) for name in ("og:site_name", "application-name", "twitter:site", "publisher")]
    for thing in structured.objects[:20]:
        said.append(plain(thing.get("publisher")))
        if any("organization" in kind or kind == "website" for kind in kinds(thing)):
            said += [plain(thing.get("name")), plain(thing.get("alternateName"))]
    address = page.url or structured.first("og:url") or next(iter(structured.links.get("canonical", ())), "")
    host = re.sub(r"^\w{1,9}://", "", address).split("/")[0].split(":")[0]
    parts = [part for part in host.split(".")[:-1] if part not in ("www", "co", "com")]
    said += [host.removeprefix("www."), *parts[-1:]]
    return frozenset(folded for folded in map(names.fold, said) if folded)


def _is_site(name: str, site: Iterable[str]) -> bool:
    if _ACCOUNT.fullmatch(name):
        return True
    folded = names.fold(name)
    for own in site:
        if folded == own:
            return True
        if min(len(own), len(folded)) >= SHORTEST_SITE and (own in folded or folded in own):
            return True
    return not names.is_personal(name) and names.is_collective(name)
