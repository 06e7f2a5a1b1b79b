"""The data sets: pages with their gold text, in Parquet files described by `index.json`, or in plain folders.

A plain folder has the pages in `html/`, the gold texts under the same names in `gold/`, and where
there are any, texts with `<h> <p> <l>` in `gold_markup/` and fields as JSON in `fields/`. Pages of one site
share a template, so whatever is fitted is split by site, never by page.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from zrno.acquire.decode import decode
from zrno.acquire.parse import parse
from zrno.config import Limits
from zrno.errors import MissingExtra, OptionError, SourceError, SourceMissing
from zrno.model import Page

INDEX = "index.json"
HTML, GOLD, MARKUP, FIELDS = "html", "gold", "gold_markup", "fields"
COLUMNS = ("id", HTML, GOLD, FIELDS)
# Second-level names under which the public registers sites: example.co.uk is a site, co.uk is none.
_SHARED_SUFFIXES = frozenset({"ac", "co", "com", "edu", "gov", "net", "org"})
_SITE_FIELDS = ("site", "url")


@dataclass(frozen=True, slots=True)
class Example:
    """One page of a data set with its gold text."""

    id: str
    source: str  # the name of the set
    site: str
    html: bytes
    gold: str
    fields: Mapping[str, Any]
    markup: str | None = None  # the gold text with its units marked, where the set has it


@dataclass(frozen=True, slots=True)
class Card:
    """What the index says about a set."""

    name: str
    pages: int
    licence: str
    source: str


def read(folder: Path, name: str, *, sample: int | None = None, seed: int = 0) -> list[Example]:
    """The pages of a set that have gold text; a sample is random but always the same for one seed."""
    return read_path(folder / f"{name}.parquet", sample=sample, seed=seed)


def read_path(path: Path, *, sample: int | None = None, seed: int = 0) -> list[Example]:
    """The pages with gold text of a Parquet file or a plain folder."""
    found = _folder_rows(path) if (path / HTML).is_dir() else _rows(path)
    rows = [row for row in found if (row["gold"] or "").strip()]
    if sample is not None and sample < len(rows):
        rows = random.Random(seed).sample(rows, sample)
    return [_example(path.stem, row) for row in rows]


def expand(paths: Iterable[Path]) -> list[Path]:
    """The sets behind paths: a folder of Parquet files stands for all of them."""
    found: list[Path] = []
    for path in paths:
        within = sorted(path.glob("*.parquet")) if path.is_dir() and not (path / HTML).is_dir() else [path]
        if not within:
            hint = f"a set is a .parquet file, or a folder with {HTML}/ and {GOLD}/ in it"
            raise SourceMissing("no data sets here", where=str(path), hint=hint)
        found.extend(within)
    return found


def names(folder: Path) -> list[str]:
    """The sets of a folder."""
    return sorted(path.stem for path in folder.glob("*.parquet"))


def card(folder: Path, name: str) -> Card:
    """The index entry of a set; what the index does not say is "not stated"."""
    try:
        entries = json.loads((folder / INDEX).read_text("utf-8"))
    except OSError as error:
        raise SourceMissing(
            "no index of the data sets", where=str(folder / INDEX), hint=str(error)
        ) from error
    except ValueError as error:
        raise SourceError("the index is no JSON", where=str(folder / INDEX), hint=str(error)) from error
    entry: Mapping[str, Any] = next((found for found in entries if found.get("name") == name), {})
    unknown = "not stated"
    return Card(name, int(entry.get("pages", 0)), entry.get("licence", unknown), entry.get("source", unknown))


def thinned(
    examples: Sequence[Example], most: int, seed: int, *, whole: Callable[[Sequence[Example]], bool]
) -> Iterator[Example]:
    """At most so many random pages of each set, all where it is `whole`; no gold text twice."""
    texts: set[str] = set()
    for source in dict.fromkeys(example.source for example in examples):
        some = [example for example in examples if example.source == source]
        if len(some) > most and not whole(some):
            some = random.Random(seed).sample(some, most)
        for example in some:
            if example.gold not in texts:
                texts.add(example.gold)
                yield example


def page_of(example: Example, *, limits: Limits | None = None) -> Page:
    """The parsed page of an example."""
    page = parse(decode(example.html), limits=limits)
    url = example.fields.get("url")
    return page if not isinstance(url, str) else Page(page.tree, url, page.encoding, page.encoding_reason)


def fold(site: str, count: int) -> int:
    """The fold of a site, 0 .. count-1: the same in every run and for every set that holds the site."""
    return int.from_bytes(hashlib.sha256(site.encode("utf-8", "replace")).digest()[:4]) % count


def site_of(address: str) -> str:
    """The registered name of an address: `news.example.co.uk` and `example.co.uk` are one site."""
    try:
        host = urlsplit(address if "//" in address else f"//{address}").hostname or address
    except ValueError:
        return address
    labels = host.lower().split(".")
    if len(labels) < 2 or labels[-1].isdigit():
        return host.lower()
    keep = 3 if labels[-2] in _SHARED_SUFFIXES and len(labels) > 2 else 2
    return ".".join(labels[-keep:])


def _rows(path: Path) -> list[dict[str, Any]]:
    try:
        import pyarrow as arrow
        import pyarrow.parquet as parquet
    except ImportError as error:
        raise MissingExtra("Parquet cannot be read", hint="pip install zrno[train]") from error
    if not path.is_file():
        known = ", ".join(names(path.parent)) or "none"
        raise OptionError(f"no data set {path.stem!r}", where=str(path.parent), hint=f"known: {known}")
    try:
        marked = MARKUP in parquet.read_schema(path).names
        table = parquet.read_table(path, columns=[*COLUMNS, MARKUP] if marked else list(COLUMNS))
    except (arrow.ArrowException, OSError, ValueError, KeyError) as error:
        raise SourceError("the data set cannot be read", where=str(path), hint=str(error)) from error
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


def _folder_rows(folder: Path) -> list[dict[str, Any]]:
    """A plain folder in the form of the Parquet rows; a page without gold text is left out."""
    rows = []
    for page in sorted((folder / HTML).iterdir()):
        try:
            texts = {part: _beside(folder / part, page.stem) for part in (GOLD, MARKUP, FIELDS)}
            rows.append({"id": page.stem, "html": page.read_bytes(), **texts})
        except OSError as error:
            raise SourceError("the page cannot be read", where=str(page), hint=str(error)) from error
    return rows


def _beside(folder: Path, stem: str) -> str | None:
    """The text of the file with this stem, whatever its ending."""
    found = next((path for path in sorted(folder.glob(f"{escape(stem)}.*")) if path.stem == stem), None)
    return found.read_text("utf-8", "replace") if found else None


def _example(name: str, row: Mapping[str, Any]) -> Example:
    fields = _fields(row["fields"])
    key = str(row["id"])
    given = next(
        (value for field in _SITE_FIELDS if isinstance(value := fields.get(field), str) and value), ""
    )
    # A set that does not name sites gives every page its own: nothing better is known.
    site = site_of(given) if given else f"{name}:{key}"
    return Example(key, name, site, row["html"] or b"", row["gold"], fields, row.get(MARKUP) or None)


def _fields(text: str | None) -> Mapping[str, Any]:
    try:
        fields = json.loads(text or "{}")
    except ValueError:
        return {}
    return fields if isinstance(fields, dict) else {}
