"""`zrno models`: the trained models with their cards."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import IO

import click

from zrno.classify.models import Card, cards, locate, read_card
from zrno.cli.output import in_line, output


@click.command(name="models")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="For programs: the whole cards.")
@click.option("-o", "--output", "path", help="Write to this file instead of standard output.")
@click.option("--quiet", "-q", is_flag=True, help="Names only.")
def command(name: str | None, as_json: bool, path: str | None, quiet: bool) -> None:
    """The shipped models; with a NAME, or the folder of your own, its whole card.

    \b
    Examples:
      zrno models
      zrno models grain
      zrno models my-model/ --json
    """
    found = cards() if name is None else [read_card(locate(name))]
    with output(path) as stream:
        if as_json:
            stream.write(json.dumps([asdict(card) for card in found], ensure_ascii=False, indent=1) + "\n")
            return
        for card in found:
            if quiet:
                stream.write(in_line(card.name) + "\n")
            else:
                _describe(card, stream, whole=name is not None)


def _describe(card: Card, stream: IO[str], *, whole: bool) -> None:
    size = (locate(card.name).joinpath(card.file).stat().st_size / 1024) if _shipped(card) else None
    pages = sum(each.pages for each in card.data)
    stream.write(in_line(f"{card.name:16} {card.summary}") + "\n")
    facts = [f"method {card.method}", f"{pages} pages", f"licence {card.licence}", f"trained {card.trained}"]
    facts += [f"{size:.0f} KB"] if size is not None else []
    stream.write(in_line(f"{'':16} {'; '.join(facts)}") + "\n")
    if not whole:
        return
    stream.write(f"\nMade by: {in_line(card.command)} (seed {card.seed})\n\nData:\n")
    for used in card.data:
        stream.write(in_line(f"  {used.name:20} {used.pages:5} pages  {used.licence}; {used.source}") + "\n")
    stream.write("\nFigures (95 % interval; all text of the pages in brackets):\n")
    for each in card.figures:
        baseline = "" if each.baseline is None else f"  ({each.baseline:.3f})"
        line = f"  {each.set:20} {each.measure:24} {each.value:.3f} [{each.low:.3f}, {each.high:.3f}]"
        stream.write(in_line(f"{line} {each.pages:5} pages{baseline}  {each.command}") + "\n")
    if card.notes:
        stream.write(f"\n{in_line(card.notes)}\n")


def _shipped(card: Card) -> bool:
    return any(each.name == card.name for each in cards())
