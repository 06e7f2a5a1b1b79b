"""Who wrote the article: stated to machines, marked in the page, or said in a byline.

Sources are asked from the most to the least trusted; the first that names somebody other than the site itself
is believed. A source that names only the site or its staff is kept for the case that nothing better comes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from zrno.blocks import Blocks
from zrno.document import bylines, names, site
from zrno.document.bylines import Statement
from zrno.document.region import Region, locate
from zrno.document.structured import Structured, kinds, plain
from zrno.model import Field, Label, Page
from zrno.tree import Tree

MAX_AUTHORS = 40  # of one statement; more are a list of contributors
OTHER_ARTICLES = 3  # objects with a headline asked after the article's own
NEIGHBOUR = 25  # elements between the marked authors of one article
SHORTEST_SITE = 4  # letters; shorter names of sites are inside too many words

# Shares of right answers, measured on the training pages (docs/algorithms/authors.md).
TRUST_JSON = 0.95
TRUST_MICRODATA = 0.9
TRUST_META = 0.9
UNSIGNED = 0.8  # of the trust remains when only the site or its staff is named

_METAS = """
    parsely-author article:author author dc.creator dcterms.creator dc:creator citation_author sailthru.author
    byl article:byline og:article:author og:author cxenseparse:author authors lp.article:author dable:author
    vr:author shareaholic:article_author_name article.author
""".split()
_NOT_ARTICLE = re.compile(r"ImageObject|Comment|Answer|Review$|Rating|VideoObject|WebSite|Quotation", re.I)
_ACCOUNT = re.compile(r"(?=.{0,60}[\d._-])[a-z\d._-]{1,60}")  # a login, not a signature


def find(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label]
) -> Field[tuple[str, ...]] | None:
    """The authors of the page's article; see docs/algorithms/authors.md."""
    own = site.names(page, structured)
    unsigned: Field[tuple[str, ...]] | None = None
    for said in _statements(page, structured, blocks, labels):
        found = names.distinct(name for text in said.texts for name in names.split(text))[:MAX_AUTHORS]
        signed = not said.unsigned and any(not _is_site(name, own) for name in found)
        if signed and (unsigned is None or any(map(names.is_personal, found))):
            return Field(found, said.origin, said.trust)
        if found and unsigned is None:
            unsigned = Field(found, said.origin, said.trust * UNSIGNED)
    return unsigned


def _statements(
    page: Page, structured: Structured, blocks: Blocks, labels: Sequence[Label]
) -> Iterator[Statement]:
    """What the page says, most trusted first; the page itself is only searched when asked for."""
    yield from _from_json(structured)
    region = locate(page.tree, structured, blocks, labels)
    yield from _from_microdata(page.tree, structured, region)
    yield from _from_meta(structured)
    yield from bylines.marks(page.tree, region)
    yield from bylines.lines(page.tree, blocks, region)
    yield from bylines.signature(page.tree, blocks, region)


def _from_json(structured: Structured) -> Iterator[Statement]:
    article = structured.article()
    others = [thing for thing in structured.objects if thing is not article and thing.get("headline")]
    for thing in ([article] if article else []) + others[:OTHER_ARTICLES]:
        for key in ("author", "creator"):
            value = thing.get(key)
            listed = value if isinstance(value, list) else [value]
            people = [structured.resolve(one) for one in listed[:MAX_AUTHORS]]
            texts = tuple(text for text in map(_person, people) if text)
            if texts:
                yield Statement(f"json-ld {key}", TRUST_JSON, texts, all(map(_is_organisation, people)))


def _person(value: Any) -> str:
    if isinstance(value, Mapping) and not value.get("name"):
        parts = (plain(value.get(key)) for key in ("givenName", "additionalName", "familyName"))
        return " ".join(part for part in parts if part)
    return plain(value)


def _is_organisation(value: Any) -> bool:
    return isinstance(value, Mapping) and any("organization" in kind for kind in kinds(value))


def _from_microdata(tree: Tree, structured: Structured, region: Region) -> Iterator[Statement]:
    texts: list[str] = []
    inside = {item.element: item.value for item in structured.items if item.name == "name"}
    span = region.around(bylines.ABOVE, bylines.BELOW)
    end = -1
    for item in structured.items:
        if item.name not in ("author", "creator") or item.element < end or _NOT_ARTICLE.search(item.scope):
            continue
        is_hidden = tree.tags[item.element] in ("meta", "link")
        if not is_hidden and (item.element not in span or bylines.belongs_elsewhere(tree, item.element)):
            continue
        if texts and (item.element > end + NEIGHBOUR or len(texts) >= MAX_AUTHORS):
            break  # the next is of another answer or teaser
        end = tree.ends[item.element]
        below = range(item.element + 1, min(end, item.element + NEIGHBOUR))
        texts += [inside[e] for e in below if e in inside] or [item.value[: bylines.MAX_MARKED]]
    if texts:
        yield Statement("microdata author", TRUST_MICRODATA, tuple(texts))


def _from_meta(structured: Structured) -> Iterator[Statement]:
    for name in _METAS:
        if name in structured.meta:
            yield Statement(f"meta {name}", TRUST_META, structured.meta[name][:MAX_AUTHORS])
    # Two fields of a card shared on networks carry labels in the page's language.
    for label, data in (("twitter:label1", "twitter:data1"), ("twitter:label2", "twitter:data2")):
        if names.introduced(f"{structured.first(label)}: {structured.first(data)}"):
            yield Statement(f"meta {data}", TRUST_META, (structured.first(data),))


def _is_site(name: str, own: Set[str]) -> bool:
    """Whether the name is the site's, its newsroom's, or that of an account."""
    if _ACCOUNT.fullmatch(name) or names.is_collective(name):
        return True
    key = site.key(name)
    alike = (other for other in own if other in key or key in other)
    return key in own or any(min(len(key), len(other)) >= SHORTEST_SITE for other in alike)
