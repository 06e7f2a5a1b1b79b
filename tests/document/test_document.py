"""The document: what is worked out when, and that nobody can tell."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError
from itertools import permutations

import pytest

import zrno
from zrno.acquire.parse import parse_tree
from zrno.blocks import measure, split
from zrno.classify import label
from zrno.config import Limits
from zrno.document import Document, compose
from zrno.model import Page

PROSE = "Mlynář v Lhotě opravil mlýn pod hrází a letos v něm poprvé semlel žito i pšenici z okolních polí."
HTML = (
    "<title>Mlýn znovu mele</title><h1>Mlýn znovu mele</h1><p>3. 5. 2021, Jana Malá</p>"
    f"<p>{PROSE}</p><figure><img src=/a.jpg><figcaption>Mlýn v květnu.</figcaption></figure><p>{PROSE}</p>"
)
COSTLY = ("content", "fields", "fingerprint", "confidence", "confidence_reason", "text")


def test_the_text_pays_for_nothing_else() -> None:
    doc = zrno.extract(HTML, method="news")
    known = set(vars(doc))
    assert PROSE in doc.text
    assert set(vars(doc)) - known == {"running"}


def test_the_answer_does_not_depend_on_the_order_of_asking() -> None:
    answers = []
    for order in list(permutations(COSTLY))[::71]:
        doc = zrno.extract(HTML, method="news")
        found = {name: getattr(doc, name) for name in order}
        answers.append([found[name] for name in COSTLY])
    assert len(answers) > 10
    assert all(answer == answers[0] for answer in answers)


def test_what_was_worked_out_is_remembered() -> None:
    doc = zrno.extract(HTML, method="news")
    assert doc.content is doc.content
    assert doc.fields is doc.fields


def test_threads_get_the_same() -> None:
    doc = zrno.extract(HTML, method="news")
    with ThreadPoolExecutor(8) as pool:
        texts = set(pool.map(lambda _: (doc.text, doc.markdown, doc.confidence, doc.fingerprint), range(16)))
    assert len(texts) == 1


def test_nothing_can_be_set_from_outside() -> None:
    doc = zrno.extract(HTML, method="news")
    for name in ("content", "fields", "labels", "confidence"):
        with pytest.raises(FrozenInstanceError):
            setattr(doc, name, ())


def test_it_travels_between_processes() -> None:
    doc = zrno.extract(HTML, method="news")
    again = pickle.loads(pickle.dumps(doc))
    assert isinstance(again, Document)
    assert again.to_dict() == doc.to_dict()


def test_a_confidence_of_the_method_wins() -> None:
    page = Page(parse_tree(HTML, limits=Limits()))
    blocks = split(page)
    features = measure(blocks)
    labels = label(page, blocks, features, method="news")
    given = 0.25, "says so"
    doc = compose(page, blocks, features, labels, method="news", mode="balanced", confidence=given)
    assert (doc.confidence, doc.confidence_reason) == given
    assert "fields" not in vars(doc)


def test_it_shows_itself_in_a_line() -> None:
    doc = zrno.extract(HTML, method="news", url="https://www.example.cz/mlyn")
    assert repr(doc) == "<Document 'https://www.example.cz/mlyn', news/balanced, 3 of 5 blocks kept>"
    assert "fields" not in vars(doc)


def test_captions_are_content_but_not_running_text() -> None:
    doc = zrno.extract(HTML.replace("<img src=/a.jpg>", ""), method="news")
    assert "Mlýn v květnu." in doc.markdown
    assert "Mlýn v květnu." not in doc.text
    assert "Mlýn v květnu." not in doc.write("cleaneval")
