"""Text to Page: the only file that knows the parser (selectolax, Lexbor backend)."""

from __future__ import annotations

from array import array
from collections import defaultdict
from contextlib import suppress
from sys import intern
from typing import Any

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from zrno.acquire.decode import web_name
from zrno.acquire.tame import tame
from zrno.config import Limits
from zrno.errors import PageError, TooLarge
from zrno.model import Decoded, Page, Response
from zrno.tree import Attributes, Tree

# Their text is code, not language; JSON-LD alone is kept, as data.
SILENT_TAGS = frozenset({"script", "style"})
DATA_TYPE = "application/ld+json"
LARGE = 2_000_000  # characters; giving memory back takes longer than parsing a small page

_TEXT = 2  # Lexbor's tag id of a text node
_NO_ATTRIBUTES: Attributes = {}


def parse(decoded: Decoded, response: Response | None = None, *, limits: Limits | None = None) -> Page:
    """The page of a decoded response."""
    return Page(
        tree=parse_tree(decoded.text, limits=limits or Limits()),
        url=response.url if response else None,
        encoding=web_name(decoded.encoding),
        encoding_reason=decoded.reason,
        headers=response.headers if response else {},
        retrieved=response.retrieved if response else None,
    )


def parse_tree(html: str, *, limits: Limits) -> Tree:
    """The element and text columns of an HTML text."""
    try:
        root = LexborHTMLParser(tame(html, depth=limits.depth)).root
    except (SelectolaxError, ValueError, UnicodeError) as error:
        raise PageError("the parser gave up", hint=str(error)) from error
    columns = _Columns(limits.nodes)
    if root is not None:
        columns.walk(root)
    del root
    if len(html) > LARGE:
        _give_back()
    return columns.tree()


def _give_back() -> None:
    """Return what the parser has freed to the system: glibc would keep it in small pieces (150 of 300 MB)."""
    import ctypes

    with suppress(AttributeError, OSError, TypeError):  # other systems have no such call, and no such habit
        ctypes.CDLL(None).malloc_trim(0)


def _attributes(node: Any) -> Attributes:
    found: dict[str, str | None] = node.attributes
    if not found:
        return _NO_ATTRIBUTES
    if None in found.values():
        return {name: value or "" for name, value in found.items()}
    return found  # type: ignore[return-value]


def _too_many(limit: int) -> TooLarge:
    hint = "raise limits.nodes in the settings if such pages are wanted"
    return TooLarge(f"the page has more than {limit:,} elements", hint=hint)


class _Columns:
    """Grows the columns in one walk over the parser's nodes."""

    def __init__(self, max_nodes: int) -> None:
        self.max_nodes = max_nodes
        self.tags: list[str] = []
        # Arrays of machine integers: on a page of 20 MB lists of them would take 70 MB more.
        self.parents = array("i")
        self.ends = array("i")
        self.attributes: list[Attributes] = []
        self.text_starts = array("i")
        self.text_ends = array("i")
        self.texts: list[str] = []
        self.owners = array("i")
        self.openings = array("i")
        self.data: list[str] = []
        self.index: defaultdict[str, array[int]] = defaultdict(lambda: array("i"))

    def walk(self, root: Any) -> None:
        """One pass over all nodes: the hottest loop of the chain, hence the local names."""
        tags, texts, attributes, index = self.tags, self.texts, self.attributes, self.index
        ends, text_ends = self.ends, self.text_ends
        add_owner, add_opening = self.owners.append, self.openings.append
        add_parent, add_end = self.parents.append, ends.append
        add_start, add_text_end = self.text_starts.append, text_ends.append
        # The parser's own address of the node above tells where we stand: every open element
        # that is not above the new node has ended.
        path: list[int] = []
        addresses: list[int] = []
        owner = -1
        for node in root.traverse(include_text=True):
            above = node.parent
            address = above.mem_id if above is not None else -1
            while addresses and addresses[-1] != address:
                addresses.pop()
                ended = path.pop()
                ends[ended], text_ends[ended] = len(tags), len(texts)
                owner = path[-1] if path else -1
            if node.tag_id == _TEXT:
                if tags[owner] in SILENT_TAGS:
                    self._data(node, owner)
                elif text := node.text_content:
                    texts.append(text)
                    add_owner(owner)
                    add_opening(len(tags))
            elif node.is_element_node:
                element, tag = len(tags), intern(node.tag)  # one string per tag, not per element
                if element >= self.max_nodes:
                    raise _too_many(self.max_nodes)
                tags.append(tag)
                attributes.append(_attributes(node))
                add_parent(owner)
                add_end(0)
                add_start(len(texts))
                add_text_end(0)
                index[tag].append(element)
                owner = element
                addresses.append(node.mem_id)
                path.append(owner)
        while path:
            ended = path.pop()
            ends[ended], text_ends[ended] = len(tags), len(texts)

    def _data(self, node: Any, owner: int) -> None:
        kind = self.attributes[owner].get("type", "").strip().lower()
        if kind.startswith(DATA_TYPE) and (text := node.text_content):
            self.data.append(text)

    def tree(self) -> Tree:
        return Tree(
            tags=self.tags,
            parents=self.parents,
            ends=self.ends,
            attributes=self.attributes,
            text_starts=self.text_starts,
            text_ends=self.text_ends,
            texts=self.texts,
            owners=self.owners,
            openings=self.openings,
            data=self.data,
            index=dict(self.index),
        )
