"""XML: TEI P5. Headings open divisions, so that the body is valid TEI and sections can be queried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape

from zrno.document.document import Document
from zrno.document.structure import (
    Cell,
    Code,
    CodeSpan,
    Emphasis,
    Heading,
    Image,
    Inline,
    LineBreak,
    Link,
    List,
    Node,
    Paragraph,
    Quote,
    Strong,
    Table,
    Text,
)

# What XML 1.0 allows; the rest cannot be written even as a reference.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(doc: Document) -> str:
    """The document as a TEI file."""
    language = f' xml:lang="{_attribute(doc.language.value)}"' if doc.language else ""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines += [f'<TEI xmlns="http://www.tei-c.org/ns/1.0"{language}>', *_header(doc)]
    lines += ["<text>", "<body>", *_sections(doc.content), "</body>", "</text>", "</TEI>"]
    return "\n".join(lines)


def _header(doc: Document) -> list[str]:
    fields = doc.fields
    authors = fields.authors.value if fields.authors else ()
    lines = ["<teiHeader>", "<fileDesc>", "<titleStmt>", f"<title>{_title(doc)}</title>"]
    lines += [f"<author>{_text(name)}</author>" for name in authors]
    lines += ["</titleStmt>", "<publicationStmt>", *_publication(doc), "</publicationStmt>"]
    lines += ["<sourceDesc>", *_source(doc), "</sourceDesc>", "</fileDesc>", *_profile(doc), "</teiHeader>"]
    return lines


def _title(doc: Document) -> str:
    return _text(doc.title.value) if doc.title else ""


def _publication(doc: Document) -> list[str]:
    fields = doc.fields
    site = fields.site_name.value if fields.site_name else ""
    lines = [f"<publisher>{_text(site)}</publisher>"]
    if fields.date:
        lines.append(f'<date when="{fields.date}">{fields.date}</date>')
    return lines


def _source(doc: Document) -> list[str]:
    address = doc.fields.canonical.value if doc.fields.canonical else doc.url or ""
    place = f'<ptr target="{_attribute(address)}"/>' if address else ""
    return [f"<bibl><title>{_title(doc)}</title>{place}</bibl>"]


def _profile(doc: Document) -> list[str]:
    fields = doc.fields
    lines: list[str] = []
    if fields.description:
        lines.append(f"<abstract><p>{_text(fields.description.value)}</p></abstract>")
    if fields.language:
        language = fields.language.value
        name = f'<language ident="{_attribute(language)}">{_text(language)}</language>'
        lines.append(f"<langUsage>{name}</langUsage>")
    if fields.keywords:
        terms = "".join(f"<term>{_text(word)}</term>" for word in fields.keywords.value)
        lines.append(f"<textClass><keywords>{terms}</keywords></textClass>")
    return ["<profileDesc>", *lines, "</profileDesc>"] if lines else []


def _sections(nodes: Sequence[Node]) -> list[str]:
    """Divisions by heading level; a higher heading closes the lower ones."""
    lines: list[str] = []
    levels: list[int] = []
    for node in nodes:
        if not isinstance(node, Heading):
            lines.append(_node(node))
            continue
        while levels and levels[-1] >= node.level:
            levels.pop()
            lines.append("</div>")
        levels.append(node.level)
        lines += ["<div>", f"<head>{_inlines(node.children)}</head>"]
    return [*(lines or ["<p/>"]), *("</div>" for _ in levels)]


def _nodes(nodes: Iterable[Node]) -> str:
    return "\n".join(_node(node) for node in nodes)


def _node(node: Node) -> str:
    match node:
        case Heading(children=children):
            # Inside an item or a quotation TEI has no head.
            return f'<p rend="heading">{_inlines(children)}</p>'
        case Paragraph(children=children):
            return f"<p>{_inlines(children)}</p>"
        case Code(text=text, language=language):
            name = f' lang="{_attribute(language)}"' if language else ""
            return f'<p><code{name} xml:space="preserve">{_text(text)}</code></p>'
        case Image():
            return _figure(node)
        case Quote(children=children):
            return f"<quote>\n{_nodes(children)}\n</quote>"
        case List():
            return _list(node)
        case Table():
            return _table(node)


def _figure(image: Image) -> str:
    head = f"<head>{_inlines(image.caption)}</head>" if image.caption else ""
    description = f"<figDesc>{_text(image.alt)}</figDesc>" if image.alt else ""
    return f'<figure>{head}{description}<graphic url="{_attribute(image.src)}"/></figure>'


def _list(node: List) -> str:
    kind = "numbered" if node.ordered else "bulleted"
    items: list[str] = []
    number = node.start
    for item in node.items:
        number = number if item.number is None else item.number
        own = f' n="{number}"' if node.ordered else ""
        items.append(f"<item{own}>{_item(item.children)}</item>")
        number += 1
    return "\n".join([f'<list rend="{kind}">', *items, "</list>"])


def _item(nodes: tuple[Node, ...]) -> str:
    if len(nodes) == 1 and isinstance(only := nodes[0], Paragraph):
        return _inlines(only.children)
    return _nodes(nodes)


def _table(table: Table) -> str:
    head = [f"<head>{_inlines(table.caption)}</head>"] if table.caption else []
    rows = ["<row>" + "".join(_cell(cell) for cell in row) + "</row>" for row in table.rows]
    return "\n".join(["<table>", *head, *rows, "</table>"])


def _cell(cell: Cell) -> str:
    role = ' role="label"' if cell.header else ""
    columns = f' cols="{cell.columns}"' if cell.columns > 1 else ""
    rows = f' rows="{cell.rows}"' if cell.rows > 1 else ""
    return f"<cell{role}{columns}{rows}>{_inlines(cell.children)}</cell>"


def _inlines(children: Iterable[Inline]) -> str:
    return "".join(_inline(child) for child in children)


def _inline(child: Inline) -> str:
    match child:
        case Text(text=text):
            return _text(text)
        case CodeSpan(text=text):
            return f"<code>{_text(text)}</code>"
        case LineBreak():
            return "<lb/>"
        case Strong(children=children):
            return f'<hi rend="bold">{_inlines(children)}</hi>'
        case Emphasis(children=children):
            return f'<hi rend="italic">{_inlines(children)}</hi>'
        case Link(href=href, children=children):
            return f'<ref target="{_attribute(href)}">{_inlines(children)}</ref>'


def _text(text: str) -> str:
    return escape(_FORBIDDEN.sub("", text), quote=False)


def _attribute(text: str) -> str:
    return escape(_FORBIDDEN.sub("", text))
