"""The options of method `markdown`; their defaults are the fitted numbers of `markdown_model.json`."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from zrno.model import Mode
from zrno.parameters import parameter

MODEL = "classify/markdown_model.json"


def model() -> dict[str, Any]:
    """The fitted numbers (`options`) and the card that says where they come from (`card`)."""
    read: dict[str, Any] = json.loads(files("zrno").joinpath(MODEL).read_text("utf-8"))
    return read


_FITTED = model()["options"]


@dataclass(frozen=True, slots=True)
class MarkdownOptions:
    """The bounds of the article; see docs/algorithms/markdown.md for what each number does."""

    keywords: float = parameter(
        _FITTED["keywords"], "weight of R1, the share of end-of-article words", low=0, high=1
    )
    sentences: float = parameter(_FITTED["sentences"], "weight of R2, short sentences", low=0, high=1)
    stopwords: float = parameter(_FITTED["stopwords"], "weight of R3, few stop words", low=0, high=1)
    neighbours: float = parameter(
        _FITTED["neighbours"], "weight of R4, the scores around; 0 turns it off", low=0, high=1
    )
    threshold: float = parameter(
        _FITTED["threshold"], "a paragraph scored above this ends the article", low=0, high=1
    )
    many_keywords: float = parameter(
        _FITTED["many_keywords"], "share of end-of-article words from which R1 is 1", low=0.01, high=1
    )
    long_sentence: float = parameter(
        _FITTED["long_sentence"], "words of a sentence from which R2 is 0", low=1, high=200
    )
    many_stopwords: float = parameter(
        _FITTED["many_stopwords"], "share of stop words from which R3 is 0", low=0.01, high=1
    )
    before: int = parameter(_FITTED["before"], "how many paragraphs before count for R4", low=0, high=100)
    after: int = parameter(_FITTED["after"], "how many paragraphs after count for R4", low=0, high=100)
    minimum_words: int = parameter(
        _FITTED["minimum_words"], "words collected before an end is believed", low=0, high=100_000
    )
    minimum_share: float = parameter(
        _FITTED["minimum_share"], "share of the text below the heading collected before", low=0, high=1
    )
    link_share: float = parameter(
        _FITTED["link_share"],
        "paragraphs inside with more of their words in links go; 1 keeps all",
        low=0,
        high=1,
    )
    mode_shift: float = parameter(
        _FITTED["mode_shift"], "how far the threshold sinks for precision and rises for recall", low=0, high=1
    )
    heading: bool = parameter(True, "the heading is part of the text, not only its upper bound")
    language: str = parameter("", "ISO 639-1 code of the page's language; empty: guessed")

    def end(self, mode: Mode) -> float:
        """The threshold of a mode."""
        shift = {"precision": -self.mode_shift, "recall": self.mode_shift}.get(mode, 0.0)
        return min(1.0, max(0.0, self.threshold + shift))
