"""The sources of a command's arguments: addresses, files, the pages of folders, standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

from zrno.acquire.source import Source, foreign_scheme, is_address, read_stream, scheme_of
from zrno.errors import SourceError, SourceMissing

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml")
STDIN = "-"
FILE_SCHEME = "file:"
HERE = ("", "localhost")  # hosts of a file: address that mean this machine


@dataclass(frozen=True, slots=True)
class Named:
    """A source under the name it was given by."""

    name: str
    source: Source


def expand(names: Sequence[str], *, limit: int) -> list[Named | SourceError]:
    """All sources in order; what cannot be one is the error that says so.

    Of standard input no more than `limit` bytes are taken.
    """
    found: list[Named | SourceError] = []
    for name in names:
        try:
            if name == STDIN:
                found.append(Named(STDIN, _standard_input(limit)))
            elif is_address(name):
                found.append(Named(name, name))
            elif is_folder(name):
                found.extend(_pages_of(_located(name)))
            else:
                found.append(Named(name, _located(name)))
        except SourceError as error:
            found.append(error)
    return found


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder."""
    try:
        return _located(name).is_dir()
    except (OSError, ValueError, SourceError):  # no file can have such a name: reading it will say so
        return False


def progress(sources: list[Named | SourceError], quiet: bool) -> Iterator[Named | SourceError]:
    """The sources, with a bar on a terminal's standard error when there are several."""
    if quiet or len(sources) < 2 or sys.stderr is None or not sys.stderr.isatty():
        yield from sources
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(sources, description="pages", console=Console(stderr=True), transient=True)


def _located(name: str) -> Path:
    """The file or folder a name stands for; file: addresses are names too."""
    if not name.strip():
        raise SourceMissing("an empty name is no source", hint="give . for the pages of this folder")
    scheme = FILE_SCHEME if name.lower().startswith(FILE_SCHEME) else scheme_of(name)
    if scheme is None or os.path.exists(name):
        return Path(name)
    if scheme != FILE_SCHEME:
        raise foreign_scheme(scheme, name, "fetch it with another program and give the file")
    try:
        address = urlsplit(name)
    except ValueError as error:
        raise SourceError("not a valid address", where=name, hint=str(error)) from error
    if address.netloc.lower() not in HERE:
        hint = f"leave out {address.netloc}: a file: address reads file:///folder/page.html"
        raise SourceError("the file is on another machine", where=name, hint=hint)
    return Path(os.fsdecode(unquote_to_bytes(os.fsencode(address.path))))


def _standard_input(limit: int) -> bytes:
    if sys.stdin is None:
        raise SourceMissing("it is closed", where="standard input")
    return read_stream(sys.stdin.buffer, limit=limit, where="standard input")


def _pages_of(folder: Path) -> list[Named | SourceError]:
    closed: list[SourceError] = []

    def note(error: OSError) -> None:
        closed.append(SourceError(f"cannot be read: {error.strerror}", where=str(error.filename)))

    walk = os.walk(folder, onerror=note)
    paths = (Path(place, file) for place, _, files in walk for file in files)
    pages = sorted(path for path in paths if path.suffix.lower() in PAGE_SUFFIXES)
    if not pages and not closed:
        hint = f"looked for {', '.join(PAGE_SUFFIXES)}"
        return [SourceMissing("no pages here", where=str(folder), hint=hint)]
    return [*closed, *(Named(str(path), path) for path in pages)]
