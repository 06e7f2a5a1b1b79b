"""The images that belong to the kept text, with the address of the real picture."""

from __future__ import annotations

import re
from dataclasses import dataclass

from zrno.blocks.vocabulary import BLOCK_TAGS
from zrno.document.hrefs import absolute, base_of
from zrno.document.kept import Kept
from zrno.model import Page
from zrno.tree import Attributes, Tree

# Where pages put the address that a script moves into `src` when the reader comes near.
LAZY_SOURCES = ("data-src", "data-original", "data-lazy-src", "data-lazy", "data-hi-res-src", "data-url")
SOURCE_SETS = ("data-srcset", "data-lazy-srcset", "srcset")
MIN_SIDE = 50  # pixels; smaller ones are icons, bullets and counters
# An image further than this below the first element with text is decoration of a template.
MAX_CLIMB = 12
MAX_ALT = 500  # characters
MAX_SOURCE_SET = 10_000  # characters

_CHAFF = re.compile(
    r"(?:^|[/_\-.=])(?:pixel|spacer|blank|1x1|transparent|tracking|beacon|sprites?|icons?|favicon|avatars?"
    r"|gravatar|emojis?|smil(?:e|ey|ies)|placeholder|loading|spinner|bullet|arrow)(?=[/_\-.?&=]|$)",
    re.IGNORECASE,
)
_SPRITE = re.compile(r"\.svg#", re.IGNORECASE)
_STYLE_SIDE = re.compile(r"(?:^|[;\s])(?:width|height)\s{0,4}:\s{0,4}(\d{1,5})px", re.IGNORECASE)
_SIDE = re.compile(r"\s{0,4}(\d{1,5})(?:px)?\s{0,4}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Picture:
    """One image of the page."""

    element: int
    src: str
    alt: str


def pictures(page: Page, kept: Kept) -> list[Picture]:
    """The images between the first and the last kept block, and those with a kept caption."""
    tree, base = page.tree, base_of(page)
    found: list[Picture] = []
    seen: set[str] = set()
    before = -1, ""  # the last image, and its address
    for element in tree.find("img", "amp-img"):
        if not _belongs(tree, kept, element):
            continue
        src = _address(tree, element, base)
        spare, before = _spare(tree, element, before), (element, src)
        if src and src not in seen and not spare:
            seen.add(src)
            found.append(Picture(element, src, " ".join(tree.get(element, "alt").split())[:MAX_ALT]))
    return found


def _belongs(tree: Tree, kept: Kept, element: int) -> bool:
    """Whether the nearest text around the image is kept text."""
    if not kept.order:
        return False
    figure = _figure(tree, element)
    if figure >= 0 and kept.within(figure):
        return True
    first, last = (tree.openings[kept.first[kept.order[end]]] for end in (0, -1))
    if not first <= element < last:
        return False
    inside = figure if figure >= 0 else element
    own = kept.blocks(inside)
    for step, above in enumerate(tree.ancestors(inside)):
        if step == MAX_CLIMB:
            break
        if tree.tags[above] in BLOCK_TAGS and kept.blocks(above) > own:
            return len(kept.within(above)) > 0
    return False


def _figure(tree: Tree, element: int) -> int:
    for step, above in enumerate(tree.ancestors(element)):
        if tree.tags[above] == "figure":
            return above
        if step == MAX_CLIMB:
            break
    return -1


def _spare(tree: Tree, element: int, before: tuple[int, str]) -> bool:
    """Whether the image repeats the one before for readers without scripts."""
    above = tree.parents[element]
    image, src = before
    return bool(src) and tree.tags[above] == "noscript" and image >= tree.parents[above]


def _address(tree: Tree, element: int, base: str) -> str:
    """The first usable address an image or its `<picture>` gives."""
    own = tree.attributes[element]
    if _small(own):
        return ""
    candidates = [own.get(name, "") for name in LAZY_SOURCES]
    candidates += [own.get("src", "")]
    candidates += [_largest(own.get(name, "")) for name in SOURCE_SETS]
    above = tree.parents[element]
    if tree.tags[above] == "picture":
        sources = (tree.attributes[child] for child in tree.children(above) if tree.tags[child] == "source")
        candidates += [_largest(given.get(name, "")) for given in sources for name in SOURCE_SETS]
    return next((found for given in candidates if (found := _usable(given, base))), "")


def _usable(src: str, base: str) -> str:
    address = absolute(src, base)
    if not address or address.startswith("mailto:") or _SPRITE.search(address):
        return ""
    return "" if _CHAFF.search(address) else address


def _small(given: Attributes) -> bool:
    sides = [int(found[1]) for name in ("width", "height") if (found := _SIDE.fullmatch(given.get(name, "")))]
    sides += [int(side) for side in _STYLE_SIDE.findall(given.get("style", "")[:1000])]
    return any(side < MIN_SIDE for side in sides)


def _largest(source_set: str) -> str:
    """The address with the greatest width or density of a `srcset`."""
    best, greatest = "", -1.0
    words = source_set[:MAX_SOURCE_SET].split()
    while words:
        address, size = words.pop(0), ""
        if not address.endswith(",") and words:
            # `a.jpg 1x,b.jpg 2x`: the next address may hang on the comma.
            size, comma, rest = words.pop(0).partition(",")
            if comma and rest:
                words.insert(0, rest)
        number = _number(size)
        if number > greatest and address.strip(","):
            best, greatest = address.strip(","), number
    return best


def _number(size: str) -> float:
    try:
        return float(size.rstrip("wxh")) if size else 1.0
    except ValueError:
        return 0.0
