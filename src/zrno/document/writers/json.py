"""JSON: everything known of the document, in a fixed order, with origins, scores and reasons."""

from __future__ import annotations

import dataclasses
import json
from datetime import date
from typing import Any

from zrno.document.document import Document
from zrno.document.paths import paths
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
    return [
        {
            "index": block.index,
            "path": path,
            "tag": block.tag,
            "text": block.text,
            "kind": str(label.kind),
            "score": float(label.score),
            "reason": label.reason,
        }
        for block, path, label in zip(doc.blocks, paths(doc.blocks), doc.labels, strict=True)
    ]


def _plain(value: Any) -> Any:
    """Nodes as dictionaries with their type first, tuples as lists, dates as ISO 8601."""
    if dataclasses.is_dataclass(value):
        inside = {column.name: _plain(getattr(value, column.name)) for column in dataclasses.fields(value)}
        return {"type": _type(value), **inside}
    if isinstance(value, tuple | list):
        return [_plain(each) for each in value]
    if isinstance(value, date):
        return value.isoformat()
    return value


def _type(node: Any) -> str:
    name = type(node).__name__
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).lstrip("_")
