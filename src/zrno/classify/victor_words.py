"""What an attribute of the CRF means, in words, for the reasons."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from zrno.classify.victor_features import Bins

WORDS = {
    "characters": "{} characters",
    "words": "{} words",
    "sentences": "{} sentences",
    "letters": "{} of it letters",
    "digits": "{} of it digits",
    "special": "{} of it signs",
    "capitals": "{} of its letters capitals",
    "word_length": "{} letters a word",
    "tokens_words": "{} of its tokens words",
    "tokens_numbers": "{} of its tokens numbers",
    "tokens_addresses": "{} of its tokens addresses",
    "tokens_signs": "{} of its tokens signs",
    "capital_words": "{} of its words with a capital",
    "link": "{} links",
    "depth": "{} elements deep",
    "tags_before": "{} tags before it",
    "tags_behind": "{} tags behind it",
    "place": "{} pieces above it",
    "place_left": "{} pieces below it",
    "place_share": "{} of the page above it",
    "text_share": "{} of the text up to it",
    "element_share": "{} of the elements above it",
    "recurs": "its text {} times on the page",
    "length_ratio": "{} times the mean length",
    "like_title": "{} like the title",
    "headings_past": "{} headings so far",
    "page_characters": "a page of {} characters",
    "page_words": "a page of {} words",
    "page_sentences": "a page of {} sentences",
    "page_blocks": "a page of {} blocks",
    "page_pieces": "a page of {} pieces",
    "page_links": "{} of the page links",
    "page_mean": "pieces of {} characters on the page",
    "page_spread": "lengths spread by {} of their mean",
    "page_longest": "a longest piece of {} characters",
    "block_words": "a block of {} words",
    "block_links": "{} of the block links",
    "block_pieces": "a block of {} pieces",
    "in_block": "{} pieces before it in the block",
    "left_in_block": "{} pieces behind it in the block",
    "around_words": "{} words of text around",
    "around_links": "{} of the surroundings links",
}
SHARES = frozenset(
    """
    letters digits special capitals tokens_words tokens_numbers tokens_addresses tokens_signs capital_words
    place_share text_share element_share like_title page_links block_links around_links
    """.split()
)
TAGS = {
    "in": "in {}",
    "opened": "{} opened before it",
    "closed": "{} closed before it",
    "opens": "{} opens behind it",
    "closes": "{} closes behind it",
}

LINKED = {"whole": "that is all links", "partly": "with links", "not": "without links"}
LEADS = {
    "here": "a link to the page itself",
    "away": "a link with a full address",
    "site": "a link inside the site",
    "mailto": "a link to a mail box",
    "javascript": "a link to a script",
}
NAMES: Mapping[str, Callable[[str], str]] = {
    "begins": lambda value: f"begins with a {value}",
    "ends": lambda value: f"ends with a {value}",
    "block": lambda value: f"a <{value.partition('/')[0]}> {LINKED[value.partition('/')[2]]}",
    "leads": lambda value: LEADS[value],
}

_TAG = re.compile(r"([a-z]+):([a-z]+?[1-6]?)([1-3])")


def said(attribute: str, bins: Bins) -> str:
    """The meaning of an attribute."""
    if tag := _TAG.fullmatch(attribute):
        count = f"{tag[3]} " if tag[3] != "1" else ""
        return TAGS[tag[1]].format(f"{count}<{tag[2]}>")
    name, _, value = attribute.partition("=")
    if name in NAMES:
        return NAMES[name](value)
    if name not in bins.edges:
        return attribute  # of another version
    base, step = (name[:-2], int(name[-2:])) if name[-2] in "-+" else (name, 0)
    text = _real(base, int(value), bins.edges[name])
    return f"{abs(step)} {'on' if step > 0 else 'back'}: {text}" if step else text


def _real(base: str, number: int, edges: tuple[float, ...]) -> str:
    """A real-valued feature and the range of one of its bins."""
    if base.startswith("above"):
        level, kind = base[len("above")], base.rpartition("_")[2]
        share = kind == "share"
        words = f"{{}} of the text {level} levels up" if share else f"{{}} links {level} levels up"
        return words.format(_range(number, edges, percent=True))
    return WORDS.get(base, f"{base} {{}}").format(_range(number, edges, percent=base in SHARES))


def _range(number: int, edges: tuple[float, ...], *, percent: bool) -> str:
    low = edges[number - 1] if number else None
    high = edges[number] if number < len(edges) else None
    scale, unit = (100, " %") if percent else (1, "")
    if low is None:
        assert high is not None
        return "no" if not percent and high == 1 else f"under {scale * high:.3g}{unit}"
    if high is None:
        return f"{scale * low:.3g}{unit} or more"
    if not percent and high == low + 1:
        return f"{low:.3g}"
    return f"{scale * low:.3g} to {scale * high:.3g}{unit}"
