"""Bylines shown to the reader: elements marked as such, lines that begin with "by", signatures at the end."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from zrno.blocks import Blocks
from zrno.blocks.vocabulary import BLOCK_TAGS
from zrno.document import names
from zrno.document.classnames import holding, mark, marked
from zrno.document.region import Region
from zrno.tree import Tree

MAX_MARKED = 300  # characters of a marked byline; longer elements hold the article
MAX_BYLINES = 30  # marked elements asked for a name; more are a list of other articles
MAX_PIECES = 60  # pieces of text in a marked byline
MAX_ADDRESS = 200  # characters of a link's address looked at
MAX_LINE = 160  # characters of a byline in words
SHORT_LINE = 40  # characters; "by" and so little after it is a signature even where it is a pen name
ABOVE = 40  # elements before the headline where a byline may stand
BELOW = 60  # elements past the article's end where one may stand
LINES_BEFORE_HEADLINE = 2
LINES_AFTER_HEADLINE = 12
LINES_BEFORE_END = 2
LINES_AFTER_END = 5
LEVELS = 5  # above an element, searched for what it belongs to

# Shares of right answers, measured on the training pages (docs/algorithms/authors.md).
TRUST_BY_HEADLINE = 0.9
TRUST_ELSEWHERE = 0.75
TRUST_LINE = 0.8
TRUST_SIGNATURE = 0.6

_WORDS = "author autor auteur byline writer posted-by verfasser podpis forfatter skribent".split()
_FALSE_WORDS = re.compile(r"authori[sz]|authent|autoriz|underwriter|typewriter|autorefresh|autorotat")
_OTHERS = re.compile(
    r"comment|related|teaser|(?<!v)card\b|promo|image|photo|foto|bild|caption|figure|sidebar|recommend|"
    r"popular|latest|trending|newsletter|follow|share|social|avatar|quote|\bnav|komentar|diskuz|button|btn|login"
)
_OTHER_TAGS = frozenset({"figure", "figcaption", "aside", "nav", "blockquote", "button", "form"})
_STYLE = re.compile(r"\S{0,60}\[\S{0,200}")  # classes that set a style: w-[--sidebar-width]
_NAMED = re.compile(r"name|\bfn\b|link|\burl\b")
_PROFILE_WORDS = """
    author autor auteur profile people staff writer redak contributor journalist team byline reporter
    columnist forfatter
""".split()
_PROFILE = re.compile(
    r"/(?:authors?|autor(?:i|en|es|zy|ka|ii)?|auteurs?|autore|profiles?|people|staff|writers?|redakc[eij]a?|"
    r"redaktion|contributors?|journalists?|team|bylines?|reporters?|columnists?|columnistas|forfatter)[/_-]",
    re.I,
)
_PIECE = re.compile(r"\s?[|·•]\s?|\s[/–—-]\s|(?<=[\d)])[,\s]{1,3}(?=[^\W\d_])")
_INITIALS = re.compile(r"\([^\W\d_]{2,5}(?:[,/] ?[^\W\d_]{2,5}){0,2}\)")


@dataclass(frozen=True, slots=True)
class Statement:
    """What one source says about who wrote: texts that hold names."""

    origin: str
    trust: float
    texts: tuple[str, ...]
    unsigned: bool = False  # the source itself says that it is an organisation


def marks(tree: Tree, region: Region) -> Iterator[Statement]:
    """Elements marked as a byline by class, id, rel or address of their link; those by the headline first."""
    span = region.around(ABOVE, BELOW)
    found = marked(tree, _WORDS, span)
    named = {element for element, words in found.items() if not _FALSE_WORDS.search(words)}
    everywhere = tree.index.get("a", ())
    links = everywhere[bisect_left(everywhere, span.start) : bisect_left(everywhere, span.stop)]
    addresses = [f"{tree.get(link, 'rel')} {tree.get(link, 'href')[:MAX_ADDRESS]}" for link in links]
    profiles = {links[n] for n in holding(addresses, _PROFILE_WORDS) if _is_profile(tree, links[n])}
    bylines = [e for e in _outermost(tree, sorted(named | profiles)) if not belongs_elsewhere(tree, e)]
    head = [e for e in bylines if region.headline <= e < region.body]
    above = [e for e in bylines if e < region.headline]
    rest = [e for e in bylines if e >= region.body]
    for element in (*head, *reversed(above), *rest)[:MAX_BYLINES]:
        texts = _texts(tree, element)
        # A link alone is weak: it counts where it leads to a person.
        if texts and (element in named or any(map(_names_person, texts))):
            trust = TRUST_BY_HEADLINE if region.headline <= element < region.body else TRUST_ELSEWHERE
            yield Statement(f"element {_describe(tree, element)}", trust, texts)


def lines(tree: Tree, blocks: Blocks, region: Region) -> Iterator[Statement]:
    """Bylines in words, in the lines around the headline and at the end of the article."""
    if not len(blocks):
        return
    top = int(blocks.pieces[blocks.starts].searchsorted(tree.text_starts[region.headline]))
    last = region.last if region.last >= 0 else len(blocks) - 1
    near = range(max(0, top - LINES_BEFORE_HEADLINE), min(len(blocks), top + LINES_AFTER_HEADLINE))
    far = range(max(near.stop, last - LINES_BEFORE_END), min(len(blocks), last + 1 + LINES_AFTER_END))
    for line in (*near, *far):
        text = _line(blocks, line)
        for piece in _PIECE.split(text) if len(text) <= MAX_LINE else ():
            if _says_who(piece, line in near):
                yield Statement("byline in words", TRUST_LINE, (piece,))


def signature(tree: Tree, blocks: Blocks, region: Region) -> Iterator[Statement]:
    """The last paragraph of the article where it is a name or initials and nothing else."""
    if region.last < 0:
        return
    body = tree.parents[int(blocks.elements[region.last])]
    closing = region.last
    while closing + 1 < len(blocks) and tree.parents[int(blocks.elements[closing + 1])] == body:
        closing += 1
    text = _line(blocks, closing)
    if tree.tags[int(blocks.elements[closing])] != "p" or len(text) > names.MAX_NAME:
        return
    if _INITIALS.fullmatch(text) or names.is_personal(text):
        yield Statement("signature", TRUST_SIGNATURE, (text,))


def belongs_elsewhere(tree: Tree, element: int) -> bool:
    """Whether the element belongs to a comment, a picture or another article."""
    for _ in range(LEVELS):
        if tree.tags[element] in _OTHER_TAGS:
            return True
        named = mark(tree, element)
        if _OTHERS.search(_STYLE.sub("", named) if "[" in named else named):
            return True
        if tree.tags[element] in ("article", "main", "body") or tree.parents[element] < 0:
            return False
        element = tree.parents[element]
    return False


def _says_who(piece: str, near: bool) -> bool:
    """Whether a line, or a piece of it, says who wrote."""
    rest = names.introduced(piece)
    found = names.split(piece) if rest else ()
    if not found:
        return False
    labelled = ":" in piece[: len(piece) - len(rest)]
    return labelled or all(map(names.is_personal, found)) or (near and len(piece) <= SHORT_LINE)


def _names_person(text: str) -> bool:
    return any(map(names.is_personal, names.split(text)))


def _line(blocks: Blocks, line: int) -> str:
    return blocks.buffer[int(blocks.starts[line]) : int(blocks.ends[line])]


def _is_profile(tree: Tree, link: int) -> bool:
    attributes = tree.attributes[link]
    return "author" in attributes.get("rel", "") or bool(
        _PROFILE.search(attributes.get("href", "")[:MAX_ADDRESS])
    )


def _outermost(tree: Tree, elements: list[int]) -> Iterator[int]:
    end = -1
    for element in elements:
        if element >= end and _is_short(tree, element):
            end = tree.ends[element]
            yield element


def _is_short(tree: Tree, element: int) -> bool:
    pieces = tree.texts[tree.text_starts[element] : tree.text_ends[element]]
    return len(pieces) <= MAX_PIECES and 0 < sum(len(piece.strip()) for piece in pieces) <= MAX_MARKED


def _texts(tree: Tree, element: int) -> tuple[str, ...]:
    """The names inside a byline element where they are marked themselves, else its text."""
    inner: list[str] = []
    end = -1
    for below in range(element, tree.ends[element]):
        if below >= end and _marks_name(tree, below):
            inner.append(_spaced(tree, below))
            end = tree.ends[below]
    if any(names.split(text) for text in inner):
        return tuple(inner)
    text = _spaced(tree, element)
    return (text,) if text else ()


def _marks_name(tree: Tree, element: int) -> bool:
    """Whether the element is marked as a name, and holds no blocks: those are other parts of the byline."""
    words = mark(tree, element)
    named = tree.get(element, "itemprop") == "name" or words.split() == ["name"]
    if not named and any(word in words for word in _WORDS):
        named = bool(_NAMED.search(words))
    if not named and not (tree.tags[element] == "a" and _is_profile(tree, element)):
        return False
    return not any(tree.tags[below] in BLOCK_TAGS for below in range(element + 1, tree.ends[element]))


def _spaced(tree: Tree, element: int) -> str:
    """The text of an element, with a bar where blocks or unspaced elements meet."""
    text, owner = "", -1
    for piece in range(tree.text_starts[element], tree.text_ends[element]):
        ink, here = tree.texts[piece], tree.owners[piece]
        if not ink.strip():
            text += " "
            continue
        apart = tree.tags[here] in BLOCK_TAGS or (owner >= 0 and tree.tags[owner] in BLOCK_TAGS)
        glued = text[-1:].isalnum() and ink[:1].isalnum()
        if owner not in (-1, here) and (apart or glued):
            text += " | "
        text += ink
        owner = here
    return " ".join(text.split())


def _describe(tree: Tree, element: int) -> str:
    attributes = tree.attributes[element]
    words = (attributes.get("class") or attributes.get("id") or attributes.get("rel") or "").split()
    return f"{tree.tags[element]}.{words[0]}" if words else tree.tags[element]
