"""The keywords of the article: stated to machines, or the tags shown beside it.

Sources are asked from the most to the least trusted. A list that speaks of the site rather than of the
article (too long, naming the site, foreign to the text) is put off until nothing better is found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache
from typing import Any

from zrno.blocks import Blocks
from zrno.document import site, tags
from zrno.document.region import locate
from zrno.document.structured import Structured, plain
from zrno.model import Field, Label, Page
from zrno.tree import Tree

MAX_KEYWORDS = 60  # of one list; the rest of such a list says nothing
MAX_KEYWORD = 60  # characters; longer ones are sentences
MAX_WORDS = 8  # of one keyword
MAX_STATEMENT = 5_000  # characters of one stated text
MAX_TEXT = 50_000  # characters of the article compared with the keywords
MANY = 25  # more keywords than this are a site's, or a search engine's bait
ENOUGH = 5  # keywords of a list before its share in the text says anything
UNRELATED = 0.2  # share of keywords found in the text, below which a list is not about the article
NAMED_SITE = 0.6  # the same for a list that names the site
SPACES = 4  # in a text without commas, from which on each word is a keyword: no phrase is so long
STEM = 5  # letters of a word that have to be in the text; endings are inflected

# Mean F1 where the source speaks, measured on the training pages (docs/algorithms/keywords.md).
TRUST_STATED = 0.85
TRUST_JSON = 0.85
TRUST_MICRODATA = 0.85
TRUST_SITE_WIDE = 0.25  # chosen, not measured: the gold often repeats such lists

# Those written for the article first; the old "keywords" often serve the whole site.
_METAS = "news_keywords article:tag parsely-tags sailthru.tags keywords dc.subject dcterms.subject".split()
_SEPARATOR = re.compile(r"\s{0,9}[,;|•·、，；\n]\s{0,9}")
_PREFIX = re.compile(
    r"^(?:tags?|keywords?|topics?|category|subject|section|témata|téma|štítky|štítek|klíčová slova|themen|"
    r"thema|schlagw[oö]rter|schlagworte|tagi|теги|мітки|mots[- ]clés|etiquetas|parole chiave|trefwoorden|"
    r"kľúčové slová)\s{0,3}:\s{0,3}",
    re.I,
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
    own = site.names(page, structured)
    text = cache(lambda: _text(structured, blocks, labels))
    put_off: Field[tuple[str, ...]] | None = None
    for said in _statements(page, structured, blocks, labels):
        if not said.keywords:
            continue
        if not _is_site_wide(said.keywords, text, own if said.is_hidden else frozenset()):
            return Field(said.keywords, said.origin, said.trust)
        put_off = put_off or Field(said.keywords, said.origin, TRUST_SITE_WIDE)
    return put_off


def clean(texts: Sequence[str]) -> tuple[str, ...]:
    """The keywords of some texts, each text one keyword or a list of them; each keyword once."""
    found: dict[str, str] = {}
    for text in texts[: 2 * MAX_KEYWORDS]:
        parts = _SEPARATOR.split(text[:MAX_STATEMENT])
        if len(texts) == len(parts) == 1 and text.count(" ") >= SPACES:
            parts = text[:MAX_STATEMENT].split()
        for part in parts:
            bare = _PREFIX.sub("", " ".join(part.split()).strip(_EDGE))
            keyword = _COUNT.sub("", bare).strip(_EDGE)
            if _is_keyword(keyword):
                found.setdefault(site.key(keyword) or keyword, keyword)
    return tuple(found.values())[:MAX_KEYWORDS]


def _statements(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label]
) -> Iterator[_Statement]:
    """What the page says, most trusted first; the page itself is only searched when asked for."""
    for name in _METAS:
        if name in structured.meta:
            yield _Statement(f"meta {name}", TRUST_STATED, clean(structured.meta[name]), is_hidden=True)
    article = structured.article() or {}
    yield _Statement("json-ld keywords", TRUST_JSON, clean(_texts(article.get("keywords"))), is_hidden=True)
    yield _Statement("microdata keywords", TRUST_MICRODATA, clean(_from_microdata(page.tree, structured)))
    for shown in tags.shown(page.tree, locate(page.tree, structured, blocks, labels)):
        yield _Statement(shown.origin, shown.trust, clean(shown.texts))


def _texts(value: Any) -> list[str]:
    """The strings of a JSON-LD value: a string, an object with a name, or a list of these."""
    values = value if isinstance(value, list) else [value]
    return [plain(one) for one in values[: 2 * MAX_KEYWORDS] if isinstance(one, (str, Mapping))]


def _from_microdata(tree: Tree, structured: Structured) -> list[str]:
    found = [item for item in structured.items if item.name == "keywords"][:MAX_KEYWORDS]
    return [text for item in found for text in (tags.link_texts(tree, item.element) or [item.value])]


def _is_keyword(text: str) -> bool:
    if not text or len(text) > MAX_KEYWORD or text.count(" ") >= MAX_WORDS:
        return False
    return not _IDENTIFIER.search(text) and any(map(str.isalnum, text))


def _is_site_wide(keywords: tuple[str, ...], text: Callable[[], str], own: Set[str]) -> bool:
    """Whether the list speaks of the site: too long, or foreign to the text."""
    if len(keywords) > MANY:
        return True
    named = any(site.key(keyword) in own for keyword in keywords)
    if len(keywords) < ENOUGH and not named:
        return False
    stems = ([word[:STEM] for word in keyword.lower().split()[:2]] for keyword in keywords)
    inside = sum(1 for each in stems if all(stem in text() for stem in each))
    return inside < (NAMED_SITE if named else UNRELATED) * len(keywords)


def _text(structured: Structured, blocks: Blocks, labels: Sequence[Label]) -> str:
    """Headline and content in small letters; the whole page where no content is known."""
    kept = [label.block for label in labels if label.running]
    if not kept:
        return blocks.buffer[:MAX_TEXT].lower()
    pieces = [blocks.buffer[int(blocks.starts[block]) : int(blocks.ends[block])] for block in kept]
    return "\n".join([structured.first("og:title", "twitter:title"), *pieces])[:MAX_TEXT].lower()
