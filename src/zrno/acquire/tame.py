"""Cut what makes an HTML5 parser quadratic before it parses.

Three shapes do: nesting without end (each start tag searches the open elements: 100,000 nested
`<div>` take Lexbor 35 s), many unclosed formatting elements (`<font>` ... ) which the standard
makes the parser open again in every paragraph (87 KB of that grow to 3.9 GB), and a tag with tens
of thousands of attributes (each is compared with all before it). The first two are cut as a browser
cuts the first: tags beyond the limit vanish, their text stays; of the third the attributes vanish.
"""

from __future__ import annotations

import re
from collections import Counter

# Below this many tags even the worst nesting costs a quarter of a second.
SAFE_TAGS = 8_000
# Formatting start tags times all tags bounds how many elements the parser can be made to repeat.
SAFE_PRODUCT = 500_000
# Real pages nest a handful; the standard's own guard counts only identical ones.
MAX_OPEN_FORMATTING = 24
# A tag this long without `>` is data in an attribute, or text that was never a tag.
LONG_TAG = 20_000
MAX_ATTRIBUTES = 1_000

VOID = frozenset("area base br col embed hr img input link meta param source track wbr".split())
RAW_TEXT = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"})
# `a` and `nobr` are left out: the standard closes an open one before the next.
FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
# An end tag does not reach through these (the standard's "scope").
BARRIERS = frozenset("applet button caption html marquee object select table td template th".split())
TABLE_BARRIERS = frozenset({"html", "table", "template"})
_CELLS = frozenset({"td", "th"})
_ROWS = _CELLS | {"tr"}
_GROUPS = _ROWS | {"tbody", "thead", "tfoot"}
TABLE_PARTS = _GROUPS | {"table", "caption"}
# A start tag closes these when they stand right before it.
IMPLIED = {
    **dict.fromkeys(("td", "th"), _CELLS),
    "tr": _ROWS,
    **dict.fromkeys(("tbody", "thead", "tfoot"), _GROUPS),
    **dict.fromkeys(("dd", "dt"), frozenset({"dd", "dt"})),
    **{name: frozenset({name}) for name in ("li", "p", "option", "optgroup")},
}

_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)(?:=\s*+\"[^\"]*\"|=\s*+'[^']*'|[^>])*+>?")
_QUOTED = re.compile(r"=\s*+(?:\"[^\"]*\"|'[^']*')")
_ENDLESS_TAG = re.compile(rf"<[a-zA-Z][^>]{{{LONG_TAG}}}")
_FORMATTING_START = re.compile(r"<(?:b|big|code|em|font|i|s|small|strike|strong|tt|u)[\s>/]", re.IGNORECASE)


def tame(html: str, *, depth: int) -> str:
    """The same text, without the tags that nest beyond the limits."""
    if _harmless(html):
        return html
    return _Tamer(html, depth).run()


def _harmless(html: str) -> bool:
    tags = html.count("<")
    if tags > SAFE_TAGS:
        return False
    if _ENDLESS_TAG.search(html):
        return False
    if tags * tags <= SAFE_PRODUCT:
        return True
    formatting = sum(1 for _ in _FORMATTING_START.finditer(html))
    return formatting <= MAX_OPEN_FORMATTING or formatting * tags <= SAFE_PRODUCT


class _Tamer:
    """Follows the tags with a stack that never holds less than the parser's would."""

    def __init__(self, html: str, depth: int) -> None:
        self.html = html
        self.depth = depth
        self.stack: list[str] = []
        self.open: Counter[str] = Counter()  # names on the stack
        self.formatting = 0  # open or waiting to be opened again

    def run(self) -> str:
        kept: list[str] = []
        position = copied = 0
        cut = False
        while found := _TAG.search(self.html, position):
            position = found.end()
            name = found[2].lower()
            keep = self._end(name) if found[1] else self._start(name)
            overloaded = position - found.start() > LONG_TAG and _overloaded(found[0])
            if not keep or overloaded:
                # A stray end tag alone is no reason to touch the page: it costs little below the limits.
                cut = cut or overloaded or not found[1]
                kept.append(self.html[copied : found.start()])
                kept.append(f"<{found[1]}{name}>" if keep else "")
                copied = position
            elif not found[1] and name in RAW_TEXT:
                position = self._skip(name, position)
        kept.append(self.html[copied:])
        return "".join(kept) if cut else self.html

    def _start(self, name: str) -> bool:
        if name in VOID or name in RAW_TEXT:
            return True
        if len(self.stack) >= self.depth:
            return False
        if name in FORMATTING:
            if self.formatting >= MAX_OPEN_FORMATTING:
                return False
            self.formatting += 1
        self._close_implied(name)
        self.stack.append(name)
        self.open[name] += 1
        return True

    def _close_implied(self, name: str) -> None:
        # Unclosed <p>, <li>, <td> ... are the commonest unclosed tags; the parser closes them by itself.
        closed = IMPLIED.get(name)
        if closed is None:
            return
        place = len(self.stack)
        while place and self.stack[place - 1] in closed:
            place -= 1
        self._pop_to(place)

    def _pop_to(self, place: int) -> None:
        for name in self.stack[place:]:
            self.open[name] -= 1
        del self.stack[place:]

    def _end(self, name: str) -> bool:
        if name in VOID or name in RAW_TEXT:
            return True
        if name in FORMATTING and self.formatting:
            self.formatting -= 1
        barriers = TABLE_BARRIERS if name in TABLE_PARTS else BARRIERS
        if self.open[name] > 0:
            for place in range(len(self.stack) - 1, -1, -1):
                if self.stack[place] == name:
                    self._pop_to(place)
                    return True
                if self.stack[place] in barriers:
                    break
        # `</p>` and `</br>` make an element of their own; nothing else stray does anything.
        return name in ("p", "br", "body", "html", "form")

    def _skip(self, name: str, position: int) -> int:
        end = self.html.find("</" + name, position)
        if end < 0:
            end = self.html.lower().find("</" + name, position)
        return end if end >= 0 else len(self.html)


def _overloaded(tag: str) -> bool:
    return len(_QUOTED.sub("", tag).split()) > MAX_ATTRIBUTES
