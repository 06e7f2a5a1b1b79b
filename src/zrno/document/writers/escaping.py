"""Escapes for CommonMark with GitHub's tables: a backslash only where a character would be markup.

A text stands between others, so its ends are judged with what comes before and after; at the start
of a line more characters have a meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_SPECIAL = re.compile(r"[\\`*_~\[\]<&!|]")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{0,31});")
_MAIL_LINK = re.compile(r"<[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,200}@")
_BEFORE_PUNCTUATION = re.compile(r"\\(?=[!-/:-@\[-`{-~])")
_LINE_START = re.compile(
    r"#{1,6}(?=\s|$)|>|[-+*](?=\s|$)|(?P<number>[0-9]{1,9})[.)](?=\s|$)|(?P<task>\[[ xX]\](?=\s|$))"
)
# A line of these makes the paragraph above it a heading, or a table.
_UNDERLINE = re.compile(r"[=\-:|\s]+")
_RULE = re.compile(r"[-_\s]{3,}")
_BACKTICKS = re.compile(r"`+")


@dataclass(frozen=True, slots=True)
class Context:
    """What surrounds a text and decides which of its characters are markup."""

    paired: frozenset[str]  # delimiters that occur more than once in the paragraph
    definition: bool = False  # the paragraph starts with a bracket: `[a]: b` would vanish
    table: bool = False
    link: bool = False  # inside the text of a link


def escape(text: str, *, before: str, after: str, context: Context) -> str:
    """The text with its markup characters escaped.

    `before` is the character to the left, `after` holds all that may come to the right; line ends
    and the ends of the paragraph are "\\n".
    """
    pieces: list[str] = []
    position = 0
    for found in _SPECIAL.finditer(text):
        place = found.start()
        left = text[place - 1] if place else before
        rest = text[place + 1 : place + 2] or after
        if any(_means(text, place, left, right, context) for right in rest):
            pieces.append(text[position:place] + "\\")
            position = place
    return "".join(pieces) + text[position:]


def escape_line_start(line: str, *, first: bool, item: bool = False) -> str:
    """An already escaped line whose start is no heading, list, quotation, rule or table."""
    if _RULE.fullmatch(line) or (not first and _UNDERLINE.fullmatch(line)):
        return "\\" + line
    found = _LINE_START.match(line)
    if found is None or (found["task"] and not item):
        return line
    place = len(found["number"] or "")
    return f"{line[:place]}\\{line[place:]}"


def fence(text: str, least: int = 1) -> str:
    """Backticks, more of them than stand together anywhere in the text."""
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    return "`" * max(least, longest + 1)


def destination(href: str) -> str:
    """An address as the target of a link or image."""
    href = "".join(character for character in href if character >= " ")
    href = _BEFORE_PUNCTUATION.sub(r"\\\\", href)
    href = _ENTITY.sub(lambda found: "\\" + found[0], href)
    if not href or re.search(r"[\s()<>]", href):
        return "<" + re.sub(r"[<>]", lambda found: "\\" + found[0], href) + ">"
    return href


def _means(text: str, place: int, left: str, right: str, context: Context) -> bool:
    """Whether a character would be read as markup."""
    match text[place]:
        case "\\":
            return right in _PUNCTUATION or right == "\n"
        case "*" | "~" as delimiter:
            return delimiter in context.paired and not (left.isspace() and right.isspace())
        case "_":
            inside = (left.isalnum() and right.isalnum()) or (left.isspace() and right.isspace())
            return "_" in context.paired and not inside
        case "`":
            return "`" in context.paired
        case "[":
            return context.link
        case "]":
            return context.link or right == "(" or (right == ":" and context.definition)
        case "<":
            tag = right in "/!?" or (right.isascii() and right.isalpha())
            return tag or _MAIL_LINK.match(text, place) is not None
        case "&":
            return _ENTITY.match(text, place) is not None
        case "!":
            return right == "["
        case _:
            return context.table
