from __future__ import annotations

from collections import Counter

import pytest

from zrno.blocks.stopwords import any_language, guess_language, languages, stopwords, words

SENTENCES = {
    "cs": "Město se rozhodlo, že most opraví až v příštím roce, protože na to teď nemá peníze.",
    "en": "The town has decided that it will repair the bridge next year because there is no money now.",
    "de": "Die Stadt hat beschlossen, dass sie die Brücke erst im nächsten Jahr repariert.",
    "pl": "Miasto zdecydowało, że most będzie naprawiany w przyszłym roku, bo nie ma na to pieniędzy.",
    "uk": "Місто вирішило, що міст відремонтують лише наступного року, бо на це зараз немає грошей.",
}


def test_words_are_lower_case_without_marks_and_ideographs_stand_alone() -> None:
    assert words("Déšť, 3 DNY; foo_bar don't 日本語") == [
        "déšť",
        "3",
        "dny",
        "foo",
        "bar",
        "don",
        "t",
        *"日本語",
    ]


def test_lists_are_read_by_code() -> None:
    assert {"cs", "de", "en", "pl", "uk"} <= set(languages())
    assert {"the", "and"} <= stopwords("en")
    assert "že" in stopwords("cs")
    assert not any(word.startswith("#") for word in any_language())
    assert stopwords("en") | stopwords("uk") <= any_language()


def test_an_unknown_language_has_no_stop_words() -> None:
    assert stopwords("xx") == frozenset()
    assert stopwords("../en") == frozenset()


@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_the_language_is_the_one_whose_stop_words_cover_the_text(code: str) -> None:
    assert guess_language(Counter(words(SENTENCES[code]))) == code


def test_a_declared_language_wins_only_a_close_race() -> None:
    counts = Counter(words(SENTENCES["cs"]))
    assert guess_language(counts, "en-GB") == "cs"
    shared = Counter(sorted(stopwords("cs") & stopwords("sk"))[:20])
    assert guess_language(shared, "sk-SK") == "sk"
    assert guess_language(shared, "cs") == "cs"


def test_no_words_or_no_stop_words_name_no_language() -> None:
    assert guess_language(Counter()) == ""
    assert guess_language(Counter(["xqzt", "wvkj", "zzyx"]), "en") == ""
