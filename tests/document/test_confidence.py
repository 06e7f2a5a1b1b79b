"""Confidence: high on articles, low on pages that hold none, and a reason in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from zrno.acquire.parse import parse_tree
from zrno.blocks import Blocks, Features, measure, split
from zrno.config import Limits
from zrno.document.confidence import RIGHT, judge, signals
from zrno.document.document import DateField, Fields
from zrno.document.refusals import LOCKED, MISSING, locked, missing
from zrno.model import Field, Kind, Label, Page

SENTENCE = (
    "Obec opravila starou lávku přes potok. Dělníci vyměnili všechna prkna a natřeli zábradlí, "
    "takže po ní mohou lidé chodit i v zimě. Oprava stála méně, než rada čekala."
)
ARTICLE = f"<title>Lávka</title><h1>Lávka</h1>{f'<p>{SENTENCE}</p>' * 8}<ul><li><a href=/a>Domů</a></ul>"
LISTING = "<h1>Byty</h1>" + "".join(
    f'<div class="row"><a href="/{number}">Byt číslo {number} na pěkném místě</a><p>Cena {number}</p></div>'
    for number in range(30)
)
FULL = Fields(
    date=DateField(datetime(2024, 5, 3, tzinfo=UTC), "time", 0.9),
    authors=Field(("Jana Malá",), "byline", 0.9),
    canonical=Field("https://www.example.cz/obec-opravila-starou-lavku", "link", 0.9),
)


def judged(html: str, fields: Fields = FULL, *, kept: tuple[str, ...] = ("p", "h1")) -> tuple[float, str]:
    blocks, features, labels = labelled(html, kept)
    return judge(blocks, features, labels, fields)


def labelled(html: str, kept: tuple[str, ...]) -> tuple[Blocks, Features, list[Label]]:
    blocks = split(Page(parse_tree(html, limits=Limits())))
    kinds = [Kind.PARAGRAPH if block.tag in kept else Kind.OTHER for block in blocks]
    return blocks, measure(blocks), [Label(place, kind, 1.0, "") for place, kind in enumerate(kinds)]


def test_an_article_is_trusted() -> None:
    score, reason = judged(ARTICLE)
    assert score > 0.9
    assert reason.startswith("225 words, 8 long paragraphs; for it: ")


def test_a_listing_is_not() -> None:
    score, reason = judged(LISTING, Fields(canonical=Field("https://www.example.cz/byty", "link", 0.9)))
    assert score < 0.2
    assert "against it: " in reason


def test_nothing_kept_is_nothing() -> None:
    assert judged(ARTICLE, kept=()) == (0.0, "no text was kept")
    assert judged("") == (0.0, "no text was kept")


@pytest.mark.parametrize(
    ("html", "said"),
    [
        (f"<h1>Lávka</h1><p>{SENTENCE}</p><p>Jen pro předplatitele.</p>", "for subscribers"),
        (f"<title>404</title><p>{SENTENCE}</p>", "is not there"),
        (f"<h1>Page not found</h1><p>{SENTENCE}</p>", "is not there"),
    ],
)
def test_a_short_text_that_refuses_itself(html: str, said: str) -> None:
    score, reason = judged(html)
    assert score < 0.35
    assert said in reason


def test_a_long_text_may_mention_subscribers() -> None:
    long = f"<h1>Lávka</h1>{f'<p>{SENTENCE}</p>' * 15}"
    assert judged(long + "<p>Jen pro předplatitele.</p>")[0] > 0.9


def test_fields_speak_for_a_page_that_looks_like_none() -> None:
    bare = judged(LISTING, Fields())[0]
    assert judged(LISTING, Fields(date=FULL.date))[0] > bare
    assert judged(LISTING, Fields(authors=FULL.authors))[0] > bare


def test_a_method_that_is_unsure_is_trusted_less() -> None:
    blocks, features, labels = labelled(ARTICLE, ("p", "h1"))
    unsure = [replace(label, score=0.6 if label.content else 0.4) for label in labels]
    assert judge(blocks, features, unsure, FULL)[0] < judge(blocks, features, labels, FULL)[0] / 2
    assert "unsure" in judge(blocks, features, unsure, FULL)[1]


def test_signals_by_hand() -> None:
    html = (
        "<div id=a><h1>Nadpis</h1><div class=x><p>jedna dvě tři</p></div><div class=x><p>čtyři pět</p></div>"
        "<div><a href=/b>odkaz na jiný článek</a></div></div><input type=Password>"
        '<script type="application/ld+json">{"@type": "ItemList"}</script>'
    )
    found = signals(*labelled(html, ("p", "h1")), FULL)
    assert found.keys() == RIGHT.keys()
    assert found["rows"] == pytest.approx(1.0986, abs=1e-4)  # ln 3: two boxes of class x
    assert found["rows_per_paragraph"] == pytest.approx(1.0986, abs=1e-4)  # no long paragraph
    assert found["titles_around"] == pytest.approx(0.6931, abs=1e-4)  # ln 2: one linked title
    assert found["brief"] == pytest.approx(2.6593, abs=1e-4)  # ln(100 / 7): six words
    assert found["share"] == 0.3  # 28 of 48 characters, capped
    assert (found["list_stated"], found["password"]) == (1.0, 1.0)
    assert (found["named"], found["date"], found["author"]) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("https://www.example.cz/obec-opravila-lavku", 1.0),
        ("https://www.example.cz/clanek/123456", 1.0),
        ("https://www.example.cz/sport", 0.0),
        ("https://www.example.cz/", 0.0),
        ("https://[broken", 0.5),
    ],
)
def test_addresses_that_name_an_article(address: str, named: float) -> None:
    fields = Fields(canonical=Field(address, "link", 0.9))
    assert signals(*labelled(ARTICLE, ("p",)), fields)["named"] == named


def test_phrases_are_folded_so_that_they_can_match() -> None:
    assert all(phrase == phrase.casefold().strip() for phrase in (*LOCKED, *MISSING))
    assert locked("Celý text je Jen PRO Předplatitele")
    assert not locked("Předplatitelé dostali časopis včas.")
    assert missing(["Stránka nenalezena"])
    assert not missing(["Našel se ztracený pes"])


def test_the_address_a_page_was_fetched_from_counts_where_it_states_none() -> None:
    blocks, features, labels = labelled(ARTICLE, ("p",))
    for url, named in (
        ("https://www.example.cz/obec-opravila-lavku", 1.0),
        ("https://a.cz/byty", 0.0),
        (None, 0.5),
    ):
        assert signals(blocks, features, labels, Fields(), url=url)["named"] == named
    assert signals(blocks, features, labels, FULL, url="https://a.cz/byty")["named"] == 1.0


def test_nothing_is_said_of_an_address_that_is_not_known() -> None:
    assert "address" not in judged(ARTICLE, Fields())[1]
    blocks, features, labels = labelled(ARTICLE, ("p",))
    said = judge(blocks, features, labels, Fields(), url="https://a.cz/x", calibrated=False)[1]
    assert "an address that names no article" in said


def test_few_paragraphs_are_few_for_the_boxes_where_there_are_boxes() -> None:
    boxes = "".join(f"<div class=x><p>{SENTENCE}</p></div>" for _ in range(9))
    assert "few long paragraphs for so many boxes" in judged(boxes, Fields())[1]
    assert "few long paragraphs;" not in judged(boxes, Fields())[1]
