"""What is compared: our methods, the peers, and two references, all the text and the best labelling."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import numpy as np

from zrno import config
from zrno.classify import find, label
from zrno.document import compose
from zrno.errors import MissingExtra, OptionError
from zrno.extraction import extract
from zrno.parameters import build
from zrno.train.block_measures import Bools
from zrno.train.datasets import fold
from zrno.train.evaluate import Runner
from zrno.train.peers import PEERS, Peer
from zrno.train.subject import Subject
from zrno.train.time_limit import OutOfTime, time_limit
from zrno.train.trainer import FOLDS, fold_folder

ALL_TEXT = "all text"
ORACLE = "oracle"
MAX_MESSAGE = 200  # characters of a failure
SECONDS = 30.0  # per page; the slowest of 6,000 pages takes the slowest peer about five


class Role(StrEnum):
    """Why a tool is in the table."""

    METHOD = "method"
    PEER = "peer"
    REFERENCE = "reference"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tool makes of a page."""

    text: str
    markup: str | None = None  # in CleanEval's form, where the tool knows kinds
    marked: Bools | None = None  # the blocks in the text, where the tool labels blocks
    failure: str = ""  # why there is no text


@dataclass(frozen=True, slots=True)
class Tool:
    """Something that makes text of a page: `run` all the way, `answer` from what is prepared."""

    name: str
    role: Role
    version: str
    setting: str  # how it was set up, for people
    run: Runner | None  # from HTML to text, what is timed; None where timing has no sense
    answer: Callable[[Subject], Answer]


def attempt(tool: Tool, subject: Subject) -> Answer:
    """The answer of a tool; whatever goes wrong in it is a failure with an empty text.

    Only an option that is wrong for every page stops the run.
    """
    try:
        with time_limit(SECONDS):
            return tool.answer(subject)
    except OptionError:
        raise
    except OutOfTime:
        return Answer("", failure=f"took more than {SECONDS:g} s")
    except Exception as error:  # foreign code may raise anything, and the run must go on
        return Answer("", failure=_in_line(f"{type(error).__name__}: {error}"))


def method_tool(name: str, options: Mapping[str, Any] | None = None, *, title: str = "") -> Tool:
    """A method of ours with these options."""
    settings = config.load()
    given = {**settings.methods.get(name, {}), **(options or {})}
    build(find(name).options, given)  # a wrong option is told before the first page

    def run(html: str) -> str:
        return extract(html, method=name, options=options).text

    def answer(subject: Subject) -> Answer:
        if subject.refused is not None:
            raise subject.refused
        page, blocks, features = subject.page, subject.blocks, subject.features
        labels = label(page, blocks, features, method=name, options=given)
        document = compose(page, blocks, features, labels, method=name, mode="balanced")
        marked = np.fromiter((each.running for each in labels), bool, len(labels))
        return Answer(document.text, document.write("cleaneval"), marked)

    from zrno import __version__

    setting = ", ".join(f"{key}={value}" for key, value in (options or {}).items())
    return Tool(title or name, Role.METHOD, __version__, setting, run, answer)


def crossed_tool(name: str, folder: Path) -> Tool:
    """A method with models that have not seen the page's site: those of `zrno train --cross`."""
    members = [method_tool(name, {"model": str(fold_folder(folder, part))}) for part in range(FOLDS)]

    def answer(subject: Subject) -> Answer:
        return members[fold(subject.example.site, FOLDS)].answer(subject)

    setting = f"models that have not seen the site, {FOLDS} folds"
    return Tool(f"{name} (cross)", Role.METHOD, members[0].version, setting, None, answer)


def peer_tools(missing: Callable[[MissingExtra], None]) -> list[Tool]:
    """The peers that are installed; `missing` is told of the others."""
    found = []
    for peer in PEERS:
        try:
            run = peer.runner()
        except MissingExtra as error:
            missing(error)
            continue
        found.append(_peer_tool(peer, run))
    return found


def reference_tools() -> list[Tool]:
    """All the text of a page, and that of its gold blocks: the best any labelling of blocks can do."""

    def kept(subject: Subject, marked: Sequence[bool]) -> Answer:
        texts = (text for text, keep in zip(subject.blocks.texts, marked, strict=True) if keep)
        return Answer("\n".join(texts), marked=np.array(marked, dtype=bool))

    return [
        _reference(ALL_TEXT, "nothing done", lambda subject: kept(subject, [True] * len(subject.blocks))),
        _reference(ORACLE, "the gold blocks", lambda subject: kept(subject, subject.gold_blocks.tolist())),
    ]


def _in_line(message: str) -> str:
    """A foreign message as part of one line: short, without what would steer a terminal."""
    return "".join(each for each in " ".join(message.split()) if each.isprintable())[:MAX_MESSAGE].rstrip(
        ": "
    )


def _reference(name: str, setting: str, answer: Callable[[Subject], Answer]) -> Tool:
    return Tool(name, Role.REFERENCE, "", setting, None, answer)


def _peer_tool(peer: Peer, run: Runner) -> Tool:
    return Tool(
        peer.name, Role.PEER, peer.version, peer.setting, run, lambda subject: Answer(run(subject.html))
    )


@contextmanager
def quietly() -> Iterator[None]:
    """Without the warnings and log lines of the peers, which are about pages, not about us."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(before)
