"""Preformatted text as the page has it, with the language its classes name."""

from __future__ import annotations

import re
from bisect import bisect_left

from zrno.blocks.vocabulary import BLOCK_TAGS, DROPPED_TAGS, LINE_BREAK
from zrno.tree import Tree

# Highlighters put the class on the block, on the <code> in it, or on a wrapper one or two levels up.
WRAPPERS = 2
MAX_LANGUAGE = 20  # characters; longer ones are names of themes and plugins

_NAME = r"([a-z][a-z0-9+#._-]{0,40})"
_LANGUAGE_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:^|\s)(?:language|lang)-{_NAME}",
        rf"(?:^|\s)highlight-(?:source|text)-{_NAME}",
        rf"(?:^|\s)brush:\s{{0,4}}{_NAME}",
        rf"(?:^|\s)(?:sourceCode|hljs|prettyprint lang|highlight)[\s-]{_NAME}",
    )
)
_NO_LANGUAGE = frozenset({"none", "plain", "text", "plaintext", "txt", "default", "nohighlight", "highlight"})


def verbatim(tree: Tree, element: int, kept: set[int]) -> str:
    """The text of an element with its line ends; of its pieces only the kept ones and white space."""
    text: list[str] = []
    home, opened, blank = -1, tree.openings[tree.text_starts[element]], True
    breaks, homes = tree.index.get(LINE_BREAK, ()), _Homes(tree, element)
    for piece in range(tree.text_starts[element], tree.text_ends[element]):
        content = tree.texts[piece]
        block = homes(tree.owners[piece])
        if block < 0 or (piece not in kept and content.strip()):
            continue
        ends = bisect_left(breaks, tree.openings[piece]) - bisect_left(breaks, opened)
        text.append("\n" * ends)
        if not ends and home not in (-1, block) and not blank and not content.startswith(("\n", "\r")):
            text.append("\n")
        text.append(content)
        home, opened, blank = block, tree.openings[piece], content.endswith("\n")
    return _trimmed("".join(text).replace("\r\n", "\n").replace("\r", "\n"))


def language_of(tree: Tree, element: int) -> str:
    """The programming language that classes on, in or around a code block name; "" for none."""
    code = next((child for child in tree.children(element) if tree.tags[child] == "code"), element)
    around = [code, element]
    for above in tree.ancestors(element):
        if len(around) == 2 + WRAPPERS or tree.tags[above] == "body":
            break
        around.append(above)
    found = (_named(tree, place) for place in around)
    return next((name for name in found if name), "")


def _named(tree: Tree, element: int) -> str:
    given = tree.get(element, "data-lang") or tree.get(element, "data-language")
    classes = tree.get(element, "class")
    names = [given] if given else []
    names += [found[1] for pattern in _LANGUAGE_PATTERNS if (found := pattern.search(classes))]
    for name in names:
        name = name.strip(" .-_").lower()
        if name and len(name) <= MAX_LANGUAGE and name not in _NO_LANGUAGE and " " not in name:
            return name
    return ""


class _Homes:
    """The block each piece stands in, no higher than the element; -1 inside a dropped one."""

    def __init__(self, tree: Tree, element: int) -> None:
        self.tree = tree
        self.known = {element: element}

    def __call__(self, owner: int) -> int:
        above: list[int] = []
        while owner not in self.known:
            above.append(owner)
            owner = self.tree.parents[owner]
        home = self.known[owner]
        for below in reversed(above):
            tag = self.tree.tags[below]
            if home < 0 or tag in DROPPED_TAGS:
                home = -1
            elif tag in BLOCK_TAGS:
                home = below
            self.known[below] = home
        return home


def _trimmed(text: str) -> str:
    """Without blank lines around it; the indentation of the first line stays."""
    lines = text.rstrip().split("\n")
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    return "\n".join(lines[first:])
