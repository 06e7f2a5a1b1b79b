"""JSON: everything known of the document, in a fixed order, with origins, scores and reasons."""

from __future__ import annotations

import dataclasses
import json
from datetime import date
from typing import Any, get_args

from zrno.document.document import Document
from zrno.document.paths import paths
from zrno.document.structure import Cell, Inline, Item, Node
from zrno.document.writers import markdown, text
from zrno.model import Field


def write(doc: Document) -> str:
    """The document as a JSON object."""
    return json.dumps(to_dict(doc), ensure_ascii=False, indent=2)


def to_dict(doc: Document) -> dict[str, Any]:
    """The document as plain values: dictionaries, lists, text and numbers only."""
    return {
        "url": doc.url,
        "method": doc.method,
        "mode": doc.mode,
        "confidence": float(doc.confidence),
        "confidence_reason": doc.confidence_reason,
        "fingerprint": doc.fingerprint,
        "encoding": doc.encoding,
        "encoding_reason": doc.encoding_reason,
        **_fields(doc),
        "text": text.write(doc),
        "markdown": markdown.write(doc),
        "content": [_plain(node) for node in doc.content],
        "blocks": _blocks(doc),
    }


def _fields(doc: Document) -> dict[str, Any]:
    columns = dataclasses.fields(doc.fields)
    return {column.name: _field(getattr(doc.fields, column.name)) for column in columns}


def _field(field: Field[Any] | None) -> dict[str, Any] | None:
    if field is None:
        return None
    return {"value": _plain(field.value), "origin": field.origin, "score": float(field.score)}


def _blocks(doc: Document) -> list[dict[str, Any]]:
    blocks, tags = doc.blocks, doc.blocks.tree.tags
    columns = zip(blocks.elements.tolist(), paths(blocks), blocks.texts, doc.labels, strict=True)
    return [
        {
            "index": index,
            "path": path,
            "tag": tags[element],
            "text": content,
            "kind": str(label.kind),
            "score": float(label.score),
            "reason": label.reason,
        }
        for index, (element, path, content, label) in enumerate(columns)
    ]


def _plain(value: Any) -> Any:
    """Nodes as dictionaries with their type first, tuples as lists, dates as ISO 8601."""
    if (columns := _NODES.get(type(value))) is not None:
        kind, names = columns
        return {"type": kind} | {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value.isoformat() if isinstance(value, date) else value


def _type(node: type) -> str:
    """CodeSpan as code_span."""
    letters = (f"_{letter.lower()}" if letter.isupper() else letter for letter in node.__name__)
    return "".join(letters).lstrip("_")


_NODES = {
    node: (_type(node), tuple(column.name for column in dataclasses.fields(node)))
    for node in (*get_args(Node), *get_args(Inline), Item, Cell)
}
