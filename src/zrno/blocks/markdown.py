"""Page to Markdown in one pass over the blocks; every paragraph keeps the blocks it came from.

Controls, menus, banners and helper blocks do not make it in, and `left_out` says why. Targets of
links and addresses of images are collected in a list of references; the text keeps their numbers.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain
from typing import NamedTuple
from urllib.parse import urljoin

import numpy as np

from zrno.blocks.features import Features, covered
from zrno.blocks.split import Blocks
from zrno.blocks.vocabulary import ADVERTISING_TEXT
from zrno.model import Page
from zrno.tree import Tree

# Elements and roles that by the HTML and ARIA standards hold controls, menus or matter beside the text.
NOISE_TAGS = frozenset(
    """
    aside button dialog fieldset footer form legend menu nav
    """.split()
)
NOISE_ROLES = frozenset(
    """
    alert alertdialog banner button complementary contentinfo dialog menu menubar menuitem navigation
    search tablist toolbar
    """.split()
)
# Words of class and id. Kept are those that hold less than a tenth of gold words (one vote per site)
# on at least 20 sites of the training sets, and whose meaning says why.
NOISE_WORDS = frozenset(
    """
    ads advert advertisement advertising banner bio breadcrumb breadcrumbs btn burger button
    buttons captcha carousel cart colophon comment comments consent cookie cookies copyright cta
    disqus dropdown facebook follow footer gdpr instagram legal linkedin login megamenu menu
    modal nav navbar navigation newsletter overlay pagination pinterest popup privacy promo
    recommended recommendations related reply respond search share sharing sidebar signin
    signup skip slider social sponsor sponsored submenu subnav subscribe subscription taboola teaser
    teasers toggle toolbar tooltip topnav twitter whatsapp widget widgets
    anzeige commercial inzerce komerce komercni reklama reklamni sponzor sponzorovano werbung
    """.split()
)
# One that holds more than this share of the page's words outside links is a wrapper around the page
# (one form around everything, a theme's class on the container), not noise.
MAX_NOISE_SHARE = 0.35
SHORT = 50  # characters of a block that may announce advertising
MAX_LINK_SHARE = 0.8  # a block whose words stand in links up to here may still be a sentence

LINE_BREAK = "  \n"  # two spaces at the end of a line
EMPHASIS = {"b": 2, "strong": 2, "em": 1, "i": 1, "cite": 1}  # how many `*`
_HEADING = re.compile(r"h([1-6])")
_PART = re.compile(r"[A-Z]?[a-z]{1,40}|[A-Z]{1,40}")
_SPECIAL = re.compile(r"([\\`*_\[\]<])")
# Would begin a heading, quotation or list.
_LEADING = re.compile(r"^(\d{1,9}(?=[.)]\s)|(?=[>+-]\s|#{1,6}\s))")
ANNOUNCES_ADVERTISING = re.compile(ADVERTISING_TEXT, re.IGNORECASE)
_NO_TARGET = ("#", "javascript:", "data:", "about:", "blob:")


@dataclass(frozen=True, slots=True)
class MarkdownParagraph:
    """A paragraph, heading or list item."""

    block: int  # the first of its blocks
    text: str  # inline Markdown, without the mark
    mark: str  # "#" .. "######", "-" and "1." of items, ">", "*" where all of it is emphasised, or ""
    lines: int = 1  # how many blocks: a single line break does not end a paragraph

    @property
    def blocks(self) -> range:
        """The blocks it came from."""
        return range(self.block, self.block + self.lines)

    @property
    def heading(self) -> bool:
        """Whether it is marked as a heading."""
        return self.mark.startswith("#")


@dataclass(frozen=True, slots=True)
class Markdown:
    """The page as Markdown."""

    paragraphs: tuple[MarkdownParagraph, ...]
    references: tuple[str, ...]  # [1] is the first
    left_out: Mapping[int, str] = field(default_factory=dict)  # block -> why it is not in

    @property
    def text(self) -> str:
        """The whole text with the references below it."""
        parts: list[str] = []
        before = ""
        for each in self.paragraphs:
            items = before in _ITEM_MARKS and each.mark in _ITEM_MARKS
            parts += ["" if not parts else "\n" if items else "\n\n", _marked(each)]
            before = each.mark
        if self.references:
            listed = (f"[{number}]: {target}" for number, target in enumerate(self.references, 1))
            parts += ["\n\n" if parts else "", "\n".join(listed)]
        return "".join(parts)


_ITEM_MARKS = ("-", "1.")


def to_markdown(page: Page, blocks: Blocks, features: Features) -> Markdown:
    """The Markdown of a page's blocks."""
    elements = _noise_elements(blocks, features)
    left_out = _left_out(blocks, features, elements)
    writer = _Inline(page, blocks, [element for element, _, _ in elements])
    groups: list[list[_Line]] = []
    breaks = blocks.breaks.tolist()
    for block in range(len(blocks)):
        text, emphasised = writer.text(block, silent=block in left_out)
        if not text:
            continue
        line = _Line(block, text, emphasised)
        if groups and breaks[block] == 1 and groups[-1][-1].block == block - 1:
            groups[-1].append(line)
        else:
            groups.append([line])
    paragraphs = tuple(_paragraph(blocks, group) for group in groups)
    return Markdown(paragraphs, tuple(writer.references), left_out)


class _Line(NamedTuple):
    block: int
    text: str
    emphasised: bool


def _paragraph(blocks: Blocks, group: list[_Line]) -> MarkdownParagraph:
    block = group[0].block
    mark = _mark(blocks.tree, int(blocks.elements[block]))
    if not mark and all(line.emphasised for line in group):
        mark = "*"
    return MarkdownParagraph(block, LINE_BREAK.join(line.text for line in group), mark, len(group))


def _noise_elements(blocks: Blocks, features: Features) -> list[tuple[int, range, str]]:
    """The outermost elements that speak for noise: the element, its blocks, what speaks."""
    if not len(blocks):
        return []
    tree = blocks.tree
    first, last = blocks.pieces[blocks.starts].tolist(), blocks.pieces[blocks.ends - 1].tolist()
    prose = np.concatenate([[0], np.cumsum(features.words - features.link_words)]).tolist()
    spoken: dict[str, list[tuple[int, range, str]]] = {}
    held: Counter[str] = Counter()
    for element, reason in _noisy(tree):
        earlier = spoken.setdefault(reason, [])
        if earlier and element < tree.ends[earlier[-1][0]]:
            continue
        begin = bisect_left(first, tree.text_starts[element])
        end = max(begin, bisect_left(last, tree.text_ends[element]))
        earlier.append((element, range(begin, end), reason))
        held[reason] += prose[end] - prose[begin]
    trusted = (found for reason, found in spoken.items() if held[reason] <= MAX_NOISE_SHARE * prose[-1])
    return _outermost(tree, sorted(chain.from_iterable(trusted), key=lambda found: found[0]))


def _outermost(tree: Tree, found: list[tuple[int, range, str]]) -> list[tuple[int, range, str]]:
    kept: list[tuple[int, range, str]] = []
    for each in found:
        if not kept or each[0] >= tree.ends[kept[-1][0]]:
            kept.append(each)
    return kept


def _noisy(tree: Tree) -> Iterator[tuple[int, str]]:
    """Elements whose tag, role, class or id speaks for noise, in document order."""
    known: dict[str, str] = {}
    for element, (tag, attributes) in enumerate(zip(tree.tags, tree.attributes, strict=True)):
        if tag in ("html", "body"):
            continue
        if tag in NOISE_TAGS:
            yield element, f"in <{tag}>"
        elif not attributes:
            continue
        elif attributes.get("role", "") in NOISE_ROLES:
            yield element, f"in an element with the role {attributes['role']}"
        else:
            named = f"{attributes.get('class', '')} {attributes.get('id', '')}"
            if named not in known:
                known[named] = _noise_word(named)
            if known[named]:
                yield element, f"in an element called {known[named]}"


def _noise_word(named: str) -> str:
    return next((word for part in _PART.findall(named) if (word := part.lower()) in NOISE_WORDS), "")


def _left_out(blocks: Blocks, features: Features, elements: list[tuple[int, range, str]]) -> dict[int, str]:
    reasons = {block: reason for _, inside, reason in elements for block in inside}
    hidden = features.hidden
    # A page that hides most of its words is a paywall around its article.
    if features.words[hidden].sum() <= features.words.sum() / 2:
        reasons |= dict.fromkeys(np.flatnonzero(hidden).tolist(), "hidden from readers")
    for block in np.flatnonzero(features.characters <= SHORT).tolist():
        if ANNOUNCES_ADVERTISING.search(blocks.buffer[blocks.starts[block] : blocks.ends[block]]):
            reasons.setdefault(block, "announces advertising")
    shares = features.link_share
    for block in np.flatnonzero(shares > MAX_LINK_SHARE).tolist():
        reasons.setdefault(block, f"{100 * shares[block]:.0f} % of its words are links")
    return reasons


def _mark(tree: Tree, element: int) -> str:
    """The mark of a block's element or, inside an item or quotation, of what is around it."""
    heading = _HEADING.fullmatch(tree.tags[element])
    if heading:
        return "#" * int(heading[1])
    for around in (element, *tree.ancestors(element)):
        tag = tree.tags[around]
        if tag == "li":
            return "1." if tree.tags[tree.parents[around]] == "ol" else "-"
        if tag == "blockquote":
            return ">"
        if tag in ("table", "body", "article", "section"):
            break
    return ""


def _marked(paragraph: MarkdownParagraph) -> str:
    if paragraph.mark in ("", "*"):
        return paragraph.text
    if paragraph.heading:  # a heading is one line
        return f"{paragraph.mark} " + paragraph.text.replace(LINE_BREAK, " ")
    following = "\n> " if paragraph.mark == ">" else "\n" + " " * (len(paragraph.mark) + 1)
    return f"{paragraph.mark} " + paragraph.text.replace("\n", following)


class _Inline:
    """Writes the inline text of one block after another and collects the references."""

    def __init__(self, page: Page, blocks: Blocks, noise: list[int]) -> None:
        self.base = page.url or ""
        self.blocks = blocks
        self.tree = blocks.tree
        self.references: dict[str, int] = {}
        self.links, self.stars = _inline_columns(self.tree)
        hidden = covered(self.tree, noise)
        self.images = [image for image in self.tree.find("img", "amp-img") if not hidden[image]]
        self.next_image = 0

    def text(self, block: int, *, silent: bool) -> tuple[str, bool]:
        """The Markdown of a block, "" for a silent one, and whether all of it is emphasised."""
        start, end = int(self.blocks.starts[block]), int(self.blocks.ends[block])
        images = self._images_until(int(self.blocks.pieces[end - 1]))
        if silent:
            return "", False
        runs = list(self._runs(start, end))
        written = "".join(self._run(*run) for run in runs)
        marks = [mark for image in images if (mark := self._image(image))]
        return " ".join([*marks, _LEADING.sub(r"\1\\", written)]), all(stars for _, _, stars in runs)

    def _images_until(self, piece: int) -> list[int]:
        opened = self.tree.openings[piece]
        begin = self.next_image
        while self.next_image < len(self.images) and self.images[self.next_image] < opened:
            self.next_image += 1
        return self.images[begin : self.next_image]

    def _runs(self, start: int, end: int) -> Iterator[tuple[str, int, int]]:
        """The block's text in runs of one link and one emphasis."""
        pieces = self.blocks.pieces[start:end]
        cuts = [0, *(np.flatnonzero(pieces[1:] != pieces[:-1]) + 1).tolist(), end - start]
        begin = 0
        for cut, after in zip(cuts[1:], [*cuts[2:], None], strict=True):
            here = self._style(int(pieces[cut - 1]))
            if after is None or here != self._style(int(pieces[cut])):
                yield self.blocks.buffer[start + begin : start + cut], *here
                begin = cut

    def _style(self, piece: int) -> tuple[int, int]:
        owner = self.tree.owners[piece]
        return self.links[owner], self.stars[owner]

    def _run(self, text: str, link: int, stars: int) -> str:
        core = text.strip()
        if not core:
            return text
        before, _, after = text.partition(core)
        written = "*" * stars + _SPECIAL.sub(r"\\\1", core) + "*" * stars
        number = self._reference(self.tree.get(link, "href")) if link >= 0 else 0
        return f"{before}[{written}][{number}]{after}" if number else f"{before}{written}{after}"

    def _image(self, image: int) -> str:
        sources = (self.tree.get(image, name) for name in ("src", "data-src"))
        number = next((found for source in sources if (found := self._reference(source))), 0)
        alt = _SPECIAL.sub(r"\\\1", " ".join(self.tree.get(image, "alt").split()))
        return f"![{alt}][{number}]" if number else ""

    def _reference(self, target: str) -> int:
        """The number of an address; 0 for what leads nowhere outside the page."""
        target = "".join(target.split())
        if not target or target.lower().startswith(_NO_TARGET):
            return 0
        with suppress(ValueError):  # a broken address is kept as the page has it
            target = urljoin(self.base, target)
        return self.references.setdefault(target, len(self.references) + 1)


def _inline_columns(tree: Tree) -> tuple[list[int], list[int]]:
    """For each element the link it stands in (-1: none) and its number of emphasis stars."""
    links: list[int] = []
    stars: list[int] = []
    for element, (tag, above) in enumerate(zip(tree.tags, tree.parents, strict=True)):
        around, strength = (links[above], stars[above]) if above >= 0 else (-1, 0)
        links.append(element if tag == "a" and "href" in tree.attributes[element] else around)
        stars.append(max(strength, EMPHASIS[tag]) if tag in EMPHASIS else strength)
    return links, stars
