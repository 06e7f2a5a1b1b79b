"""Where the article's heading stands: the h1, and of several the one closest to `<title>`."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

from zrno.blocks.vocabulary import DROPPED_TAGS
from zrno.tree import Tree

# A lower heading, or a text without heading tag, has to look like the page's title to be taken.
MIN_LIKENESS = 0.6
# Titles are compared by their beginning: some pages put whole leads into <title>.
_COMPARED = 300


def headline(tree: Tree) -> int | None:
    """The element of the article's heading, or None."""
    title = page_title(tree)
    main = _texted(tree, tree.find("h1"))
    if len(main) == 1:
        return main[0]
    if main:
        return max(main, key=lambda element: likeness(tree.text(element), title))
    return _closest(tree, tree.find("h2", "h3", "h4"), title) or _marked(tree)


def page_title(tree: Tree) -> str:
    """The text of `<title>`, the first outside pictures."""
    for element in tree.find("title"):
        if not any(tree.tags[above] == "svg" for above in tree.ancestors(element)):
            return tree.text(element)
    return ""


def likeness(text: str, title: str) -> float:
    """1 - Levenshtein distance / greater length; a title that holds the text counts by its part.

    `<title>` often carries the site's name behind the heading, so the heading is also compared
    with the title's beginning and end of its own length.
    """
    a, b = text[:_COMPARED].casefold(), title[:_COMPARED].casefold()
    if not a or not b:
        return 0.0
    whole = Levenshtein.normalized_similarity(a, b)
    if len(a) >= len(b):
        return whole
    # A part weighs a little less than the whole, and a short part much less.
    part = max(
        Levenshtein.normalized_similarity(a, b[: len(a)]), Levenshtein.normalized_similarity(a, b[-len(a) :])
    )
    return max(whole, part * (0.5 + 0.5 * len(a) / len(b)))


def _texted(tree: Tree, elements: list[int]) -> list[int]:
    return [element for element in elements if tree.text(element) and not _unseen(tree, element)]


def _unseen(tree: Tree, element: int) -> bool:
    return any(tree.tags[above] in DROPPED_TAGS for above in tree.ancestors(element))


def _closest(tree: Tree, elements: list[int], title: str) -> int | None:
    scored = [(likeness(tree.text(element), title), -element) for element in _texted(tree, elements)]
    score, place = max(scored, default=(0.0, 0))
    return -place if score >= MIN_LIKENESS else None


def _marked(tree: Tree) -> int | None:
    for element in tree.having("itemprop"):
        if tree.get(element, "itemprop") == "headline" and tree.tags[element] not in ("meta", "link"):
            return element
    return None
