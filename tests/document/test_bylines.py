"""Bylines in the page: where they are looked for, how their texts are cut out, how far each is trusted."""

from __future__ import annotations

from zrno.acquire.parse import parse_tree
from zrno.blocks import split
from zrno.config import Limits
from zrno.document import bylines, structured
from zrno.document.region import locate
from zrno.model import Kind, Label, Page

PROSE = "Mlynář otevřel vrata a ukázal na dvory, kde se od rána sypalo zrno z posledních vozů."


def said(html: str) -> list[tuple[str, float, tuple[str, ...]]]:
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    labels = [Label(b.index, Kind.PARAGRAPH if b.text == PROSE else Kind.OTHER, 1.0, "") for b in blocks]
    region = locate(page.tree, structured.read(page), blocks, labels)
    found = [
        *bylines.marks(page.tree, region),
        *bylines.lines(page.tree, blocks, region),
        *bylines.signature(page.tree, blocks, region),
    ]
    return [(each.origin, each.trust, each.texts) for each in found]


def test_a_byline_by_the_headline_comes_first_and_is_trusted_more() -> None:
    above, head, below = (f"<div class=autor>{name}</div>" for name in ("Eva Bílá", "Jana Malá", "Petr Nový"))
    assert said(f"{above}<h1>Mlýn</h1>{head}<p>{PROSE}</p>{below}") == [
        ("element div.autor", bylines.TRUST_BY_HEADLINE, ("Jana Malá",)),
        ("element div.autor", bylines.TRUST_ELSEWHERE, ("Eva Bílá",)),
        ("element div.autor", bylines.TRUST_ELSEWHERE, ("Petr Nový",)),
    ]


def test_blocks_and_glued_elements_are_kept_apart() -> None:
    html = "<h1>Mlýn</h1><div class=byline><b>Jana Malá</b><time>3. 5.</time><div>redaktorka</div></div>"
    [(_, _, texts)] = said(f"{html}<p>{PROSE}</p>")
    assert texts == ("Jana Malá | 3. 5. | redaktorka",)


def test_marked_names_are_taken_out_of_their_byline() -> None:
    html = (
        "<h1>Mlýn</h1><div class=byline>Napsali <span class=author-name>Jana Malá</span> z Lhoty a "
        "<a href=/autor/novy>Petr Nový</a> z Prahy</div>"
    )
    assert said(f"{html}<p>{PROSE}</p>")[0][2] == ("Jana Malá", "Petr Nový")


def test_a_link_to_a_profile_counts_only_for_a_person() -> None:
    assert said(f"<h1>Mlýn</h1><p><a href=/author/x>Všechny články</a></p><p>{PROSE}</p>") == []
    assert len(said(f"<h1>Mlýn</h1><p><a href=/author/x>Jana Malá</a></p><p>{PROSE}</p>")) == 1


def test_a_marked_article_is_no_byline() -> None:
    assert (
        said(f"<div class=author-page><h1>Mlýn</h1><p>{PROSE}</p>{'<p>Řádek o mlýně.</p>' * 30}</div>") == []
    )


def test_lines_far_from_the_headline_are_prose() -> None:
    middle = "<p>Krátká věta.</p>" * 30
    assert said(f"<h1>Mlýn</h1><p>{PROSE}</p>{middle}<p>By Jane Doe</p>{middle}<p>{PROSE}</p>") == []


def test_short_pen_names_count_near_the_headline_only() -> None:
    filler = "<div>Krátká věta.</div>" * 20
    near = said(f"<h1>Mlýn</h1><p>by mlynar</p><p>{PROSE}</p>")
    assert near == [("byline in words", bylines.TRUST_LINE, ("by mlynar",))]
    assert said(f"<h1>Mlýn</h1>{filler}<p>{PROSE}</p><div>by mlynar</div>") == []


def test_styles_named_after_other_parts_do_not_count() -> None:
    html = "<h1>Mlýn</h1><div class='mr-[--sidebar-width]'><p class=author>Jana Malá</p></div>"
    assert len(said(f"{html}<p>{PROSE}</p>")) == 1
    assert said(f"{html.replace('mr-[--sidebar-width]', 'sidebar')}<p>{PROSE}</p>") == []
