"""The names in a byline, by hand-made examples in many languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.document import names


@pytest.mark.parametrize(
    ("byline", "expected"),
    [
        ("By Jane Doe", ("Jane Doe",)),
        ("BY JANE DOE", ("Jane Doe",)),
        ("By Jane Doe and John Roe", ("Jane Doe", "John Roe")),
        ("Jane Doe, John Roe, and Ann Poe", ("Jane Doe", "John Roe", "Ann Poe")),
        ("Autor: Jana Malá", ("Jana Malá",)),
        ("Autor/ři: Jana Malá, Petr Nový", ("Jana Malá", "Petr Nový")),
        ("Jana Malá a Petr Nový", ("Jana Malá", "Petr Nový")),
        ("Von Anna Klein und Max Groß", ("Anna Klein", "Max Groß")),
        ("Kommentar von Anna Klein", ("Anna Klein",)),
        ("Par Anne Petit et Luc Grand", ("Anne Petit", "Luc Grand")),
        ("Autorzy: Anna Mała i Piotr Nowy", ("Anna Mała", "Piotr Nowy")),
        ("Автор: Оксана Мала та Петро Новий", ("Оксана Мала", "Петро Новий")),
        ("Tekst: Kari Berg og Ola Dal", ("Kari Berg", "Ola Dal")),
        ("di Anna Piccola", ("Anna Piccola",)),
        ("作者：王小明", ("王小明",)),
        ("김하늘 기자", ("김하늘",)),
        ("Jana Malá / Petr Nový", ("Jana Malá", "Petr Nový")),
        ("Jana Malá; Petr Nový", ("Jana Malá", "Petr Nový")),
        ("ČTK, jam", ("ČTK", "jam")),
        ("Felix Klein, dpa", ("Felix Klein", "dpa")),
        ("Redakce", ("Redakce",)),
    ],
)
def test_lists_are_split_and_introductions_dropped(byline: str, expected: tuple[str, ...]) -> None:
    assert names.split(byline) == expected


@pytest.mark.parametrize(
    ("byline", "expected"),
    [
        ("Malá, Jana", ("Jana Malá",)),
        ("Doe, Jane K.", ("Jane K. Doe",)),
        ("Reuters, Jane Doe", ("Reuters", "Jane Doe")),
        ("Santiago Ramón y Cajal", ("Santiago Ramón y Cajal",)),
        ("Center for Grain Research and Education", ("Center for Grain Research and Education",)),
        ("Hill & Dale", ("Hill & Dale",)),
        ("Van Damme", ("Van Damme",)),
        ("Ursula von der Aue", ("Ursula von der Aue",)),
        ("Grain Press, a.s.", ("Grain Press a.s.",)),
        ("MARIE VAN DER BERG", ("Marie van der Berg",)),
        ("SEAN O'NEILL", ("Sean O'Neill",)),
        ("BBC NEWS", ("BBC NEWS",)),
        ("ČTK", ("ČTK",)),
    ],
)
def test_names_are_not_broken(byline: str, expected: tuple[str, ...]) -> None:
    assert names.split(byline) == expected


@pytest.mark.parametrize(
    ("byline", "expected"),
    [
        ("Jane Doe, MD, PhD", ("Jane Doe",)),
        ("Jane Doe, Senior Editor", ("Jane Doe",)),
        ("Jane Doe, Head of Growth & Design", ("Jane Doe",)),
        ("Jana Malá - redaktorka", ("Jana Malá",)),
        ("Jana Malá sportovní redaktorka", ("Jana Malá",)),
        ("redaktorka Jana Malá", ("Jana Malá",)),
        ("Jana Malá, Masarykova univerzita v Brně", ("Jana Malá",)),
        ("Jana Malá (jam)", ("Jana Malá",)),
        ("(jam)", ("jam",)),
        ("Jane Doe jane@example.com @janedoe https://example.com/jane", ("Jane Doe",)),
        ("Jane Doe | 3 May 2021", ("Jane Doe",)),
        ("Jane Doe 3. 5. 2021 14:00", ("Jane Doe",)),
        ("Jane Doe, May 3, 2021", ("Jane Doe",)),
        ("Jane Doe · The Daily Grain · Updated 3 May", ("Jane Doe",)),
        ("Jane Doe. Photos by John Roe", ("Jane Doe",)),
        ("dom, foto: archiv", ("dom",)),
        ("Staff Writer", ("Staff Writer",)),
    ],
)
def test_what_is_no_name_is_left_out(byline: str, expected: tuple[str, ...]) -> None:
    assert names.split(byline) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "admin",
        "N/A",
        "https://example.com/jane",
        "jane@example.com",
        "@jane",
        "3 May 2021",
        "1",
        "By",
        "|",
        "x" * 70,
    ],
)
def test_nobody_is_nobody(text: str) -> None:
    assert names.split(text) == ()


def test_repeated_names_are_one() -> None:
    assert names.split("Jana Malá, JANA MALÁ, Jana Mala") == ("Jana Malá",)


@pytest.mark.parametrize(
    "name", ["Jane Doe", "Jane K. Doe", "Ursula von der Aue", "Jean-Luc d'Or", "王小明", "김하늘"]
)
def test_full_names_are_personal(name: str) -> None:
    assert names.is_personal(name)


@pytest.mark.parametrize(
    "name",
    [
        "Jane",
        "ČTK",
        "Grain Press",
        "Redakce webu",
        "example.com",
        "Read the article!",
        "jane doe",
        "Agent 47",
    ],
)
def test_other_names_are_not_personal(name: str) -> None:
    assert not names.is_personal(name)


def test_introduced_gives_what_follows() -> None:
    assert names.introduced("By Jane Doe") == "Jane Doe"
    assert names.introduced("Autor: Jana") == "Jana"
    assert names.introduced("Autor Jana Malá píše") == "Jana Malá píše"
    assert names.introduced("Bystrá řeka") == ""
    assert names.introduced("Text klesá") == ""


@given(st.text(max_size=300))
def test_any_text_gives_clean_distinct_names(text: str) -> None:
    found = names.split(text)
    assert len({name.casefold() for name in found}) == len(found)
    for name in found:
        assert name == " ".join(name.split())
        assert 0 < len(name) <= names.MAX_NAME
        assert names.is_name(name)


@given(
    st.lists(
        st.sampled_from(["Jana Malá", "Petr Nový", "Eva Bílá", "Jan Černý"]),
        min_size=1,
        max_size=4,
        unique=True,
    )
)
def test_a_written_list_is_read_back(people: list[str]) -> None:
    assert names.split("Autoři: " + ", ".join(people)) == tuple(people)
