"""A page to be judged: parsed, split, measured and aligned with its gold once, for all methods."""

from __future__ import annotations

from dataclasses import dataclass

from zrno.acquire.decode import decode
from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, Features, measure, split
from zrno.config import Limits
from zrno.document import language
from zrno.errors import ZrnoError
from zrno.model import Page
from zrno.train.align import CONTENT, align, gold_of
from zrno.train.block_measures import Bools
from zrno.train.datasets import Example, page_of

UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Subject:
    """One example with all that is computed of it once."""

    example: Example
    html: str  # decoded: what every tool is given
    page: Page
    refused: ZrnoError | None  # why there is no page; it has no blocks then
    blocks: Blocks
    features: Features
    gold_blocks: Bools  # the blocks most of whose words are gold
    coverage: float  # share of the gold words found on the page

    @property
    def page_type(self) -> str:
        """What the set says the page is (article, forum, ...)."""
        given = self.example.fields.get("page_type")
        return given if isinstance(given, str) and given else UNKNOWN

    @property
    def language(self) -> str:
        """The language of the gold text, else the declared one."""
        root = self.page.tree.find("html")
        declared = self.page.tree.get(root[0], "lang") if len(root) else None
        found = language.detect(self.example.gold, declared=declared)
        return found.value if found else UNKNOWN


def prepare(example: Example) -> Subject:
    """The subject of an example; a page that is refused is an empty one."""
    refused = None
    try:
        html = decode(example.html).text
        page = page_of(example)
    except ZrnoError as error:
        refused, html = error, example.html.decode("utf-8", "replace")
        page = Page(parse_tree("", limits=Limits()))
    blocks = split(page)
    alignment = align(blocks, gold_of(example))
    gold = alignment.shares(blocks.starts) > CONTENT
    return Subject(example, html, page, refused, blocks, measure(blocks), gold, alignment.coverage)
