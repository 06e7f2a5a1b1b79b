"""The sources of a command's arguments: addresses, files, the pages of folders, standard input."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from zrno.acquire.source import Source, is_address
from zrno.errors import SourceError, SourceMissing

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Named:
    """A source under the name it was given by."""

    name: str
    source: Source


def expand(names: tuple[str, ...]) -> list[Named | SourceError]:
    """All sources in order; what cannot be one is the error that says so."""
    found: list[Named | SourceError] = []
    for name in names:
        if name == STDIN:
            found.append(Named(STDIN, sys.stdin.buffer.read()))
        elif is_address(name):
            found.append(Named(name, name))
        elif is_folder(name):
            found.extend(_pages_of(Path(name)))
        else:
            found.append(Named(name, Path(name)))
    return found


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):  # a name no file can have: reading it will say so
        return False


def _pages_of(folder: Path) -> list[Named | SourceError]:
    pages = sorted(path for path in folder.rglob("*") if path.suffix.lower() in PAGE_SUFFIXES)
    if not pages:
        return [
            SourceMissing("no pages here", where=str(folder), hint=f"looked for {', '.join(PAGE_SUFFIXES)}")
        ]
    return [Named(str(path), path) for path in pages]


def progress(sources: list[Named | SourceError], quiet: bool) -> Iterator[Named | SourceError]:
    """The sources, with a bar on a terminal's standard error when there are several."""
    if quiet or len(sources) < 2 or not sys.stderr.isatty():
        yield from sources
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(sources, description="pages", console=Console(stderr=True), transient=True)
