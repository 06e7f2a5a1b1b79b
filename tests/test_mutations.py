"""Whatever the bytes: a Document or an error of ours, and block texts that stand in the page."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import zrno
from mutation import METHODS, exercise, mutants, mutate, pages

SEED = 20160428
COUNT = 300
BATCHES = 10

# Pieces a page is built of: tags that change how a parser reads on, and texts with odd characters.
_PIECES = (
    "<p>", "</p>", "<div>", "</div>", "<h1>", "</h1>", "<a href='/x'>", "</a>", "<br>", "<table>", "<tr><td>",
    "</table>", "<ul><li>", "</ul>", "<pre>", "</pre>", "<b>", "</i>", "<script>", "</script>", "<!--", "-->",
    "<title>", "</title>", "<svg>", "</svg>", "<select>", "<option>", "<template>",
    "<time datetime='2016-04-28'>", "<div hidden>", "&nbsp;", "&shy;", "&lt;", "28. dubna 2016 16:01",
    "Dnes 16:22", "\u200b", "\u0301", "\U0001f469\u200d\U0001f467",
    "Zrno se mele na mouku a mouka se peče.", " a ", "\n\n", "\x00", "中文没有空格。", "שלום עולם",
)  # fmt: skip

built_pages = st.lists(st.sampled_from(_PIECES) | st.text(max_size=20), max_size=60).map("".join)
methods = st.sampled_from(METHODS)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_broken_pages_give_a_document_or_an_error_of_ours(batch: int) -> None:
    broken = enumerate(mutants(SEED + batch, COUNT // BATCHES))
    outcomes = [exercise(page, METHODS[number % len(METHODS)]) for number, page in broken]
    assert outcomes.count("Document") > len(outcomes) / 2, f"hardly a page was read: {outcomes}"


@given(st.binary(max_size=2000), methods)
@settings(deadline=None, max_examples=150)
def test_any_bytes_give_a_document_or_an_error_of_ours(page: bytes, method: str) -> None:
    exercise(page, method)


@given(built_pages, methods)
@settings(deadline=None, max_examples=150)
def test_any_text_gives_a_document_or_an_error_of_ours(page: str, method: str) -> None:
    exercise(page.encode("utf-8", "surrogatepass"), method)


@given(built_pages)
@settings(deadline=None, max_examples=150)
def test_block_texts_stand_in_the_page(page: str) -> None:
    _assert_subsequence(page.encode("utf-8", "surrogatepass"))


@given(st.integers(min_value=0, max_value=2**32))
@settings(deadline=None, max_examples=60)
def test_block_texts_of_broken_pages_stand_in_them(seed: int) -> None:
    rng, sources = random.Random(seed), pages()
    _assert_subsequence(mutate(rng.choice(sources), rng, sources))


def test_mutants_repeat_for_a_seed_and_differ_between_seeds() -> None:
    first = list(mutants(1, 20))
    assert first == list(mutants(1, 20))
    assert first != list(mutants(2, 20))
    assert sum(page not in pages() for page in first) > 15


def _assert_subsequence(page: bytes) -> None:
    try:
        document = zrno.extract(page, method="news")
    except zrno.ZrnoError:
        return
    written = iter("".join("".join(document.blocks.tree.texts).split()))
    for text in document.blocks.texts:
        for character in "".join(text.split()):
            assert character in written, (
                f"{character!r} of {text!r} is not in the page after what came before"
            )
