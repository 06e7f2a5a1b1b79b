from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.blocks.markdown import Markdown, to_markdown
from zrno.config import Limits
from zrno.model import Page

BODY = "<p>Řeka se po deštích zvedla o metr a půl a zaplavila sklepy domů u nábřeží.</p>" * 3


def convert(html: str, url: str | None = None) -> Markdown:
    page = Page(parse_tree(html, limits=Limits()), url=url)
    blocks = split(page)
    return to_markdown(page, blocks, measure(blocks))


def marks(html: str) -> list[tuple[str, str]]:
    return [(each.mark, each.text) for each in convert(html).paragraphs]


def test_headings_lists_quotations_and_emphasis_get_their_marks() -> None:
    html = (
        "<h1>Most</h1><h3>Oprava</h3><p>Prostý odstavec.</p><p><b>Celý tučně.</b></p><p><em>Kurzíva.</em></p>"
        "<ul><li>první</li></ul><ol><li>druhý</li></ol><blockquote><p>citát</p></blockquote>"
    )
    assert marks(html) == [
        ("#", "Most"),
        ("###", "Oprava"),
        ("", "Prostý odstavec."),
        ("*", "**Celý tučně.**"),
        ("*", "*Kurzíva.*"),
        ("-", "první"),
        ("1.", "druhý"),
        (">", "citát"),
    ]


def test_emphasis_inside_a_sentence_leaves_the_paragraph_unmarked_and_spaces_outside() -> None:
    assert marks("<p>Stojí <b> mnoho </b>peněz.</p>") == [("", "Stojí **mnoho** peněz.")]


def test_links_and_images_become_references_numbered_once() -> None:
    html = (
        "<p>Podle <a href='/a'>úřadu</a> a <a href='/b'>svědků</a> i <a href='/a'>znovu</a> se stalo "
        "mnoho.</p>"
        "<p><img src='most.jpg' alt='Most  v noci'>Snímek mostu z nočního Brna.</p>"
    )
    markdown = convert(html, url="https://noviny.example/dnes/")
    first, second = (each.text for each in markdown.paragraphs)
    assert first == "Podle [úřadu][1] a [svědků][2] i [znovu][1] se stalo mnoho."
    assert second == "![Most v noci][3] Snímek mostu z nočního Brna."
    assert markdown.references == (
        "https://noviny.example/a",
        "https://noviny.example/b",
        "https://noviny.example/dnes/most.jpg",
    )
    assert markdown.text.endswith(
        "\n\n[1]: https://noviny.example/a\n[2]: https://noviny.example/b\n"
        "[3]: https://noviny.example/dnes/most.jpg"
    )


def test_targets_that_lead_nowhere_are_plain_text_and_broken_ones_stay() -> None:
    html = (
        "<p>A <a href='#top'>tady</a>, <a href='javascript:go()'>tam</a>, <a href=''>nikde</a> a také "
        "<a href='http://[zlomek'>jinde</a> v textu.</p>"
    )
    markdown = convert(html, url="https://noviny.example/")
    assert markdown.references == ("http://[zlomek",)
    assert markdown.paragraphs[0].text == "A tady, tam, nikde a také [jinde][1] v textu."


def test_an_image_with_data_takes_its_lazy_address() -> None:
    lazy = "<img src='data:image/gif;base64,R0' data-src='https://cdn.example/a.jpg' alt=''>"
    html = f"<p>{lazy}Popisek tu je.</p>"
    assert convert(html).references == ("https://cdn.example/a.jpg",)


def test_single_line_breaks_join_and_double_ones_part() -> None:
    markdown = convert("<p>Ulice 5<br>Praha<br><br>Další odstavec.</p>")
    assert [(list(each.blocks), each.text) for each in markdown.paragraphs] == [
        ([0, 1], "Ulice 5  \nPraha"),
        ([2], "Další odstavec."),
    ]


def test_the_whole_text_sets_items_tight_and_the_rest_apart() -> None:
    html = "<h2>Seznam<br>věcí</h2><ul><li>a<br>b</li><li>c</li></ul><p>Konec.</p>"
    assert convert(html).text == "## Seznam věcí\n\n- a  \n  b\n- c\n\nKonec."


def test_characters_with_a_meaning_are_escaped() -> None:
    text = "<p>2 * 3_4 [x] &lt;b&gt; `k`</p><p># není nadpis</p><p>1. květen</p><p>1.5.2020 pršelo</p>"
    assert [found for _, found in marks(text)] == [
        "2 \\* 3\\_4 \\[x\\] \\<b> \\`k\\`",
        "\\# není nadpis",
        "1\\. květen",
        "1.5.2020 pršelo",
    ]


def test_noise_is_left_out_with_a_reason() -> None:
    html = (
        f"<nav>Domů</nav>{BODY}<aside>Vedle</aside><div role='search'>Hledat</div>"
        "<div class='siteCookie-bar'>Souhlasím</div><div id='main-menu'>Nabídka</div><button>Odeslat</button>"
        "<p><a href='/x'>Přečtěte si další zprávy</a></p>"
    )
    markdown = convert(html)
    assert [each.block for each in markdown.paragraphs] == [1, 2, 3]
    assert markdown.left_out == {
        0: "in <nav>",
        4: "in <aside>",
        5: "in an element with the role search",
        6: "in an element called cookie",
        7: "in an element called menu",
        8: "in <button>",
        9: "100 % of its words are links",
    }


def test_a_noisy_name_around_most_of_the_page_is_not_believed() -> None:
    wrapped = f"<form><div class='page sidebar-left'>{BODY}</div></form>"
    assert len(convert(wrapped).paragraphs) == 3
    scattered = "".join(f"<div class='builder-widget'>{BODY}</div>" for _ in range(4))
    assert len(convert(scattered).paragraphs) == 12


def test_images_of_menus_are_no_references() -> None:
    html = f"<nav><img src='/logo.png'>Domů</nav>{BODY}"
    assert convert(html).references == ()


def test_an_empty_page_is_empty_markdown() -> None:
    assert convert("") == Markdown((), (), {})
    assert convert("").text == ""


_TAGS = st.sampled_from(
    ["p", "div", "b", "a href=x", "li", "ul", "nav", "br", "h1", "blockquote", "img src=y"]
)
_HTML = st.lists(st.one_of(st.text(max_size=12), _TAGS.map(lambda tag: f"<{tag}>")), max_size=40).map("".join)


@settings(max_examples=150, deadline=None)
@given(_HTML)
def test_every_block_is_in_exactly_one_place(html: str) -> None:
    page = Page(parse_tree(html, limits=Limits()))
    blocks = split(page)
    markdown = to_markdown(page, blocks, measure(blocks))
    kept = [block for each in markdown.paragraphs for block in each.blocks]
    assert sorted([*kept, *markdown.left_out]) == list(range(len(blocks)))
    assert kept == sorted(kept)
    assert all(f"[{number}]: " in markdown.text for number in range(1, len(markdown.references) + 1))
