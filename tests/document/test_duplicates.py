"""Fingerprints: stable, near for near texts, far for others, and grouped as a slow search would."""

from __future__ import annotations

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.document.duplicates import NEAR_BITS, digest, distance, fingerprint, groups, near
from zrno.errors import OptionError

patient = settings(deadline=None)

STORY = " ".join(
    f"Ve vsi číslo {number} otevřeli sousedé pekárnu a prodali první den {number * 7} chlebů."
    for number in range(40)
)


def test_fingerprint_never_changes() -> None:
    # Kept in collections: a change of the hash makes all stored fingerprints worthless.
    assert fingerprint("Příliš žluťoučký kůň úpěl ďábelské ódy.") == "110a0a3928908243"
    assert fingerprint("日本語の文章です") == "7385406014042038"
    assert fingerprint("one") == "38d3f932f1435929"


def test_nothing_gives_zeros() -> None:
    assert fingerprint("") == fingerprint(" \n.!?") == "0" * 16


@patient
@given(st.text())
def test_any_text_has_sixteen_digits(text: str) -> None:
    found = fingerprint(text)
    assert len(found) == 16
    assert 0 <= int(found, 16) < 2**64
    assert digest(text) == digest(text)


def test_case_spaces_and_punctuation_do_not_count() -> None:
    one, other = "Tady je HEZKY, řekla.", "  tady je\nhezky řekla"
    assert fingerprint(one) == fingerprint(other)
    assert digest(one) == digest(other)


def test_composed_and_decomposed_accents_are_one() -> None:
    assert fingerprint("č" * 3) == fingerprint("c\u030c" * 3)


def test_digest_tells_words_apart() -> None:
    assert digest("ab c") != digest("a bc")
    assert digest("jeden dva") != digest("dva jeden")


def test_order_of_words_counts() -> None:
    assert distance(fingerprint("pes honí kočku přes dvůr"), fingerprint("kočku honí pes přes dvůr")) > 0


def test_one_changed_word_stays_near() -> None:
    changed = STORY.replace("číslo 20", "jménem Lhota", 1)
    assert changed != STORY
    assert near(fingerprint(STORY), fingerprint(changed))


def test_another_story_is_far() -> None:
    other = " ".join(f"Vlak {number} dojel na nádraží o {number} minut později." for number in range(40))
    assert distance(fingerprint(STORY), fingerprint(other)) > 16
    assert not near(fingerprint(STORY), fingerprint(other))


def test_ideographs_are_words() -> None:
    text = "今天天气很好我们去公园散步然后回家吃饭看电视睡觉明天再去学校读书写字"
    assert 0 < distance(fingerprint(text), fingerprint(text.replace("公园", "山上"))) < 32


def test_distance_counts_bits() -> None:
    assert distance("0000000000000000", "000000000000000f") == 4
    assert distance("ffffffffffffffff", "0000000000000000") == 64
    assert near("0000000000000000", "00000000000000ff", bits=8)
    assert not near("0000000000000000", "00000000000001ff", bits=8)


@pytest.mark.parametrize("broken", ["", "xyz", "0" * 15, "g" * 16, "0" * 17])
def test_no_fingerprint_is_refused(broken: str) -> None:
    with pytest.raises(OptionError, match="is no fingerprint"):
        distance(broken, "0" * 16)


def test_groups_of_nothing() -> None:
    assert groups([]) == []
    assert groups(["0" * 16]) == []


@pytest.mark.parametrize("bits", [-1, -2, 65])
def test_groups_refuse_impossible_bits(bits: int) -> None:
    with pytest.raises(OptionError, match="out of range"):
        groups(["0" * 16], bits=bits)


def test_groups_chain_and_keep_order() -> None:
    a, b, c = "0000000000000000", "00000000000000ff", "000000000000ffff"
    lonely = "aaaaaaaaaaaaaaaa"
    assert groups([lonely, c, a, b]) == [[1, 2, 3]]  # a and c differ in 16 bits, b lies between
    assert groups([a, lonely, a, lonely]) == [[0, 2], [1, 3]]
    assert groups([a, b], bits=7) == []


@pytest.mark.parametrize("bits", [0, 3, NEAR_BITS, 20])
def test_groups_agree_with_comparing_all_pairs(bits: int) -> None:
    source = random.Random(bits)
    numbers = [source.getrandbits(64) for _ in range(60)]
    for _ in range(120):
        flips = source.sample(range(64), source.randrange(bits + 3))
        numbers.append(source.choice(numbers) ^ sum(1 << place for place in flips))
    prints = [f"{number:016x}" for number in numbers]
    assert groups(prints, bits=bits) == slow_groups(prints, bits)


def slow_groups(prints: list[str], bits: int) -> list[list[int]]:
    root = list(range(len(prints)))
    for one, other in combinations(range(len(prints)), 2):
        if distance(prints[one], prints[other]) <= bits and root[one] != root[other]:
            low, high = sorted((root[one], root[other]))
            root = [low if each == high else each for each in root]
    found = [[place for place, each in enumerate(root) if each == first] for first in sorted(set(root))]
    return [group for group in found if len(group) > 1]
