"""JSON: everything known of the document, in a fixed order, with origins, scores and reasons."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from typing import Any, get_args

from zrno import __version__
from zrno.blocks.stopwords import words
from zrno.document.document import DateField, Document
from zrno.document.paths import paths
from zrno.document.structure import Cell, Inline, Item, Node
from zrno.document.writers import markdown, text
from zrno.model import Field


def write(doc: Document) -> str:
    """The document as a JSON object: a line for each key, each node and each block."""
    lines = (f"  {_dumps(key)}: {_line(value)}" for key, value in _parts(doc))
    return "{\n" + ",\n".join(lines) + "\n}"


def to_dict(doc: Document) -> dict[str, Any]:
    """The document as plain values: dictionaries, lists, text and numbers only."""
    return {key: list(value) if isinstance(value, Iterator) else value for key, value in _parts(doc)}


def _parts(doc: Document) -> Iterator[tuple[str, Any]]:
    """The keys with their values; what may be many is made one by one."""
    content = text.write(doc)
    yield "version", __version__
    yield "url", doc.url
    yield "retrieved", doc.retrieved.isoformat() if doc.retrieved else None
    yield "method", doc.method
    yield "mode", doc.mode
    yield "confidence", float(doc.confidence)
    yield "confidence_reason", doc.confidence_reason
    yield "fingerprint", doc.fingerprint
    yield "encoding", doc.encoding
    yield "encoding_reason", doc.encoding_reason
    for column in dataclasses.fields(doc.fields):
        yield column.name, _field(getattr(doc.fields, column.name))
    yield "words", len(words(content))
    yield "text", content
    yield "markdown", markdown.write(doc)
    yield "content", map(_plain, doc.content)
    yield "blocks", _blocks(doc)


def _line(value: Any) -> str:
    if not isinstance(value, Iterator):
        return _dumps(value)
    rows = ",\n".join(f"    {_dumps(each)}" for each in value)
    return f"[\n{rows}\n  ]" if rows else "[]"


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _field(field: Field[Any] | None) -> dict[str, Any] | None:
    if field is None:
        return None
    value = str(field) if isinstance(field, DateField) else _plain(field.value)
    return {"value": value, "origin": field.origin, "score": float(field.score)}


def _blocks(doc: Document) -> Iterator[dict[str, Any]]:
    blocks, tags = doc.blocks, doc.blocks.tree.tags
    columns = zip(blocks.elements.tolist(), paths(blocks), blocks.texts, doc.labels, strict=True)
    for index, (element, path, content, label) in enumerate(columns):
        yield {
            "index": index,
            "path": path,
            "tag": tags[element],
            "text": content,
            "kind": str(label.kind),
            "score": float(label.score),
            "reason": label.reason,
        }


def _plain(value: Any) -> Any:
    """Nodes as dictionaries with their type first, tuples as lists."""
    if (columns := _NODES.get(type(value))) is not None:
        kind, names = columns
        return {"type": kind} | {name: _plain(getattr(value, name)) for name in names}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value


def _type(node: type) -> str:
    """CodeSpan as code_span."""
    letters = (f"_{letter.lower()}" if letter.isupper() else letter for letter in node.__name__)
    return "".join(letters).lstrip("_")


_NODES = {
    node: (_type(node), tuple(column.name for column in dataclasses.fields(node)))
    for node in (*get_args(Node), *get_args(Inline), Item, Cell)
}
