"""`zrno bench`: our methods and other tools on the same pages, in one run."""

from __future__ import annotations

import json
import platform
import random
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from zrno import __version__
from zrno.cli.output import output
from zrno.errors import OptionError, SourceMissing, ZrnoError

if TYPE_CHECKING:
    from zrno.train.bench import PageResult
    from zrno.train.datasets import Example
    from zrno.train.speed import Speed
    from zrno.train.tools import Tool

SCHEMA = 1  # of the JSON; a field may be added under the same number
SPEED_PAGES = 100  # of a set are timed at most: ratios over so many move by a few per cent


@dataclass(frozen=True, slots=True)
class Plan:
    """The options of the command."""

    data: tuple[Path, ...]
    methods: str | None
    models: tuple[str, ...]
    crossed: tuple[str, ...]
    peers: bool
    sample: int | None
    seed: int
    speed: bool
    rounds: int
    quiet: bool


@click.command(name="bench", no_args_is_help=True)
@click.argument("data", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--methods", metavar="NAME,...", help="Which of our methods; all that are registered by default."
)
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="METHOD=FOLDER",
    help="Also the method with your own model; repeatable.",
)
@click.option(
    "--cross",
    "crossed",
    multiple=True,
    metavar="METHOD=FOLDER",
    help="Also with the models of `zrno train --cross`: each page by one that has not seen its site.",
)
@click.option("--peers", is_flag=True, help="Also the other tools that are installed (group train).")
@click.option("--sample", type=click.IntRange(1), help="So many random pages of each set.")
@click.option(
    "--seed", default=0, show_default=True, type=click.IntRange(0), help="Of the sample and of the intervals."
)
@click.option("--speed", is_flag=True, help=f"Also time per page, of {SPEED_PAGES} pages of a set at most.")
@click.option("--rounds", default=3, show_default=True, type=click.IntRange(1), help="Of the timing.")
@click.option("--json", "json_path", metavar="FILE", help="Write all figures for programs.")
@click.option("--html", "html_path", metavar="FILE", help="Write a report with charts and the worst pages.")
@click.option("--markdown", "markdown_path", metavar="FILE", help="Write the tables as Markdown.")
@click.option("-o", "--output", "path", help="Write the tables to this file instead of standard output.")
@click.option("--quiet", "-q", is_flag=True, help="No progress and no notes.")
def command(
    json_path: str | None, html_path: str | None, markdown_path: str | None, path: str | None, **given: Any
) -> None:
    """How good and how fast the methods are on pages with known text, beside other tools.

    DATA is a Parquet file of pages, a folder of such files, or a folder with html/ and gold/ in it (a text
    per page, same names). The first method is the one others are compared with. Ctrl-C shows what
    is done so far.

    \b
    Examples:
      zrno bench pages/ --methods news,markdown
      zrno bench pages.parquet --peers --sample 200 --html report.html
      zrno bench pages/ --model texttractor=my-model/ --speed --json figures.json
    """
    plan = Plan(**given)
    with output(path) as stream:
        report = _run(plan, stream)
    for target, text in _files(report, json_path, html_path, markdown_path):
        with output(target) as stream:
            stream.write(text)
        _note(plan, f"wrote {target}")
    if not report["complete"]:
        raise click.Abort


def _run(plan: Plan, stream: IO[str]) -> dict[str, Any]:
    """The whole report; each set is printed as soon as it is done."""
    from zrno.show.bench_table import print_set
    from zrno.train.datasets import expand, read_path
    from zrno.train.tools import quietly

    with quietly():
        tools = _tools(plan)
        sets, complete = [], True
        for path in expand(plan.data):
            examples = read_path(path, sample=plan.sample, seed=plan.seed)
            if not examples:
                _note(plan, f"{path.stem}: no pages with gold text")
                continue
            found, complete = _measure(plan, path.stem, examples, tools)
            if found is not None:
                sets.append(found)
                print_set(found, stream)
                stream.flush()
            if not complete:
                break
    if not sets and complete:
        raise SourceMissing("no pages with gold text", where=", ".join(map(str, plan.data)))
    return {
        "schema": SCHEMA,
        "zrno": __version__,
        "python": platform.python_version(),
        "date": date.today().isoformat(),
        "command": _command(plan),
        "sample": plan.sample,
        "seed": plan.seed,
        "complete": complete,
        "sets": sets,
    }


def _measure(
    plan: Plan, name: str, examples: Sequence[Example], tools: Sequence[Tool]
) -> tuple[dict[str, Any] | None, bool]:
    """The summary of a set, and whether it was measured to its end."""
    from zrno.train.bench import judge, summarise

    pages: list[PageResult] = []
    speeds: dict[str, Speed] = {}
    complete = True
    try:
        with _progress(plan, name, len(examples)) as step:
            for result in judge(examples, tools):
                pages.append(result)
                step()
        if plan.speed:
            speeds = _speeds(plan, name, examples, tools)
    except KeyboardInterrupt:
        complete = False
        click.echo(f"zrno: interrupted after {len(pages)} of {len(examples)} pages of {name}", err=True)
    if not pages:
        return None, complete
    return summarise(name, pages, tools, speeds=speeds, seed=plan.seed), complete


def _speeds(plan: Plan, name: str, examples: Sequence[Example], tools: Sequence[Tool]) -> dict[str, Speed]:
    from zrno.acquire.decode import decode
    from zrno.train.speed import compare, measure

    chosen = random.Random(plan.seed).sample(examples, min(SPEED_PAGES, len(examples)))
    htmls = []
    for example in chosen:
        try:
            htmls.append(decode(example.html).text)
        except ZrnoError:
            continue  # nothing to time
    runners = {tool.name: tool.run for tool in tools if tool.run is not None}
    with _progress(plan, f"{name}, time", plan.rounds * len(htmls)) as step:
        return compare(measure(runners, htmls, rounds=plan.rounds, tick=step))


def _tools(plan: Plan) -> list[Tool]:
    from zrno.extraction import methods
    from zrno.train.tools import crossed_tool, method_tool, peer_tools, reference_tools

    given = methods() if plan.methods is None else plan.methods.split(",")
    named = [name.strip() for name in given if name.strip()]
    tools = [crossed_tool(name, Path(folder)) for name, folder in map(_named_folder, plan.crossed)]
    tools += [method_tool(name) for name in dict.fromkeys(named)]
    for name, folder in map(_named_folder, plan.models):
        tools.append(method_tool(name, {"model": folder}, title=f"{name} {Path(folder).name}"))
    if not tools:
        raise OptionError("--methods names no method", hint=f"known: {', '.join(methods())}")
    if len({tool.name for tool in tools}) < len(tools):
        raise OptionError("two models have one name", hint="rename one of the folders")
    if plan.peers:
        tools.extend(peer_tools(lambda error: click.echo(f"zrno: {error}", err=True)))
    return [*tools, *reference_tools()]


def _named_folder(given: str) -> tuple[str, str]:
    name, equals, folder = given.partition("=")
    if not equals or not folder:
        raise OptionError(f"{given!r} names no folder", hint="write METHOD=FOLDER")
    return name, folder


def _files(
    report: dict[str, Any], json_path: str | None, html_path: str | None, markdown_path: str | None
) -> Iterator[tuple[str, str]]:
    from zrno.show.bench_markdown import markdown
    from zrno.show.bench_report import bench_page

    if json_path is not None:
        yield json_path, json.dumps(report, ensure_ascii=False, indent=1, allow_nan=False) + "\n"
    if html_path is not None:
        yield html_path, bench_page(report)
    if markdown_path is not None:
        yield markdown_path, markdown(report)


def _command(plan: Plan) -> str:
    """The command that repeats the figures; where the data lies is nobody's business."""
    words = ["zrno", "bench", *(path.name for path in plan.data)]
    words += ["--methods", plan.methods] if plan.methods else []
    words += [word for model in plan.models for word in ("--model", _shortened(model))]
    words += [word for model in plan.crossed for word in ("--cross", _shortened(model))]
    words += ["--peers"] if plan.peers else []
    words += ["--sample", str(plan.sample)] if plan.sample else []
    words += ["--seed", str(plan.seed)] if plan.seed else []
    words += ["--speed", "--rounds", str(plan.rounds)] if plan.speed else []
    return shlex.join(words)


def _shortened(model: str) -> str:
    name, _, folder = model.partition("=")
    return f"{name}={Path(folder).name}"


@contextmanager
def _progress(plan: Plan, name: str, total: int) -> Iterator[Any]:
    """A bar on a terminal's standard error; what is yielded moves it on by one page."""
    if plan.quiet or not sys.stderr.isatty():
        _note(plan, f"{name}: {total} pages")
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=total)
        yield lambda: bar.advance(task)


def _note(plan: Plan, text: str) -> None:
    if not plan.quiet:
        click.echo(text, err=True)
