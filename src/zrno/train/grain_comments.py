"""Articles with readers' comments grafted below: few training pages have any, and many pages do.

The markup is ours, in the manner of common comment systems; what the readers say is taken from other
pages of the same set. The gold text stays as it is, so the grafted part teaches that comments are chaff.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from html import escape

from zrno.train.datasets import Example

MIN_GOLD = 400  # characters of an article worth grafting comments on
SAID = (25, 600)  # characters of what a reader says
TAIL = 24  # last characters of a gold line looked for in the page's source
COUNTS = (3, 5, 8, 12, 20, 40, 80)  # comments of one page
NAMELESS = 0.25  # of the grafts: with generated class names, or none
_NAMES = re.compile(r'\b(class|id|name)="([^"]*)"')
_SYLLABLES = "ka lo mi ra te zu ny vo da be sil mar jon an el ro che pet sam lu".split()
_CLOSING = ("</div>", "</section>", "</article>", "</td>", "</main>")
_ACTIONS = (
    ("Reply", "Report", "Like"), ("Reply", "Share", "Permalink"), ("Odpovědět", "Nahlásit", "Líbí se"),
    ("Antworten", "Melden", "Teilen"), ("Répondre", "Signaler", "J'aime"), ("回复", "举报", "赞"),
)  # fmt: skip
_HEADS = (
    "{n} Comments", "Comments ({n})", "{n} responses to this post", "Discussion", "Join the conversation",
    "Diskuse ({n})", "Kommentare ({n})", "评论 ({n})", "Readers' comments", "{n} thoughts on this",
)  # fmt: skip
_DATES = (
    "March {d}, 2012 at {h}:{m} pm", "{d}.{k}.2019 {h}:{m}", "{d} hours ago", "{k}/{d}/2008 {h}:{m}:07 AM",
    "{d} {k} 2021, {h}:{m}", "2016-0{k}-{d} {h}:{m}", "posted {d} days ago", "Jul {d}, 2010 @ {h}:{m}",
)  # fmt: skip

Comment = tuple[str, str, list[str]]  # who, when, what in paragraphs
Layout = Callable[[str, list[Comment], tuple[str, ...], random.Random], str]


def with_comments(example: Example, pool: Sequence[str], seed: int) -> Example | None:
    """The example with a comment section after its text; None where its text is not found in the source."""
    chance = random.Random(f"{seed} {example.source} {example.id}")
    source = example.html.decode("utf-8", "surrogateescape")
    place = _place(source, example.gold, chance)
    if len(example.gold) < MIN_GOLD or place is None or not pool:
        return None
    count = chance.choice(COUNTS)
    comments = [_comment(pool, chance) for _ in range(count)]
    head = chance.choice(_HEADS).format(n=count) if chance.random() < 0.8 else ""
    layout = chance.choice(LAYOUTS)
    section = layout(escape(head), comments, chance.choice(_ACTIONS), chance)
    if chance.random() < NAMELESS:
        section = _renamed(section, chance)
    html = b"".join(
        (
            source[:place].encode("utf-8", "surrogateescape"),
            section.encode("ascii", "xmlcharrefreplace"),  # whatever the page's encoding
            source[place:].encode("utf-8", "surrogateescape"),
        )
    )
    return replace(example, id=f"{example.id}+comments", html=html)


def pool_of(examples: Sequence[Example]) -> list[str]:
    """What readers may say: lines of the gold texts."""
    low, high = SAID
    return [line for each in examples for line in each.gold.splitlines() if low <= len(line) <= high]


def _place(source: str, gold: str, chance: random.Random) -> int | None:
    """After the last gold line found in the source, and a few closing tags."""
    for line in reversed(gold.splitlines()):
        if len(line) >= TAIL and (at := source.rfind(line[-TAIL:])) >= 0:
            at += TAIL
            break
    else:
        return None
    for _ in range(chance.randint(1, 4)):
        ends = [(end, tag) for tag in _CLOSING if (end := source.find(tag, at)) >= 0]
        if not ends:
            break
        end, tag = min(ends)
        at = end + len(tag)
    return at


def _comment(pool: Sequence[str], chance: random.Random) -> Comment:
    who = "".join(chance.sample(_SYLLABLES, chance.randint(2, 3))).title()
    if chance.random() < 0.3:
        who += " " + chance.choice(_SYLLABLES).title() + "."
    numbers = {"d": chance.randint(2, 28), "k": chance.randint(1, 9), "h": chance.randint(1, 12)}
    when = chance.choice(_DATES).format(m=chance.randint(10, 59), **numbers)
    return (
        who,
        when,
        [escape(line) for line in chance.sample(pool, min(chance.choice((1, 1, 1, 2, 3)), len(pool)))],
    )


def _said(what: list[str], chance: random.Random) -> str:
    return "".join(f"<p>{each}</p>" for each in what) if chance.random() < 0.7 else "<br><br>".join(what)


def _blog(head: str, comments: list[Comment], actions: tuple[str, ...], chance: random.Random) -> str:
    paragraphs = chance.random() < 0.8
    rows = "".join(
        f'<li class="comment {"even" if n % 2 else "odd"} depth-1" id="comment-{n}">'
        '<div class="comment-body"><div class="comment-author vcard">'
        f'<cite class="fn">{who}</cite> <span class="says">says:</span></div>'
        f'<div class="comment-meta"><a href="#c{n}">{when}</a></div>'
        f"{_said(what, chance) if paragraphs else what[0]}"
        f'<div class="reply"><a href="#r">{actions[0]}</a></div></div></li>'
        for n, (who, when, what) in enumerate(comments)
    )
    return f'<div id="comments"><h3 id="comments-title">{head}</h3><ol class="commentlist">{rows}</ol></div>'


def _portal(head: str, comments: list[Comment], actions: tuple[str, ...], chance: random.Random) -> str:
    buttons = "".join(f'<button class="action">{each}</button>' for each in actions)
    rows = "".join(
        f'<div class="comment-item"><div class="user"><span class="name">{who}</span>'
        f'<time class="date">{when}</time></div><div class="text">{_said(what, chance)}</div>{buttons}</div>'
        for who, when, what in comments
    )
    return f'<section class="discussion comments-section"><h2>{head}</h2>{rows}</section>'


def _terms(head: str, comments: list[Comment], actions: tuple[str, ...], chance: random.Random) -> str:
    rows = "".join(
        f'<dt class="comment-author"><a href="/u/{who}">{who}</a> said...</dt>'
        f'<dd class="comment-body">{_said(what, chance)}</dd>'
        f'<dd class="comment-footer"><span class="comment-timestamp">{when}</span> {actions[-1]}</dd>'
        for who, when, what in comments
    )
    return f'<div class="comments" id="comments"><h4>{head}</h4><dl id="comments-block">{rows}</dl></div>'


def _rows(head: str, comments: list[Comment], actions: tuple[str, ...], chance: random.Random) -> str:
    rows = "".join(
        f'<tr><td class="author"><b>{who}</b><br>{when}</td><td class="post">{_said(what, chance)}'
        f'<br><a href="#q">{actions[0]}</a></td></tr>'
        for who, when, what in comments
    )
    return f'<a name="comments"></a><b>{head}</b><table class="feedback">{rows}</table>'


def _plain(head: str, comments: list[Comment], actions: tuple[str, ...], chance: random.Random) -> str:
    rows = "".join(
        f'<div class="response">{_said(what, chance)}'
        f'<p><i>{who} | {when}</i> <a href="#">{actions[1]}</a></p></div>'
        for who, when, what in comments
    )
    return f'<div class="responses"><p><strong>{head}</strong></p>{rows}</div>'


LAYOUTS: tuple[Layout, ...] = (_blog, _blog, _portal, _terms, _rows, _plain)


def _renamed(section: str, chance: random.Random) -> str:
    """The same with names that say nothing, as generated style sheets have them; what is said stays."""
    names: dict[str, str] = {}

    def other(name: str) -> str:
        return names.setdefault(name, "".join(chance.sample("abcdefghkmnrstz", 5)))

    def attribute(found: re.Match[str]) -> str:
        return f'{found[1]}="{" ".join(map(other, found[2].split()))}"'

    return _NAMES.sub(attribute, section)
