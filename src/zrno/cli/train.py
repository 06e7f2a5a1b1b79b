"""`zrno train`: pages with known text to a model."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from zrno.errors import OptionError, SourceError, SourceMissing

if TYPE_CHECKING:
    from zrno.classify.models import DataUsed
    from zrno.train.datasets import Example
    from zrno.train.trainer import Trainer


@click.command(name="train", no_args_is_help=True)
@click.argument("method")
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--output",
    "out",
    type=click.Path(path_type=Path),
    help="Folder of the model (default: METHOD-model).",
)
@click.option("--sample", type=click.IntRange(1), help="So many random pages of each set.")
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(0), help="Of everything that is random."
)
@click.option(
    "--cross",
    is_flag=True,
    help="Also one model for each fold of sites, for `zrno bench --cross`; grain only.",
)
@click.option("--start", default="", metavar="MODEL", help="Go on from this trained model (`zrno models`).")
@click.option("--quiet", "-q", is_flag=True, help="No progress and no notes.")
def command(
    method: str,
    data: tuple[Path, ...],
    out: Path | None,
    sample: int | None,
    seed: int,
    cross: bool,
    start: str,
    quiet: bool,
) -> None:
    """Train a METHOD on pages whose text is known, and write the model with its card into a folder.

    DATA is a Parquet file of pages, a folder of such files, or a folder with html/ and gold/ in it (a text
    per page, same names). The model is then used by `--set model=FOLDER`.

    \b
    Examples:
      zrno train grain pages/ -o my-model
      zrno train grain my-ten-pages/ --start grain -o my-model
      zrno extract page.html --set model=my-model
      zrno bench pages/ --methods grain --model grain=my-model
    """
    from zrno import registry
    from zrno.train.trainer import TRAINERS, Job

    trainer: Trainer = registry.load(TRAINERS, method)
    if (start or cross) and not trainer.goes_on:
        raise OptionError(f"{method} is always trained from nothing", hint="leave out --start and --cross")
    examples, used = _examples(data, sample, seed)
    target = out or Path(f"{method}-model")
    words = ["zrno", "train", method, *(path.name for path in data), "-o", target.name]
    words += ["--sample", str(sample)] if sample else []
    words += ["--cross"] if cross else []
    words += ["--start", Path(start).name] if start else []
    made = shlex.join([*words, "--seed", str(seed)])
    report = (lambda _line: None) if quiet else (lambda line: click.echo(line, err=True))
    job = Job(examples, _made(target), used, made, seed, report, start, cross)
    card = trainer.fit(job)
    click.echo(f"{target}: {card.summary}")


def _examples(
    data: Sequence[Path], sample: int | None, seed: int
) -> tuple[list[Example], tuple[DataUsed, ...]]:
    """All pages with gold text, and what the card says of their sets."""
    from zrno.classify.models import DataUsed
    from zrno.train.datasets import INDEX, card, expand, read_path

    examples: list[Example] = []
    used: list[DataUsed] = []
    for path in expand(data):
        found = read_path(path, sample=sample, seed=seed)
        examples.extend(found)
        known = card(path.parent, path.stem) if (path.parent / INDEX).is_file() else None
        licence, source = (known.licence, known.source) if known else ("not stated", "not stated")
        used.append(DataUsed(path.stem, len(found), licence, source))
    if not examples:
        raise SourceMissing("no pages with gold text", where=", ".join(map(str, data)))
    return examples, tuple(used)


def _made(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        hint = str(error)
        raise SourceError("the folder of the model cannot be made", where=str(folder), hint=hint) from error
    return folder
