"""Two texts side by side, with the words marked that only one of them has."""

from __future__ import annotations

import re
from html import escape

from zrno.blocks.stopwords import words

_TOKEN = re.compile(r"\S+\s*")


def side_by_side(gold: str, text: str) -> tuple[str, str]:
    """Both texts as HTML: in gold what was missed as <del>, in the text what is too much as <ins>."""
    from rapidfuzz.distance import LCSseq

    left, right = _TOKEN.findall(gold), _TOKEN.findall(text)
    missed, extra = [], []
    for step in LCSseq.opcodes([_key(token) for token in left], [_key(token) for token in right]):
        mark = step.tag != "equal"
        missed.append(_marked(left[step.src_start : step.src_end], "del" if mark else ""))
        extra.append(_marked(right[step.dest_start : step.dest_end], "ins" if mark else ""))
    return "".join(missed), "".join(extra)


def _key(token: str) -> str:
    """What is compared: case and punctuation are no difference, unless there is nothing else."""
    return "".join(words(token)) or token.strip()


def _marked(tokens: list[str], element: str) -> str:
    text = "".join(tokens)
    if not element or not text:
        return escape(text)
    ink = text.rstrip()
    return f"<{element}>{escape(ink)}</{element}>{escape(text[len(ink) :])}"
