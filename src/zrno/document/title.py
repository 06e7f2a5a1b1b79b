"""The headline of the page, without the site's name.

Every place that may hold it gives a candidate: headings, JSON-LD, meta elements, microdata, the pieces of
`<title>` between separators. Candidates that say the same are one; each is scored by the sum of what its
sources are worth, and the shares of the scores are the probability (see docs/algorithms/fields.md).
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from zrno.document import site
from zrno.document.structured import Structured, plain
from zrno.model import Field, Page
from zrno.tree import Tree

MAX_TITLE = 400  # characters; longer headings are texts set in the wrong element
MAX_HEADINGS = 60  # headings looked at; the title stands among the first
MAX_PIECES = 8  # pieces of <title>; more are lists of keywords

WEIGHTS: dict[str, float] = {}
_SEPARATOR = re.compile(r"\s{1,9}[-–—|:»«·•/~⋆¦›>+@]{1,3}\s{1,9}|\s{0,9}[|｜¦»«•：ㅣ_]{1,3}\s{0,9}")
_LINK_MARK = re.compile(r"\s{0,3}[¶#§🔗]\s{0,3}$")
_QUOTES = str.maketrans(
    {**dict.fromkeys("‘’‚‛`´′ʼ", "'"), **dict.fromkeys("“”„‟«»″", '"'), **dict.fromkeys("‐‑‒–—―−", "-"),
     **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff\u200e\u200f", "")}
)
_BREAKING = frozenset("br p div li dt dd h1 h2 h3 h4 h5 h6 ul ol section article hr td".split(" "))
_MUTE = frozenset("script style button svg select noscript template".split(" "))

def find(page: Page, structured: Structured) -> Field[str] | None:
    """The page's headline, if it has any."""
    groups = candidates(page, structured)
    if not groups:
        return None
    scores = {key: score(group) for key, group in groups.items()}
    best = max(scores, key=lambda key: scores[key])
    total = sum(math.exp(value - scores[best]) for value in scores.values())
    group = groups[best]
    return Field(group.text, " + ".join(sorted(group.sources)), round(1 / total, 2))


@dataclass(slots=True)
class Group:
    """A title as several sources give it."""

    text: str
    sources: dict[str, float] = field(default_factory=dict)


def score(group: Group) -> float:
    return sum(WEIGHTS.get(name, 0) * value for name, value in group.sources.items())


def fold(text: str) -> str:
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text).translate(_QUOTES)
    return " ".join(text.casefold().split())


def candidates(page: Page, structured: Structured) -> dict[str, Group]:
    names = site.names(page, structured)
    groups: dict[str, Group] = {}

    def add(source: str, text: str, cut: bool = True) -> str:
        text = _LINK_MARK.sub("", text).strip()
        if cut:
            text = without_site(text, names)
        if not text or len(text) > MAX_TITLE or not any(c.isalnum() for c in text):
            return ""
        key = fold(text)
        group = groups.setdefault(key, Group(text))
        group.sources[source] = 1
        return key

    tree = page.tree
    whole = _document_title(tree)
    heads = _headings(tree)
    title = fold(whole)
    h1s = [(i, text) for i, text in heads if tree.tags[i] == "h1" and site.key(text) not in names]
    sitely = [(i, text) for i, text in heads if tree.tags[i] == "h1" and site.key(text) in names]
    cutted = fold(without_site(whole, names))
    best = None
    if h1s:
        best = max(range(len(h1s)), key=lambda n: (bounded(fold(h1s[n][1]), title), similarity(fold(h1s[n][1])[:200], cutted[:200]) if len(h1s) > 1 else 0))
        for n, (i, text) in enumerate(h1s):
            k = add("h1" if n == best else "h1 more", text)
            if n == best and len(h1s) == 1 and k:
                groups[k].sources["h1 only"] = 1
            if n == 0 and k: groups[k].sources["h1 first"] = 1
        if k := add("h1 lead", _lead(tree, h1s[best][0])):
            pass
    for i, text in sitely[:1]:
        add("h1 site", text, False)
    article = structured.article() or {}
    add("ld headline", plain(article.get("headline")))
    add("ld name", plain(article.get("name")))
    add("og", structured.first("og:title"))
    add("twitter", structured.first("twitter:title", "twitter:text:title"))
    add("meta", structured.first("dc.title", "dcterms.title", "dc:title", "citation_title", "parsely-title", "sailthru.title", "title", "headline"))
    for item in structured.items:
        if item.name == "headline":
            add("micro headline", item.value)
            break
    for item in structured.items:
        if item.name == "name" and item.scope.endswith(("Product", "Article", "Posting", "Recipe", "Question", "Event", "CreativeWork")):
            add("micro name", item.value)
            break
    add("title whole", whole, False)
    add("title cut", whole)
    pieces = _pieces(whole)
    if len(pieces) > 1:
        add("title first", pieces[0])
        add("title last", pieces[-1])
        add("title longest", max(pieces, key=len))
        add("title but last", whole[:whole.rindex(pieces[-1])].rstrip(" -–—|:»«·•/~⋆¦›>+@｜：_"))
        add("title but first", whole[len(pieces[0]):].lstrip(" -–—|:»«·•/~⋆¦›>+@｜：_"))
    for i, text in heads:
        if tree.tags[i] != "h1":
            key = fold(text)
            if key in groups or (len(key) > 5 and bounded(key, title)):
                add(tree.tags[i], text)
    for i, text in heads:
        if tree.tags[i] in ("h1","h2"):
            k = fold(text)
            if k in groups: groups[k].sources["first h12"] = 1; break
    og = fold(structured.first("og:title"))
    h1 = fold(h1s[best][1]) if best is not None else ""
    isart = structured.first("og:type").lower() == "article" or bool(article) and "headline" in article
    sim = overlap(h1, cutted) if h1 else 0
    for key, group in groups.items():
        f = group.sources
        if "h1" in f:
            f["h1 sim"] = sim
            f["h1 nosim"] = float(sim == 0)
            f["h1 far"] = float(sim < 0.3)
            f["h1 article"] = float(isart)
            f["h1 longer"] = float(len(h1) > 1.3 * len(cutted))
            f["h1 shorter"] = float(len(h1) < 0.6 * len(cutted))
        if "og" in f and "title cut" in f: f["og=title"] = 1
        if "og" in f and "ld headline" in f: f["og=ld"] = 1
        if "og" in f and "title first" in f: f["og=first"] = 1
        if "og" in f and isart: f["og article"] = 1
        if "title cut" in f and isart: f["cut article"] = 1
        if "title first" in f and isart: f["first article"] = 1
        f["long"] = max(0, len(key) - 80) / 40
        f["separators"] = float(len(_pieces(group.text)) > 1)
        f["in title"] = bounded(key, title)
        f["starts title"] = float(title.startswith(key))
        f["in og"] = bounded(key, og)
        f["in h1"] = bounded(key, h1)
        f["no h1"] = 0
        f["site"] = float(site.key(group.text) in names)
        n = len(key.split())
        f["one word"] = float(n == 1)
        f["two words"] = float(n == 2)
        f["truncated"] = float(key.endswith(("...", "…")))
        f["template"] = float("{{" in key)
    return groups

def bounded(part: str, whole: str) -> float:
    if not part: return 0.0
    at = whole.find(part)
    if at < 0: return 0.0
    end = at + len(part)
    return float((at == 0 or not whole[at - 1].isalnum()) and (end == len(whole) or not whole[end].isalnum()))

def _document_title(tree: Tree) -> str:
    for element in tree.find("title"):
        if tree.tags[tree.parents[element]] in ("head", "html", "body"):
            text = tree.text(element)
            if text: return text
    return ""

def _headings(tree: Tree) -> list[tuple[int, str]]:
    out = []
    for element in tree.find("h1", "h2", "h3")[:MAX_HEADINGS]:
        text = _LINK_MARK.sub("", _text(tree, element))
        if text and len(text) <= MAX_TITLE: out.append((element, text))
    return out

def _text(tree: Tree, element: int) -> str:
    """words of an element; elements that break lines part them"""
    start, end = tree.text_starts[element], tree.text_ends[element]
    pieces = []
    opened = element + 1
    for piece in range(start, end):
        if any(tag in _BREAKING for tag in tree.tags[opened : tree.openings[piece]]) or tree.tags[tree.owners[piece]] in _BREAKING:
            pieces.append(" ")
        opened = tree.openings[piece]
        if tree.tags[tree.owners[piece]] not in _MUTE:
            pieces.append(tree.texts[piece])
    return " ".join("".join(pieces).split())

def _lead(tree: Tree, element: int) -> str:
    """the longest child text or own first text run"""
    start, end = tree.text_starts[element], tree.text_ends[element]
    for piece in range(start, end):
        if tree.texts[piece].strip(): return " ".join(tree.texts[piece].split())
    return ""

def _pieces(text: str) -> list[str]:
    return [piece for piece in _SEPARATOR.split(text, MAX_PIECES) if piece.strip()]

def without_site(text: str, names: Iterable[str]) -> str:
    parts = list(_SEPARATOR.finditer(text[:MAX_TITLE]))
    start, end = 0, len(text)
    for cut in reversed(parts):
        if cut.start() > 0 and is_site(text[cut.end():end], names): end = cut.start()
        else: break
    for cut in parts:
        if cut.start() < end and is_site(text[start:cut.start()], names): start = cut.end()
        else: break
    return text[start:end].strip()

def is_site(piece: str, names: Iterable[str]) -> bool:
    k = site.key(piece)
    if k in names: return True
    return len(k) >= 4 and any((k in n and len(k) * 3 >= len(n)) or (n in k and len(n) > 3 and 2 * len(n) >= len(k)) for n in names)

def similarity(a: str, b: str) -> float:
    longest = max(len(a), len(b))
    return 1 - distance(a, b) / longest if longest else 0.0

def distance(a: str, b: str) -> int:
    """Levenshtein distance, bit-parallel (Myers 1999, Hyyrö 2003)."""
    if not a or not b:
        return max(len(a), len(b))
    places: dict[str, int] = {}
    for at, character in enumerate(a):
        places[character] = places.get(character, 0) | 1 << at
    last, full = 1 << (len(a) - 1), (1 << len(a)) - 1
    plus, minus, found = full, 0, len(a)
    for character in b:
        same = places.get(character, 0)
        zero = (((same & plus) + plus) ^ plus) | same | minus
        up = minus | ~(zero | plus) & full
        down = plus & zero
        found += (up & last > 0) - (down & last > 0)
        up = up << 1 | 1
        plus = (down << 1 | ~(zero | up)) & full
        minus = up & zero & full
    return found

def overlap(a: str, b: str) -> float:
    x, y = set(re.findall(r"\w+", a)), set(re.findall(r"\w+", b))
    return 2 * len(x & y) / (len(x) + len(y)) if x and y else 0.0
