"""The CleanEval form: one line per unit, marked `<h>` heading, `<p>` paragraph or `<l>` list item.

The form has no escapes: a `<` of the text stays as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from zrno.classify.victor_pieces import TitledLabels
from zrno.document.document import Document
from zrno.document.plain import plain
from zrno.document.structure import Code, Heading, Image, Item, List, Node, Paragraph, Quote, Table
from zrno.model import Kind, Label

Unit = tuple[str, str]  # h, p or l; its text


def write(doc: Document) -> str:
    """The document as CleanEval lines; the page's title first where the method found it to be content."""
    title = doc.labels.title if isinstance(doc.labels, TitledLabels) else ""
    found = [("h", title), *_units(doc.running, doc.labels)]
    units = ((mark, " ".join(text.split())) for mark, text in found)
    return "\n".join(f"<{mark}>{text}" for mark, text in units if text)


def _units(nodes: Iterable[Node], labels: Sequence[Label]) -> Iterator[Unit]:
    for node in nodes:
        match node:
            case Heading(children=children):
                yield "h", plain(children)
            case Paragraph(children=children, blocks=blocks):
                # A method may know an item where the page has no list.
                known = bool(blocks) and labels[blocks[0]].kind is Kind.ITEM
                yield ("l" if known else "p"), plain(children)
            case Code(text=text):
                yield "p", text
            case Image():
                pass  # pictures and their captions are no units of the text
            case Quote(children=children):
                yield from _units(children, labels)
            case List(items=items):
                for item in items:
                    yield from _item(item, labels)
            case Table(rows=rows, caption=caption):
                yield "p", plain(caption)
                yield from (("p", " ".join(plain(cell.children) for cell in row)) for row in rows)


def _item(item: Item, labels: Sequence[Label]) -> Iterator[Unit]:
    """The first unit of an item carries its mark; what follows are paragraphs or items below it."""
    for place, (mark, text) in enumerate(_units(item.children, labels)):
        yield ("l" if place == 0 and mark == "p" else mark), text
