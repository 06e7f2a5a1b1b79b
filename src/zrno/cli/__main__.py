"""`python -m zrno.cli` is `zrno`."""

from zrno.cli import main

main()
