"""The figures of `zrno bench` as one page that works offline: charts, tables, worst pages side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from typing import Any

from zrno.show.bench_chart import bars
from zrno.show.bench_table import BLOCK_COLUMNS, cells_of, columns_of, headline, notes, number
from zrno.show.differences import side_by_side

Values = Mapping[str, Any]

MAX_SETS_OPEN = 3  # with more sets in a run the worst pages start folded


def bench_page(report: Values) -> str:
    """The whole page."""
    style = "".join((files("zrno.show") / name).read_text("utf-8") for name in ("report.css", "bench.css"))
    sets: Sequence[Values] = report["sets"]
    links = " · ".join(f'<a href="#set-{n}">{escape(each["name"])}</a>' for n, each in enumerate(sets))
    sections = "\n".join(_section(n, each, len(sets) <= MAX_SETS_OPEN) for n, each in enumerate(sets))
    stopped = "" if report["complete"] else "<p><strong>The run was interrupted before its end.</strong></p>"
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Zrno: {len(sets)} sets of pages measured</title>
<style>
{style}</style>
</head>
<body>
<header>
<h1>Zrno: who keeps the grain</h1>
<p><code>{escape(report["command"])}</code>, {escape(report["date"])}, Zrno {escape(report["zrno"])},
Python {escape(report["python"])}.</p>
{stopped}
<p>F1 of shingles (runs of four words): of mean precision and mean recall over pages. Whiskers: 95 % bootstrap
interval by sites. The marks across the bars: all the text of the pages, and the oracle, the best that any
labelling of blocks can reach.</p>
<p>{links}</p>
</header>
{_overall(sets)}
{sections}
</body>
</html>
"""


def _overall(sets: Sequence[Values]) -> str:
    """Every tool on every set, and the mean of the sets."""
    if len(sets) < 2:
        return ""
    names = list(dict.fromkeys(row["name"] for found in sets for row in found["tools"]))
    scores = [{row["name"]: row["measures"]["f1"]["value"] for row in found["tools"]} for found in sets]
    rows = [
        [
            escape(found["name"]),
            str(found["pages"]),
            *_best_bold([f1.get(name) for name in names], found, names),
        ]
        for found, f1 in zip(sets, scores, strict=True)
    ]
    complete = [name for name in names if all(name in f1 for f1 in scores)]
    means = {name: sum(f1[name] for f1 in scores) / len(scores) for name in complete}
    pages = str(sum(found["pages"] for found in sets))
    rows.append(["<b>mean of the sets</b>", pages, *(number(means.get(name)) for name in names)])
    return f"<section><h2>All sets</h2>{_table(('set', 'pages', *names), rows)}</section>"


def _section(place: int, found: Values, opened: bool) -> str:
    columns = columns_of(found)
    rows = [[escape(cell) for cell in cells_of(row, columns)] for row in found["tools"]]
    classes = [row["role"] for row in found["tools"]]
    groups = "\n".join(
        _groups(title, found[key])
        for title, key in (("page type", "page_types"), ("language", "languages"))
        if found[key]
    )
    return f"""<section id="set-{place}">
<h2>{escape(found["name"])}</h2>
<p>{escape(headline(found))}.</p>
{_chart(found)}
<div class="wide">{_table(columns, rows, classes)}</div>
{"".join(f"<p class=note>{escape(note)}</p>" for note in notes(found))}
{groups}
{_blocks(found["tools"])}
{_worst(found, opened)}
</section>"""


def _chart(found: Values) -> str:
    rows = [
        {"name": row["name"], "role": row["role"], **row["measures"]["f1"]}
        for row in found["tools"]
        if row["role"] != "reference"
    ]
    marks = {"all text": found["baseline"], "oracle": found["oracle"]}
    lines = {name: value for name, value in marks.items() if value is not None}
    return bars(rows, title=f"F1 of each tool on {found['name']}", lines=lines)


def _groups(title: str, groups: Sequence[Values]) -> str:
    names = list(groups[0]["f1"])
    rows = [
        [escape(each["name"]), str(each["pages"]), *(_with_span(each["f1"][name]) for name in names)]
        for each in groups
    ]
    return f'<h3>F1 by {title}</h3><div class="wide">{_table((title, "pages", *names), rows)}</div>'


def _blocks(rows: Sequence[Values]) -> str:
    """Texttractor's measures of the methods that label blocks."""
    labelled = [row for row in rows if row["blocks"]]
    if not labelled:
        return ""
    cells = []
    for row in labelled:
        values = {**row["blocks"], **row["blocks"]["wrong"]}
        shown = (values[column] for column in BLOCK_COLUMNS)
        counts = (number(value) if isinstance(value, float) else f"{value:,}" for value in shown)
        cells.append([escape(row["name"]), *counts])
    return f"""<h3>Blocks</h3><div class="wide">{_table(("method", *BLOCK_COLUMNS), cells)}</div>
<p class="note">CB all blocks, DB marked as text, NDB of these wrongly, NB missed; Z, K share of pages whose
start and end were met; found: right blocks found, noise: wrong ones to right ones, means over pages; wrong
ones by kind: F caption, H heading, IN side text, LI list item.</p>"""


def _worst(found: Values, opened: bool) -> str:
    """The pages the first tool did worst on: gold and its text, differences marked."""
    if not found["worst"] or not found["tools"]:
        return ""
    name = escape(found["tools"][0]["name"])
    pages = "\n".join(_page(each, name, opened and place == 0) for place, each in enumerate(found["worst"]))
    return f"""<h3>The worst pages of {name}</h3>
<p class="note">Left gold, <del>missed words</del> marked; right the text of {name}, <ins>words too many</ins>
marked. Long texts are cut.</p>
{pages}"""


def _page(page: Values, name: str, opened: bool) -> str:
    gold, text = side_by_side(page["gold"], page["text"])
    failure = f", failed: {escape(page['failure'])}" if page["failure"] else ""
    shown = " open" if opened else ""
    return f"""<details{shown}><summary>{escape(page["id"])}: F1 {page["f1"]:.3f}{failure}</summary>
<div class="pair"><div dir="auto"><h4>gold</h4><div class="text">{gold}</div></div>
<div dir="auto"><h4>{name}</h4><div class="text">{text or "<i>nothing</i>"}</div></div></div></details>"""


def _with_span(figure: Values) -> str:
    span = "" if figure["low"] is None else f' title="{figure["low"]:.3f} to {figure["high"]:.3f}"'
    return f"<span{span}>{number(figure['value'])}</span>"


def _best_bold(values: Sequence[float | None], found: Values, names: Sequence[str]) -> Iterator[str]:
    compared = {row["name"] for row in found["tools"] if row["role"] != "reference"}
    best = max(
        (v for v, name in zip(values, names, strict=True) if v is not None and name in compared), default=None
    )
    for value, name in zip(values, names, strict=True):
        shown = number(value)
        yield f"<b>{shown}</b>" if name in compared and value is not None and value == best else shown


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]], classes: Sequence[str] = ()) -> str:
    """A table; the cells are HTML already."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "\n".join(
        f"<tr{_class(classes, place)}>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>"
        for place, row in enumerate(rows)
    )
    return f'<table class="figures"><thead><tr>{head}</tr></thead><tbody>\n{body}\n</tbody></table>'


def _class(classes: Sequence[str], place: int) -> str:
    return f' class="{escape(classes[place])}"' if place < len(classes) else ""
