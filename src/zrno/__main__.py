"""`python -m zrno` is `zrno`."""

from __future__ import annotations

import sys

INTERRUPTED = 130  # what shells give for Ctrl-C


def main() -> None:
    """Run the command line; Ctrl-C while it is still being loaded ends it without a word too many."""
    try:
        from importlib import import_module

        import_module("zrno.cli").main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
