"""The command line: one command per stage, loaded when it is asked for."""

from __future__ import annotations

import sys
from importlib import import_module

import click

COMMANDS = {
    "bench": "zrno.cli.bench",
    "blocks": "zrno.cli.blocks",
    "extract": "zrno.cli.extract",
    "methods": "zrno.cli.methods",
    "models": "zrno.cli.models",
    "train": "zrno.cli.train",
}
INTERRUPTED = 130  # what shells give for Ctrl-C


class _Lazy(click.Group):
    """A group whose commands live in their own modules."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 click's signature
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="zrno")
def cli() -> None:
    """From raw web pages to clean text and knowledge.

    \b
    Examples:
      zrno extract page.html                      the text of a page
      zrno extract page.html --format markdown    with its structure
      zrno extract pages/ -o documents.jsonl      a folder, one JSON line per page
      zrno blocks page.html                       why each block was kept or dropped
    """


def main() -> None:
    """Run the command line; an error is one line on standard error, never a traceback."""
    from zrno.cli.output import abandon_output, in_line
    from zrno.errors import OptionError, ZrnoError

    try:
        cli.main(standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        click.echo("zrno: interrupted", err=True)
        sys.exit(INTERRUPTED)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except ZrnoError as error:
        click.echo(f"zrno: {in_line(str(error))}", err=True)
        sys.exit(2 if isinstance(error, OptionError) else 1)
    except OSError as error:
        # Also the help may meet a full disk; a reader that has gone (`| head`) is told nothing.
        abandon_output()
        if not isinstance(error, BrokenPipeError):
            click.echo(f"zrno: {in_line(str(error))}", err=True)
        sys.exit(1)
