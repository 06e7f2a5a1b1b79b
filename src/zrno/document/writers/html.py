"""HTML: a small complete page of our own structure; everything else of the source is gone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from zrno.document.document import Document
from zrno.document.hrefs import harmless
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


def write(doc: Document) -> str:
    """The document as an HTML page."""
    language = f' lang="{escape(doc.language.value)}"' if doc.language else ""
    lines = ["<!DOCTYPE html>", f"<html{language}>", "<head>", *_head(doc), "</head>", "<body>", "<article>"]
    lines += [_node(node) for node in doc.content]
    return "\n".join([*lines, "</article>", "</body>", "</html>"])


def _head(doc: Document) -> list[str]:
    fields = doc.fields
    title = fields.title.value if fields.title else ""
    lines = ['<meta charset="utf-8">', f"<title>{escape(title, quote=False)}</title>"]
    lines += [_meta("author", name) for name in (fields.authors.value if fields.authors else ())]
    if fields.date:
        lines.append(_meta("date", str(fields.date)))
    if fields.keywords:
        lines.append(_meta("keywords", ", ".join(fields.keywords.value)))
    if fields.description:
        lines.append(_meta("description", fields.description.value))
    lines.append(_meta("generator", "zrno"))
    address = fields.canonical.value if fields.canonical else doc.url or ""
    if address and harmless(address):
        lines.append(f'<link rel="canonical" href="{escape(address)}">')
    return lines


def _meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escape(content)}">'


def _nodes(nodes: Iterable[Node]) -> str:
    return "\n".join(_node(node) for node in nodes)


def _node(node: Node) -> str:
    match node:
        case Heading(level=level, children=children):
            return f"<h{level}>{_inlines(children)}</h{level}>"
        case Paragraph(children=children):
            return f"<p>{_inlines(children)}</p>"
        case Code(text=text, language=language):
            name = f' class="language-{escape(language)}"' if language else ""
            return f"<pre><code{name}>{escape(text, quote=False)}</code></pre>"
        case Image():
            return _image(node)
        case Quote(children=children):
            return f"<blockquote>\n{_nodes(children)}\n</blockquote>"
        case List():
            return _list(node)
        case Table():
            return _table(node)


def _image(image: Image) -> str:
    source = f'<img src="{escape(image.src)}" alt="{escape(image.alt)}">' if harmless(image.src) else ""
    caption = f"<figcaption>{_inlines(image.caption)}</figcaption>" if image.caption else ""
    return f"<figure>{source}{caption}</figure>"


def _list(node: List) -> str:
    tag = "ol" if node.ordered else "ul"
    start = f' start="{node.start}"' if node.ordered and node.start != 1 else ""
    values = ("" if item.number is None else f' value="{item.number}"' for item in node.items)
    rows = zip(values, node.items, strict=True)
    items = "\n".join(f"<li{value}>{_item(item.children)}</li>" for value, item in rows)
    return f"<{tag}{start}>\n{items}\n</{tag}>"


def _item(nodes: tuple[Node, ...]) -> str:
    if nodes and isinstance(first := nodes[0], Paragraph) and all(isinstance(n, List) for n in nodes[1:]):
        return "\n".join([_inlines(first.children), *(_node(node) for node in nodes[1:])])
    return _nodes(nodes)


def _table(table: Table) -> str:
    caption = [f"<caption>{_inlines(table.caption)}</caption>"] if table.caption else []
    rows = ["<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in table.rows]
    return "\n".join(["<table>", *caption, *rows, "</table>"])


def _cell(cell: Cell) -> str:
    tag = "th" if cell.header else "td"
    columns = f' colspan="{cell.columns}"' if cell.columns > 1 else ""
    rows = f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    return f"<{tag}{columns}{rows}>{_inlines(cell.children)}</{tag}>"


def _inlines(children: Iterable[Inline]) -> str:
    return "".join(_inline(child) for child in children)


def _inline(child: Inline) -> str:
    match child:
        case Text(text=text):
            return escape(text, quote=False)
        case CodeSpan(text=text):
            return f"<code>{escape(text, quote=False)}</code>"
        case LineBreak():
            return "<br>"
        case Strong(children=children):
            return f"<strong>{_inlines(children)}</strong>"
        case Emphasis(children=children):
            return f"<em>{_inlines(children)}</em>"
        case Link(href=href, children=children):
            inside = _inlines(children)
            return f'<a href="{escape(href)}">{inside}</a>' if harmless(href) else inside
