"""Where the article stands in its page: its headline, its content, and the little around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from zrno.blocks import Blocks
from zrno.blocks.headline import page_title
from zrno.document.headings import closest, headings
from zrno.document.site import key
from zrno.document.structured import Structured
from zrno.model import Kind, Label
from zrno.tree import Tree

SHORTEST_HEADLINE = 8  # letters; a shorter heading inside the title may be the site's name
NO_BODY = 60  # elements after the headline that count as its head where no content is known


@dataclass(frozen=True, slots=True)
class Region:
    """Elements: the headline, the first of the text, the first past it; and the last block of the text."""

    size: int  # elements of the page
    headline: int
    body: int
    finish: int
    last: int  # -1 where no content is known

    def around(self, above: int, below: int) -> range:
        """The elements from some above the headline to some below the content."""
        return range(max(0, self.headline - above), min(self.size, self.finish + below))


def locate(tree: Tree, structured: Structured, blocks: Blocks, labels: Sequence[Label]) -> Region:
    """The place of the article; without content labels, everything after the headline."""
    first = next((label.block for label in labels if label.running and label.kind is not Kind.HEADING), -1)
    last = next((label.block for label in reversed(labels) if label.running), -1)
    body = int(blocks.elements[first]) if first >= 0 else -1
    headline = _headline(tree, structured, body)
    finish = tree.ends[int(blocks.elements[last])] if last >= 0 else len(tree)
    if body <= headline:
        body = min(len(tree), headline + NO_BODY)
    return Region(len(tree), headline, body, max(finish, headline), last)


def _headline(tree: Tree, structured: Structured, body: int) -> int:
    """The heading that repeats the page's title, else the last h1 before the content, else the content."""
    title = f"{structured.first('og:title')} {page_title(tree)}"
    wanted = key(title)
    said = [each for each in headings(tree, "h1", "h2") if len(key(each[1])) >= SHORTEST_HEADLINE]
    said = [each for each in said if key(each[1]) in wanted]
    # A list of other articles below the text may say the title again.
    said = [each for each in said if body < 0 or each[0] <= body] or said
    if said:
        return said[closest([text for _, text in said], title)][0]
    before = [top for top in tree.index.get("h1", ()) if body < 0 or top <= body]
    return before[-1] if before else max(0, body)
