"""What a page says it is (thread, article, product): by its data, its title and its names."""

from __future__ import annotations

import re
from collections.abc import Mapping

from zrno.blocks.headline import page_title
from zrno.tree import Tree

MAX_DATA = 200_000  # characters of structured data searched for types
MAX_TITLE = 300  # characters of a title, a class or an address looked at
_THREAD_TYPES = re.compile(r'"(?:DiscussionForumPosting|QAPage)"')
_THREAD = re.compile(
    r"(?<![a-z])(?:forums?|fóra|threads?|showthread|viewtopic|topics?|bbs|bbpress|phpbb|vbulletin|xenforo|discourse"
    r"|invision|discussions?|questions?|messageboards?|message boards?)(?![a-z])|论坛|社区|貼吧|贴吧|问答",
    re.IGNORECASE,
)
_IDEOGRAPHIC = re.compile("论坛|社区|貼吧|贴吧|问答")
_SEPARATOR = re.compile(r"\s[-|•·–—:»]\s|\|")
_TYPE = re.compile(r'"@type"\s{0,4}:\s{0,4}\[?\s{0,4}"(\w{1,40})"')
_KINDS: Mapping[str, str] = {
    "article": "article|posting|report|review", "product": "product|offer",
    "forum": "discussion|question|qapage", "list": "itemlist|collection|search",
    "page": "webpage|website|organization|person",
}  # fmt: skip


def discussion(tree: Tree) -> bool:
    """Whether the page says it is a thread of a forum or a question with answers.

    There what readers write is the text; below an article it is not.
    """
    if any(_THREAD_TYPES.search(data[:MAX_DATA]) for data in tree.data):
        return True
    # Behind a title stands the name of the site; before it an article may have any of these words.
    title = _SEPARATOR.split(page_title(tree)[:MAX_TITLE])
    told = title[1:] or _IDEOGRAPHIC.findall(title[0])
    for tag in ("html", "body"):
        for element in tree.index.get(tag, ()):
            told += [value[:MAX_TITLE] for value in tree.attributes[element].values()]
    for meta in tree.index.get("meta", ()):
        found = tree.attributes[meta]
        if found.get("name", found.get("property", "")) in ("generator", "og:url", "og:site_name"):
            told.append(found.get("content", "")[:MAX_TITLE])
    for link in tree.index.get("link", ()):
        if tree.get(link, "rel") == "canonical":
            told.append(tree.get(link, "href")[:MAX_TITLE])
    return any(_THREAD.search(each) for each in told)


def declared(tree: Tree) -> dict[str, float]:
    """What the page says it is: og:type and the types of its structured data."""
    types = " ".join(found for data in tree.data for found in _TYPE.findall(data[:MAX_DATA])).lower()
    found = {f"is {name}": float(bool(re.search(words, types))) for name, words in _KINDS.items()}
    og = next(
        (
            tree.get(meta, "content")
            for meta in tree.index.get("meta", ())
            if tree.get(meta, "property") == "og:type"
        ),
        "",
    ).lower()
    found["discussion"] = float(discussion(tree))
    found["og article"] = float("article" in og)
    found["og product"] = float("product" in og)
    found["og other"] = float(bool(og) and "article" not in og and "product" not in og)
    return found
