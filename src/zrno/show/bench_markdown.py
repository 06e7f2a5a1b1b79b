"""The figures of `zrno bench` as a page of the documentation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from zrno.show.bench_table import BLOCK_COLUMNS, NOTHING, cells_of, columns_of, headline, notes, number

Values = Mapping[str, Any]

HEAD = """# Benchmarks

Written by `{command}` on {date}, Python {python}; do not edit. {pages} Only figures of one run can be
compared with each other. The terms:

{terms}"""
TERMS = {
    "P, R, F1": "precision and recall of shingles (runs of four words), means over pages, and the F1 of the "
    "two means, as in the article extraction benchmark. A page of which a tool gives nothing has no "
    "precision there: see *empty*. Words are in lower case; an ideograph is a word.",
    "95 %": "bootstrap interval of F1, whole sites drawn.",
    "lead of first": "by how much the F1 of the first tool is higher on the same pages, with its interval.",
    "word F1": "of words as often as they occur, whatever their order.",
    "ROUGE-L": "F1 of the longest common subsequence of words.",
    "CleanEval similarity": "1 - distance / (sum of the lengths) in per cent; the distance counts inserted "
    "and deleted words, punctuation removed. With marks, those of headings, paragraphs and list items are "
    "words too; a tool that has none gets a paragraph per line.",
    "all text": "the page with nothing removed: what doing nothing scores.",
    "oracle": "the blocks most of whose words are gold: the best any labelling of blocks can reach.",
    "failed": "an error, or half a minute without an answer; counted as an empty text.",
    "empty": "pages of which a tool gives no text, failed ones included.",
    "ms/page": "processor time from HTML text to plain text: the median of the rounds, mean over pages, the "
    "tools taking turns on every page; **ratio**: to trafilatura's.",
    "CB, DB, NDB, NB": "blocks: all, marked as text, of these wrongly, missed (as in the texttractor study).",
    "Z, K": "share of pages whose first and last block were met.",
    "found, noise": "right blocks found, and wrong ones to right ones, means over pages.",
    "F, H, IN, LI": "the wrong ones by kind: captions, headings, side texts, list items.",
}


def markdown(report: Values) -> str:
    """The whole report as a page of the documentation."""
    parts = [HEAD.format(**_facts(report))]
    parts.append(_tools(report["sets"]))
    if len(report["sets"]) > 1:
        parts.append(f"## All sets\n\n{_overall(report['sets'])}")
    parts.extend(_set(found) for found in report["sets"])
    return "\n\n".join(parts) + "\n"


def _tools(sets: Sequence[Values]) -> str:
    rows = {row["name"]: row for found in sets for row in found["tools"]}
    lines = [
        [row["name"], row["version"] or NOTHING, row["setting"] or "as shipped"] for row in rows.values()
    ]
    return f"## The tools\n\n{_grid(('tool', 'version', 'set up'), lines)}"


def _overall(sets: Sequence[Values]) -> str:
    names = list(dict.fromkeys(row["name"] for found in sets for row in found["tools"]))
    lines = []
    for found in sets:
        f1 = {row["name"]: row["measures"]["f1"]["value"] for row in found["tools"]}
        best = max((f1[row["name"]] for row in found["tools"] if row["role"] != "reference"), default=None)
        lines.append([found["name"], str(found["pages"]), *(_best(f1.get(name), best) for name in names)])
    return "F1 of every tool on every set.\n\n" + _grid(("set", "pages", *names), lines)


def _set(found: Values) -> str:
    columns = columns_of(found)
    parts = [
        f"## {found['name']}",
        headline(found) + ".",
        _grid(columns, [cells_of(row, columns) for row in found["tools"]]),
        *(f"{note[0].upper()}{note[1:]}." for note in notes(found)),
    ]
    for title, key in (("page type", "page_types"), ("language", "languages")):
        if found[key]:
            parts.append(_groups(title, found[key]))
    if any(row["blocks"] for row in found["tools"]):
        parts.append(_blocks(found["tools"]))
    return "\n\n".join(parts)


def _groups(title: str, groups: Sequence[Values]) -> str:
    names = list(groups[0]["f1"])
    lines = [
        [group["name"], str(group["pages"]), *(number(group["f1"][name]["value"]) for name in names)]
        for group in groups
    ]
    return f"F1 by {title}:\n\n" + _grid((title, "pages", *names), lines)


def _blocks(rows: Sequence[Values]) -> str:
    lines = []
    for row in rows:
        if row["blocks"]:
            values = {**row["blocks"], **row["blocks"]["wrong"]}
            lines.append([row["name"], *(_count(values[column]) for column in BLOCK_COLUMNS)])
    return "Blocks:\n\n" + _grid(("method", *BLOCK_COLUMNS), lines)


def _count(value: float) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _best(value: float | None, best: float | None) -> str:
    return f"**{number(value)}**" if value is not None and value == best else number(value)


def _grid(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def _facts(report: Values) -> dict[str, str]:
    sample = (
        f"{report['sample']} random pages of each set, seed {report['seed']}" if report["sample"] else "all"
    )
    return {
        "command": report["command"],
        "date": report["date"],
        "python": report["python"],
        "terms": "\n".join(f"- **{term}**: {meaning}" for term, meaning in TERMS.items()),
        "pages": f"Pages: {sample}." + ("" if report["complete"] else " The run was interrupted."),
    }
