"""Where a command writes: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import IO

from zrno.errors import OutputError

STDOUT = "-"
# Half a character pair in JSON-LD, or a file name that is no UTF-8: the escape keeps it, and JSON reads it.
UNWRITABLE = "backslashreplace"
ANY_WRITES = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH

_LINE_ENDS = "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"
_CONTROLS = [chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))]
# Marks that turn the direction of what follows them, up to the end of a line we share with them.
_TURNS = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_SHOWN_IN_LINE = str.maketrans({**dict.fromkeys((*_CONTROLS, *_TURNS)), **dict.fromkeys(_LINE_ENDS, " ")})
_SHOWN = str.maketrans(dict.fromkeys(set(_CONTROLS) - {"\t", "\n"}))


@contextmanager
def output(path: str | None) -> Iterator[IO[str]]:
    """A stream for text; a file is put in place only when the body ends without an exception."""
    with _blaming(STDOUT if path is None else path):
        if path is None or path == STDOUT:
            with _standard_output() as stream:
                yield stream
            return
        target = Path(os.path.realpath(path))  # a link stays one; the file behind it is replaced
        mode = _mode_of(target)
        if mode is not None and not stat.S_ISREG(mode):
            # A pipe or a device is written to, never replaced.
            with target.open("w", encoding="utf-8", errors=UNWRITABLE) as stream:
                yield stream
            return
        if mode is not None and not (mode & ANY_WRITES and os.access(target, os.W_OK)):
            raise OutputError("is read-only", where=path, hint="choose another file, or allow writing to it")
        with _replacing(target, 0o666 & ~_umask() if mode is None else stat.S_IMODE(mode)) as stream:
            yield stream


def in_line(text: str) -> str:
    """A text as part of one line on a terminal: what would steer the terminal is left out."""
    return text.translate(_SHOWN_IN_LINE)


def on_terminal(text: str) -> str:
    """A text of many lines without what would steer the terminal."""
    return text.translate(_SHOWN)


def abandon_output() -> None:
    """Give up what standard output did not take: the interpreter would try again at its end, and complain."""
    with suppress(AttributeError, OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


@contextmanager
def _blaming(path: str) -> Iterator[None]:
    where = "standard output" if path == STDOUT else path
    try:
        yield
    except OSError as error:
        raise OutputError(f"cannot be written: {error.strerror or error}", where=where) from error


@contextmanager
def _standard_output() -> Iterator[IO[str]]:
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed")
    if isinstance(sys.stdout, TextIOWrapper):
        # Pages hold any character, whatever the terminal's locale says.
        sys.stdout.reconfigure(encoding="utf-8", errors=UNWRITABLE)
    try:
        try:
            yield sys.stdout
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        # The reader has gone (`| head`): that is its right.
        abandon_output()
        sys.exit(0)
    except OSError:
        abandon_output()
        raise


@contextmanager
def _replacing(target: Path, mode: int) -> Iterator[IO[str]]:
    # The name is short, not made of the target's: that may be as long as a name can be.
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=".zrno-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors=UNWRITABLE) as stream:
            yield stream
        os.chmod(name, mode)
        os.replace(name, target)
    finally:
        Path(name).unlink(missing_ok=True)


def _mode_of(target: Path) -> int | None:
    """The kind and rights of a file; None where there is none yet."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, "it is a folder")
    return mode


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
