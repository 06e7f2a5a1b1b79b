"""Where the page belongs: the site's name, its own address, its lead, picture and section."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from zrno.blocks.headline import page_title
from zrno.document.hrefs import base_of, web_address
from zrno.document.structured import Object, Structured, address_of, plain
from zrno.model import Field, Page
from zrno.tree import Tree

MAX_NAME = 100  # characters; longer names are slogans
MAX_TITLE = 400  # characters of a title looked at
MAX_WHOLE = 1_000  # characters of <title>: it may name the headline and more
MAX_HOME = 100  # characters of the address of a front page
MAX_LINKS = 40  # links looked at: the logo is among the first
MAX_INSIDE = 8  # elements inside the link of a logo
MIN_PART = 4  # letters; shorter names stand inside many words
NAME_SHARE = 3  # a third of a name is enough to know it by: "MBA Admissions" of a longer one
MIN_DESCRIPTION = 3  # words; fewer are leftovers of a template

# How far a source is trusted: what the page states for this very field, what comes from a related
# statement, what is concluded.
STATED = 0.95
RELATED = 0.8
CONCLUDED = 0.6

_META_NAMES = ("og:site_name", "application-name", "apple-mobile-web-app-title", "dc.publisher", "publisher")
_META_DESCRIPTIONS = ("og:description", "description", "twitter:description", "dc.description")
_META_SECTIONS = (
    "article:section og:article:section og:section parsely-section articlesection section "
    "cxenseparse:category category"
)
_META_IMAGES = "og:image og:image:secure_url og:image:url twitter:image twitter:image:src thumbnail image"
# A picture whose file is called so is the site's, not the article's.
_STOPGAP_IMAGE = re.compile(r"logo|placeholder|default|blank|spacer|favicon|avatar|sprite", re.IGNORECASE)
# What stands between the headline and the site's name: a mark between spaces, or one that needs none.
SEPARATOR = re.compile(r"\s{1,9}[-–—|:»«·•/~⋆¦›>+@]{1,3}\s{1,9}|\s{0,9}[|｜¦»«•：ㅣ_]{1,3}\s{0,9}")
_ACCENTS = re.compile("[\u0300-\u036f]+")
_NOT_LETTERS = re.compile(r"[\W_]+")
# Labels of a host that do not name the site: technical ones, and second-level ones of countries (co.uk).
_SHARED_LABELS = frozenset(
    {"www", "m", "amp", "web", "co", "com", "org", "net", "gov", "gob", "ac", "edu", "or", "ne"}
)
_HOME = frozenset({"home", "homepage", "startseite", "accueil", "inicio", "uvod", "domu", "главная", "top"})

Candidate = tuple[str, str, float]  # value, origin in words, score


@dataclass(frozen=True, slots=True)
class Site:
    """The fields about a page's place; what is not there is None."""

    name: Field[str] | None = None
    canonical: Field[str] | None = None
    description: Field[str] | None = None
    image: Field[str] | None = None
    section: Field[str] | None = None


def find(page: Page, structured: Structured) -> Site:
    """The site's name, the page's canonical address, description, picture and section."""
    article = structured.article() or {}
    base = base_of(page)
    return Site(
        name=_first(c for c in _names(structured, article) if len(c[0]) <= MAX_NAME)
        or _shown_name(page.tree),
        canonical=_canonical(list(_addresses(structured, article)), base),
        description=_first(c for c in _descriptions(structured, article) if _tells(c[0])),
        image=_image(_images(structured, article), base),
        section=_first(c for c in _sections(structured, article) if len(c[0]) <= MAX_NAME),
    )


def names(page: Page, structured: Structured) -> frozenset[str]:
    """All the site may be called, as keys: the names it states and the parts of its host."""
    stated = [name for name, _, _ in _names(structured, structured.article() or {})]
    address = page.url or next(iter(structured.links.get("canonical", ())), "") or structured.first("og:url")
    return frozenset(filter(None, map(key, [*stated, *_host_names(address), *_logos(page.tree)])))


def key(name: str) -> str:
    """The letters and digits alone, without accents or case: equal keys mean the same name."""
    if not name.isascii():
        name = _ACCENTS.sub("", unicodedata.normalize("NFKD", name))
    return _NOT_LETTERS.sub("", name.casefold())


def without(text: str, names: Collection[str]) -> str:
    """The text without the pieces at its ends that name the site."""
    cuts = list(SEPARATOR.finditer(text[:MAX_TITLE]))
    start, end = 0, len(text)
    for cut in reversed(cuts):
        if cut.start() == 0 or not _is_name(text[cut.end() : end], names):
            break
        end = cut.start()
    for cut in cuts:
        if cut.start() >= end or not _is_name(text[start : cut.start()], names):
            break
        start = cut.end()
    return text[start:end].strip()


def is_home(address: str) -> bool:
    """Whether an address, as links have it, is that of the front page."""
    if len(address) > MAX_HOME or "?" in address or "#" in address:
        return False
    path = address.strip()
    if "//" in path:
        host, _, path = path.partition("//")[2].partition("/")
        return bool(host) and path in ("", "index.html", "index.php")
    return path in ("/", "/index.html", "/index.php")


def _logos(tree: Tree) -> Iterator[str]:
    """What the first links to the front page say, in text or as a picture's description."""
    for link in tree.index.get("a", ())[:MAX_LINKS]:
        short = tree.text_ends[link] - tree.text_starts[link] <= MAX_INSIDE
        if short and is_home(tree.attributes[link].get("href", "")):
            inside = range(link + 1, min(tree.ends[link], link + MAX_INSIDE))
            said = [tree.text(link), tree.get(link, "title"), *(tree.get(i, "alt") for i in inside)]
            yield from (text for text in said if MIN_PART <= len(text) <= MAX_NAME)


def _is_name(piece: str, names: Collection[str]) -> bool:
    """Whether a piece of a title is one of the names, a good part of one, or one with a word more."""
    found = key(piece)
    if found in names:
        return True
    return len(found) >= MIN_PART and any(
        (found in name and NAME_SHARE * len(found) >= len(name))
        or (len(name) >= MIN_PART and name in found and 2 * len(name) >= len(found))
        for name in names
    )


def _first(candidates: Iterable[Candidate]) -> Field[str] | None:
    return next((Field(value, origin, score) for value, origin, score in candidates if value), None)


def _stated(structured: Structured, names: Iterable[str]) -> Iterator[Candidate]:
    for name in names:
        for content in structured.meta.get(name, ())[:1]:
            yield content, f"meta {name}", STATED


def _names(structured: Structured, article: Object) -> Iterator[Candidate]:
    yield from _stated(structured, _META_NAMES)
    yield plain(structured.resolve(article.get("publisher"))), "json-ld publisher", RELATED
    for thing in structured.of_kind("WebSite", "Organization", "NewsMediaOrganization"):
        yield plain(thing.get("name")), "json-ld site", RELATED
        yield plain(thing.get("alternateName")), "json-ld site", CONCLUDED


def _shown_name(tree: Tree) -> Field[str] | None:
    """The name on the logo, where <title> says it too."""
    title = key(page_title(tree)[:MAX_WHOLE])
    shown = ((name, "link to the front page", CONCLUDED) for name in _logos(tree) if key(name) in title)
    return _first(shown)


def _host_names(address: str) -> list[str]:
    """ "news.example.co.uk" -> "example" and the host itself."""
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:
        return []
    labels = [label for label in host.split(".")[:-1] if label not in _SHARED_LABELS]
    return [host, host.removeprefix("www."), *labels] if labels else []


def _addresses(structured: Structured, article: Object) -> Iterator[Candidate]:
    for href in structured.links.get("canonical", ())[:1]:
        yield href, "link canonical", STATED
    yield from _stated(structured, ("og:url", "twitter:url"))
    for name in ("url", "mainEntityOfPage"):
        yield address_of(article.get(name)), "json-ld url", RELATED


def _canonical(candidates: list[Candidate], base: str) -> Field[str] | None:
    """The first address that leads somewhere: a canonical front page is mostly a mistake of the template."""
    found = [(web_address(value, base), origin, score) for value, origin, score in candidates]
    found = [candidate for candidate in found if candidate[0]]
    deep = [c for c in found if len(urlsplit(c[0]).path) > 1 or urlsplit(c[0]).query]
    return _first(deep or found)


def _descriptions(structured: Structured, article: Object) -> Iterator[Candidate]:
    yield from _stated(structured, _META_DESCRIPTIONS)
    yield plain(article.get("description")), "json-ld description", STATED
    for item in structured.items:
        if item.name == "description":
            yield item.value, "microdata description", RELATED


def _tells(description: str) -> bool:
    return len(description.split()) >= MIN_DESCRIPTION or (len(description) > 8 and not description.isascii())


def _images(structured: Structured, article: Object) -> Iterator[Candidate]:
    yield from _stated(structured, _META_IMAGES.split())
    yield address_of(structured.resolve(article.get("image"))), "json-ld image", STATED
    yield address_of(structured.resolve(article.get("thumbnailUrl"))), "json-ld thumbnail", RELATED
    for href in structured.links.get("image_src", ())[:1]:
        yield href, "link image_src", RELATED
    for item in structured.items:
        if item.name == "image":
            yield item.value, "microdata image", RELATED


def _image(candidates: Iterable[Candidate], base: str) -> Field[str] | None:
    found = [(web_address(value, base), origin, score) for value, origin, score in candidates]
    own = [candidate for candidate in found if not _STOPGAP_IMAGE.search(candidate[0].rpartition("/")[2])]
    return _first(own) or _first(found)


def _sections(structured: Structured, article: Object) -> Iterator[Candidate]:
    yield from _stated(structured, _META_SECTIONS.split())
    yield plain(article.get("articleSection")), "json-ld articleSection", STATED
    for item in structured.items:
        if item.name == "articleSection":
            yield item.value, "microdata articleSection", STATED
    for trail in structured.of_kind("BreadcrumbList"):
        yield _last_crumb(trail.get("itemListElement")), "json-ld breadcrumb", RELATED


def _last_crumb(crumbs: Any) -> str:
    """The deepest section of a breadcrumb trail: not the front page, not the page itself."""
    if not isinstance(crumbs, list):
        return ""
    texts = [_crumb(crumb) for crumb in crumbs[:20]]
    inner = [text for text in texts[:-1] if text and key(text) not in _HOME]
    return inner[-1] if len(inner) > 1 or (inner and inner[0] != texts[0]) else ""


def _crumb(crumb: Any) -> str:
    if not isinstance(crumb, dict):
        return ""
    item = crumb.get("item")
    return plain(crumb.get("name")) or (plain(item) if isinstance(item, dict) else "")
