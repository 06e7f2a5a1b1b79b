"""The other tools on the same pages, each as a function from HTML to text, set up for main text.

A peer gets the same decoded text as our methods. Where a tool gives HTML, its text is cut by our splitter.
Settings are those that did better on samples of fundus, wcxb-dev and canola.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.errors import MissingExtra
from zrno.model import Page
from zrno.train.evaluate import Runner

GROUP = "train"
# jusText names its lists in English; a page in another language is given all of them at once.
STOPLISTS = (
    "ar:Arabic bg:Bulgarian cs:Czech da:Danish de:German el:Greek en:English es:Spanish fi:Finnish fr:French "
    "hr:Croatian hu:Hungarian it:Italian nl:Dutch pl:Polish pt:Portuguese ro:Romanian ru:Russian sk:Slovak "
    "sl:Slovenian sv:Swedish tr:Turkish uk:Ukrainian vi:Vietnamese"
)

_LANG = re.compile(r"<html\b[^>]{0,2000}?\blang\s{0,9}=\s{0,9}[\"']?([a-z]{2})", re.IGNORECASE)
_BODY = re.compile(r"<body\b", re.IGNORECASE)
_HEAD = 20_000  # characters in which the root element must open


@dataclass(frozen=True, slots=True)
class Peer:
    """A tool to compare with: its package and how it is set up."""

    name: str
    package: str  # as pip calls it
    setting: str  # what was chosen, in its own words
    load: Callable[[], Runner]

    @property
    def version(self) -> str:
        """The installed version; empty where there is none."""
        try:
            return version(self.package)
        except PackageNotFoundError:
            return ""

    def runner(self) -> Runner:
        """The function from HTML to text; MissingExtra says what to install."""
        try:
            return self.load()
        except ImportError as error:
            hint = f"pip install {self.package}, or all peers: pip install 'zrno[{GROUP}]'"
            raise MissingExtra(f"{self.name} is not installed", hint=hint) from error


def _trafilatura() -> Runner:
    extract = import_module("trafilatura").extract
    return lambda html: extract(html, include_comments=False) or ""


def _readability() -> Runner:
    document = import_module("readability").Document
    limits = Limits()

    def run(html: str) -> str:
        summary = document(html).summary()
        return "\n".join(split(Page(parse_tree(summary, limits=limits))).texts)

    return run


def _justext() -> Runner:
    justext = import_module("justext")
    named = (pair.split(":") for pair in STOPLISTS.split())
    lists = {code: justext.get_stoplist(name) for code, name in named}
    anything = frozenset().union(*map(justext.get_stoplist, justext.get_stoplists()))

    def run(html: str) -> str:
        declared = _LANG.search(html, 0, _HEAD)
        stoplist = lists.get(declared[1].lower() if declared else "", anything)
        return "\n".join(part.text for part in justext.justext(html, stoplist) if not part.is_boilerplate)

    return run


def _boilerpy3() -> Runner:
    extractor = import_module("boilerpy3.extractors").ArticleExtractor()

    def run(html: str) -> str:
        # It reads nothing outside <body>, a tag that pages may leave out.
        whole = html if _BODY.search(html) else f"<html><head></head><body>{html}</body></html>"
        return extractor.get_content(whole) or ""

    return run


def _resiliparse() -> Runner:
    plain = import_module("resiliparse.extract.html2text").extract_plain_text
    return lambda html: plain(html, main_content=True, links=False, list_bullets=False)


PEERS = (
    Peer("trafilatura", "trafilatura", "extract, include_comments=False", _trafilatura),
    Peer("readability", "readability-lxml", "Document.summary", _readability),
    Peer("justext", "jusText", "stop list of the declared language, else all lists", _justext),
    Peer("boilerpy3", "boilerpy3", "ArticleExtractor, a body added where the page has none", _boilerpy3),
    Peer("resiliparse", "resiliparse", "main_content, no links or bullets", _resiliparse),
)
