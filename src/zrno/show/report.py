"""Documents as one page that works offline: fields with their origin, blocks coloured by label."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import fields as columns
from html import escape
from importlib.resources import files
from typing import Any

from zrno.document import DateField, Document
from zrno.document.paths import paths
from zrno.model import Field, Label

MAX_TAG = 60  # characters of a block's tag
MAX_TEXT = 600  # characters of a block shown; the rest is in the page itself


def report_page(documents: Sequence[tuple[str, Document]]) -> str:
    """The whole page: a table of all documents, then each with its fields and blocks."""
    style = (files("zrno.show") / "report.css").read_text("utf-8")
    rows = "\n".join(_row(number, name, doc) for number, (name, doc) in enumerate(documents))
    parts = "\n".join(_document(number, name, doc) for number, (name, doc) in enumerate(documents))
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Zrno: {len(documents)} pages, block by block</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>Zrno: what was kept, and why</h1>
<p>{len(documents)} pages. <span class="kept">Kept blocks</span> are coloured by score,
<span class="dropped">dropped ones</span> are grey; the reason stands beside each.</p>
<label><input type="checkbox" id="hide"> hide dropped blocks</label>
</header>
<table class="summary">
<thead><tr><th>page</th><th>title</th><th>date</th><th>authors</th><th>language</th><th>kept / blocks</th>
<th>confidence</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
{parts}
</body>
</html>
"""


def _row(number: int, name: str, doc: Document) -> str:
    kept = sum(label.content for label in doc.labels)
    cells = [
        f'<a href="#page-{number}">{escape(name)}</a>',
        escape(_shown(doc.title)),
        escape(_shown(doc.date)),
        escape(_shown(doc.authors)),
        escape(_shown(doc.language)),
        f"{kept} / {len(doc.labels)}",
        _meter(doc.confidence),
    ]
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


def _document(number: int, name: str, doc: Document) -> str:
    facts = "\n".join(
        f"<tr><th>{column.name.replace('_', ' ')}</th><td>{escape(_shown(field))}</td>"
        f'<td class="origin">{escape(field.origin)}, {field.score:.2f}</td></tr>'
        for column in columns(doc.fields)
        if (field := getattr(doc.fields, column.name)) is not None
    )
    blocks = "\n".join(_blocks(doc))
    return f"""<section id="page-{number}">
<h2>{escape(name)}</h2>
<p>Method {escape(doc.method)}, confidence {doc.confidence:.2f}: {escape(doc.confidence_reason)}.
Encoding {escape(doc.encoding)}: {escape(doc.encoding_reason)}.</p>
<table class="fields"><tbody>
{facts}
</tbody></table>
<ol class="blocks" start="0">
{blocks}
</ol>
</section>"""


def _blocks(doc: Document) -> Iterable[str]:
    for block, path, label in zip(doc.blocks, paths(doc.blocks), doc.labels, strict=True):
        text = block.text if len(block.text) <= MAX_TEXT else block.text[:MAX_TEXT] + " …"
        yield (
            f'<li class="{_class(label)}" style="--score:{label.score:.2f}" title="{escape(path)}">'
            f'<span class="why"><b>{label.kind}</b> {label.score:.2f} &lt;{escape(block.tag[:MAX_TAG])}&gt; '
            f'{escape(label.reason)}</span><span class="text" dir="auto">{escape(text)}</span></li>'
        )


def _class(label: Label) -> str:
    return f"kept {label.kind}" if label.content else "dropped"


def _meter(value: float) -> str:
    return f'<span class="meter" style="--value:{value:.2f}">{value:.2f}</span>'


def _shown(field: Field[Any] | None) -> str:
    if field is None:
        return "–"
    if isinstance(field, DateField):
        return field.value.isoformat(" ", "minutes") if field.has_time else str(field)
    return ", ".join(field.value) if isinstance(field.value, tuple) else str(field.value)
