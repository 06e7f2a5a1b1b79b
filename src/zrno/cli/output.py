"""Where a command writes: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO

from zrno.errors import SourceError

STDOUT = "-"


@contextmanager
def output(path: str | None) -> Iterator[IO[str]]:
    """A stream for text; a file is put in place only when all was written."""
    if path is None or path == STDOUT:
        if isinstance(sys.stdout, TextIOWrapper):
            # Pages hold any character, whatever the terminal's locale says.
            sys.stdout.reconfigure(encoding="utf-8", errors="replace")
        yield sys.stdout
        sys.stdout.flush()
        return
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise SourceError(f"cannot be written: {error.strerror}", where=path) from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            yield stream
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except OSError as error:
        raise SourceError(f"cannot be written: {error.strerror}", where=path) from error
    finally:
        Path(name).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
