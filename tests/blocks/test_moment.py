"""Dates in words: a table by hand over the languages, what is no date, and any text at all."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.blocks.moment import Moment, read, search
from zrno.blocks.moment_words import bare, date_words

PRAGUE_SUMMER = timezone(timedelta(hours=2))
NOW = datetime(2021, 5, 3, 18, 0, tzinfo=PRAGUE_SUMMER)


def zone(hours: float) -> timezone:
    return timezone(timedelta(hours=hours))


DAYS = [  # a day without a time
    ("4. 12. 2015", (2015, 12, 4)),
    ("4.12.2015", (2015, 12, 4)),
    ("04. 12. 2015", (2015, 12, 4)),
    ("Dub 28, 2016", (2016, 4, 28)),
    ("dubna 28, 2016", (2016, 4, 28)),
    ("28. dubna 2016", (2016, 4, 28)),
    ("28. DUBNA 2016", (2016, 4, 28)),
    ("28. dubna\n\t\t   2016", (2016, 4, 28)),
    ("28.\u00a0dubna\u00a02016", (2016, 4, 28)),
    ("28. května 2016", (2016, 5, 28)),
    ("28. kvetna 2016", (2016, 5, 28)),
    ("1. září 2020", (2020, 9, 1)),
    ("středa 5. února 2020", (2020, 2, 5)),
    ("neděle, 31. ledna 2021", (2021, 1, 31)),
    ("Vydáno 3. 5. 2021", (2021, 5, 3)),
    ("Aktualizováno3. 5. 2021", (2021, 5, 3)),
    ("28. Pro 2016", (2016, 12, 28)),
    ("28.04.16", (2016, 4, 28)),
    ("28.04.95", (1995, 4, 28)),
    ("2021-05-03", (2021, 5, 3)),
    ("2005-5-7", (2005, 5, 7)),
    ("2021/05/03", (2021, 5, 3)),
    ("2021.05.03", (2021, 5, 3)),
    ("2021.05.03.", (2021, 5, 3)),
    ("2021. 5. 3.", (2021, 5, 3)),
    ("20210503", (2021, 5, 3)),
    ("May 3, 2021", (2021, 5, 3)),
    ("MAY 3, 2021", (2021, 5, 3)),
    ("May 3rd, 2021", (2021, 5, 3)),
    ("3 May 2021", (2021, 5, 3)),
    ("3rd of May, 2021", (2021, 5, 3)),
    ("3-May-2021", (2021, 5, 3)),
    ("03/May/2021", (2021, 5, 3)),
    ("Updated: Sept. 3, 2020", (2020, 9, 3)),
    ("Posted on Monday, January 4, 2021 by Jane", (2021, 1, 4)),
    ("25/12/2020", (2020, 12, 25)),
    ("12/25/2020", (2020, 12, 25)),
    ("05/03/2021", (2021, 3, 5)),
    ("3. Mai 2021", (2021, 5, 3)),
    ("Montag, 03.05.2021", (2021, 5, 3)),
    ("1. März 2021", (2021, 3, 1)),
    ("24. Dez. 2020", (2020, 12, 24)),
    ("3 maja 2021", (2021, 5, 3)),
    ("3 maja 2021 r.", (2021, 5, 3)),
    ("11 listopada 2020", (2020, 11, 11)),
    ("2 października 2020", (2020, 10, 2)),
    ("3 травня 2021", (2021, 5, 3)),
    ("24 серпня 2020 року", (2020, 8, 24)),
    ("1. júna 2020", (2020, 6, 1)),
    ("29. októbra 2020", (2020, 10, 29)),
    ("3 мая 2021", (2021, 5, 3)),
    ("12 июня 2020 г.", (2020, 6, 12)),
    ("le 1er mai 2021", (2021, 5, 1)),
    ("lundi 3 août 2020", (2020, 8, 3)),
    ("14 févr. 2021", (2021, 2, 14)),
    ("3 de mayo de 2021", (2021, 5, 3)),
    ("mayo 3, 2021", (2021, 5, 3)),
    ("3 maggio 2021", (2021, 5, 3)),
    ("lunedì 21 dicembre 2020", (2020, 12, 21)),
    ("3 de maio de 2021", (2021, 5, 3)),
    ("1º de março de 2021", (2021, 3, 1)),
    ("3 mei 2021", (2021, 5, 3)),
    ("den 3 maj 2021", (2021, 5, 3)),
    ("3. marts 2021", (2021, 3, 3)),
    ("3. desember 2020", (2020, 12, 3)),
    ("3. toukokuuta 2021", (2021, 5, 3)),
    ("2021. május 3.", (2021, 5, 3)),
    ("2020. dec. 24.", (2020, 12, 24)),
    ("3 noiembrie 2020", (2020, 11, 3)),
    ("3 Mayıs 2021", (2021, 5, 3)),
    ("3 KASIM 2020", (2020, 11, 3)),
    ("3 Μαΐου 2021", (2021, 5, 3)),
    ("3 ΙΑΝΟΥΑΡΙΟΥ 2021", (2021, 1, 3)),
    ("3. svibnja 2021.", (2021, 5, 3)),
    ("3. септембра 2020.", (2020, 9, 3)),
    ("3. avgust 2020", (2020, 8, 3)),
    ("3 май 2021 г.", (2021, 5, 3)),
    ("3 ноември 2020", (2020, 11, 3)),
    ("3 красавіка 2021", (2021, 4, 3)),
    ("2021 m. gegužės 3 d.", (2021, 5, 3)),
    ("2021. gada 3. maijs", (2021, 5, 3)),
    ("3 d'abril de 2021", (2021, 4, 3)),
    ("3. maí 2021", (2021, 5, 3)),
    ("3 tháng 5, 2021", (2021, 5, 3)),
    ("2021年5月3日", (2021, 5, 3)),
    ("发布于2021年05月03日", (2021, 5, 3)),
    ("2021년 5월 3일", (2021, 5, 3)),
    ("3 مايو 2021", (2021, 5, 3)),
    ("٣ مايو ٢٠٢١", (2021, 5, 3)),
    ("3 במאי 2021", (2021, 5, 3)),
    ("3 मई 2021", (2021, 5, 3)),
]

TIMES = [  # a day with a time
    ("pondělí 25. dubna 2016, 6:10", datetime(2016, 4, 25, 6, 10)),
    ("28. dubna 2016 16:01", datetime(2016, 4, 28, 16, 1)),
    ("28. 4. 2016 15:01", datetime(2016, 4, 28, 15, 1)),
    ("28.04.2016 12:16", datetime(2016, 4, 28, 12, 16)),
    ("28.04.2016\n  12:16", datetime(2016, 4, 28, 12, 16)),
    ("3. května 2021 v 9.05", datetime(2021, 5, 3, 9, 5)),
    ("3. května 2021 | 9:05", datetime(2021, 5, 3, 9, 5)),
    ("3. 5. 2021 (9:05)", datetime(2021, 5, 3, 9, 5)),
    ("9:05, 3. května 2021", datetime(2021, 5, 3, 9, 5)),
    ("14:05, Monday, 3 May 2021", datetime(2021, 5, 3, 14, 5)),
    ("2015-12-04T16:43CET", datetime(2015, 12, 4, 16, 43, tzinfo=zone(1))),
    ("2015-12-03T20:32:57+00:00", datetime(2015, 12, 3, 20, 32, 57, tzinfo=UTC)),
    ("2015-12-03T20:32:57Z", datetime(2015, 12, 3, 20, 32, 57, tzinfo=UTC)),
    ("2015-12-03T20:32:57.5Z", datetime(2015, 12, 3, 20, 32, 57, 500_000, tzinfo=UTC)),
    ("2015-12-03T20:32+0100", datetime(2015, 12, 3, 20, 32, tzinfo=zone(1))),
    ("2015-12-03T20:32-05:00", datetime(2015, 12, 3, 20, 32, tzinfo=zone(-5))),
    ("2015-12-03T20:32:57+05:30", datetime(2015, 12, 3, 20, 32, 57, tzinfo=zone(5.5))),
    ("20151203T203257Z", datetime(2015, 12, 3, 20, 32, 57, tzinfo=UTC)),
    ("2024-05-03 15:47:42.389000+00:00", datetime(2024, 5, 3, 15, 47, 42, 389_000, tzinfo=UTC)),
    ("2024-05-03 15:47", datetime(2024, 5, 3, 15, 47)),
    ("Tue, 03 May 2016 10:00:00 GMT", datetime(2016, 5, 3, 10, tzinfo=UTC)),
    ("Tue, 03 May 2016 10:00:00 -0400", datetime(2016, 5, 3, 10, tzinfo=zone(-4))),
    ("Tue May  3 10:00:00 2016", datetime(2016, 5, 3, 10)),
    ("May 3rd, 2021 at 4:05 p.m. EST", datetime(2021, 5, 3, 16, 5, tzinfo=zone(-5))),
    ("May 3, 2021 12:05 AM", datetime(2021, 5, 3, 0, 5)),
    ("May 3, 2021, 4 pm", datetime(2021, 5, 3, 16)),
    ("3 May 2021 14:05 BST", datetime(2021, 5, 3, 14, 5, tzinfo=zone(1))),
    ("3 May 2021 14:05 (UTC+2)", datetime(2021, 5, 3, 14, 5, tzinfo=zone(2))),
    ("3. Mai 2021, 14:05 Uhr", datetime(2021, 5, 3, 14, 5)),
    ("3. Mai 2021 um 14.05 Uhr", datetime(2021, 5, 3, 14, 5)),
    ("3. Mai 2021, 14 Uhr", datetime(2021, 5, 3, 14)),
    ("03.05.2021, 14:05", datetime(2021, 5, 3, 14, 5)),
    ("3 maja 2021 r., godz. 14:05", datetime(2021, 5, 3, 14, 5)),
    ("3 травня 2021, 14:05", datetime(2021, 5, 3, 14, 5)),
    ("3 травня 2021 р. о 14:05", datetime(2021, 5, 3, 14, 5)),
    ("14:05 3 травня 2021", datetime(2021, 5, 3, 14, 5)),
    ("3 мая 2021 года в 14:05 МСК", datetime(2021, 5, 3, 14, 5, tzinfo=zone(3))),
    ("3 mai 2021 à 14h05", datetime(2021, 5, 3, 14, 5)),
    ("3 de mayo de 2021 a las 14:05", datetime(2021, 5, 3, 14, 5)),
    ("3 maggio 2021 alle ore 14.05", datetime(2021, 5, 3, 14, 5)),
    ("3. maj 2021 kl. 14.05", datetime(2021, 5, 3, 14, 5)),
    ("3.5.2021 klo 14.05", datetime(2021, 5, 3, 14, 5)),
    ("2021. május 3. 14:05", datetime(2021, 5, 3, 14, 5)),
    ("2021年5月3日 14:05", datetime(2021, 5, 3, 14, 5)),
    ("2021年5月3日下午2:05", datetime(2021, 5, 3, 14, 5)),
    ("2021年5月3日 14時05分", datetime(2021, 5, 3, 14, 5)),
    ("2021.05.03 오후 2:05", datetime(2021, 5, 3, 14, 5)),
    ("3. 5. 2021 10:00-12:00", datetime(2021, 5, 3, 10)),
]

COUNTED = [  # counted back from NOW, Monday 3 May 2021, 18:00 in Prague
    ("Dnes 16:22", datetime(2021, 5, 3, 16, 22)),
    ("Dnes\u00a0v\u00a016:22", datetime(2021, 5, 3, 16, 22)),
    ("Včera 16:22", datetime(2021, 5, 2, 16, 22)),
    ("Včera\n   16:22", datetime(2021, 5, 2, 16, 22)),
    ("Today, 4:22 PM", datetime(2021, 5, 3, 16, 22)),
    ("Heute, 16:22 Uhr", datetime(2021, 5, 3, 16, 22)),
    ("gestern um 16.22 Uhr", datetime(2021, 5, 2, 16, 22)),
    ("Сьогодні, 16:22", datetime(2021, 5, 3, 16, 22)),
    ("Вчора, 16:22", datetime(2021, 5, 2, 16, 22)),
    ("Wczoraj o 16:22", datetime(2021, 5, 2, 16, 22)),
    ("aujourd’hui à 16h22", datetime(2021, 5, 3, 16, 22)),
    ("i går kl. 16.22", datetime(2021, 5, 2, 16, 22)),
    ("昨天 16:22", datetime(2021, 5, 2, 16, 22)),
    ("před 45 minutami", datetime(2021, 5, 3, 17, 15)),
    ("před 6 hodinami", datetime(2021, 5, 3, 12)),
    ("před\n 6\u00a0hodinami", datetime(2021, 5, 3, 12)),
    ("před hodinou", datetime(2021, 5, 3, 17)),
    ("2 hours ago", datetime(2021, 5, 3, 16)),
    ("5h ago", datetime(2021, 5, 3, 13)),
    ("an hour ago", datetime(2021, 5, 3, 17)),
    ("vor 3 Stunden", datetime(2021, 5, 3, 15)),
    ("vor 5 Min.", datetime(2021, 5, 3, 17, 55)),
    ("przed 2 godzinami", datetime(2021, 5, 3, 16)),
    ("2 godziny temu", datetime(2021, 5, 3, 16)),
    ("5 хвилин тому", datetime(2021, 5, 3, 17, 55)),
    ("2 часа назад", datetime(2021, 5, 3, 16)),
    ("il y a 2 heures", datetime(2021, 5, 3, 16)),
    ("il\u00a0y\n  a 2 heures", datetime(2021, 5, 3, 16)),
    ("I\u00a0GÅR kl. 16.22", datetime(2021, 5, 2, 16, 22)),
    ("hace 2 horas", datetime(2021, 5, 3, 16)),
    ("2 ore fa", datetime(2021, 5, 3, 16)),
    ("há 2 horas", datetime(2021, 5, 3, 16)),
    ("2 uur geleden", datetime(2021, 5, 3, 16)),
    ("för 2 timmar sedan", datetime(2021, 5, 3, 16)),
    ("2 tuntia sitten", datetime(2021, 5, 3, 16)),
    ("2 órája", datetime(2021, 5, 3, 16)),
    ("acum 2 ore", datetime(2021, 5, 3, 16)),
    ("2 saat önce", datetime(2021, 5, 3, 16)),
    ("πριν από 2 ώρες", datetime(2021, 5, 3, 16)),
    ("prije 2 sata", datetime(2021, 5, 3, 16)),
    ("преди 2 часа", datetime(2021, 5, 3, 16)),
    ("pred 2 hodinami", datetime(2021, 5, 3, 16)),
    ("2小时前", datetime(2021, 5, 3, 16)),
    ("2시간 전", datetime(2021, 5, 3, 16)),
    ("לפני 2 שעות", datetime(2021, 5, 3, 16)),
]

DAYS_BACK = [
    ("před 3 dny", 3),
    ("3 days ago", 3),
    ("před 2 týdny", 14),
    ("Dnes", 0),
    ("Včera", 1),
    ("Вчора", 1),
    ("předevčírem", 2),
]

NO_DATES = [
    "",
    "   ",
    "Dub",
    "dub letní",
    "May",
    "Theresa May 2016 speech",
    "Mai Thai 2 Stück",
    "März",
    "v květnu 2021",
    "May 2021",
    "28. dubna",
    "2016",
    "tel. 777 123 456",
    "+420 228 042 016",
    "602-05-2021-44",
    "1 299 Kč",
    "12.50 EUR",
    "$1,299.00",
    "verze 1.2.3",
    "PyCharm 2021.1.3",
    "v12.05.20",
    "10.12.20.16",
    "192.168.1.20",
    "3:2 (1:0, 1:1, 1:1)",
    "6:4, 3:6, 10:12",
    "10-12",
    "2015–2016",
    "3.–5. května 2021",
    "3-5 May 2021",
    "ISBN 978-80-12-05202-1",
    "ISBN 80-12-05-2021",
    "§ 16 odst. 2",
    "Top 5 pro 2016",
    "35. dubna 2016",
    "31. 2. 2016",
    "13/13/2016",
    "2016-13-01",
    "2016-02-30T10:00",
    "99999999",
    "12345678901234567890",
    "3. května 1848",
    "3. května 2999",
    "https://example.org/2016/04/28/clanek",
    "1/2/3",
    "16:22",
    "2 hodiny",
    "for 3 hours",
    "za 3 dny",
    "50 % ze 3",
]


@pytest.mark.parametrize(("text", "day"), DAYS)
def test_day(text: str, day: tuple[int, int, int]) -> None:
    assert read(text) == Moment(datetime(*day), False, False, False)


@pytest.mark.parametrize(("text", "value"), TIMES)
def test_day_and_time(text: str, value: datetime) -> None:
    moment = read(text)
    assert moment == Moment(value, True, value.tzinfo is not None, False)
    assert moment.value.utcoffset() == value.utcoffset()


@pytest.mark.parametrize(("text", "value"), COUNTED)
def test_counted_back_from_retrieval(text: str, value: datetime) -> None:
    moment = read(text, retrieved=NOW)
    assert moment is not None
    assert (moment.value, moment.has_time, moment.relative) == (
        value.replace(tzinfo=PRAGUE_SUMMER),
        True,
        True,
    )


@pytest.mark.parametrize(("text", "days"), DAYS_BACK)
def test_days_back(text: str, days: int) -> None:
    value = datetime(2021, 5, 3, tzinfo=PRAGUE_SUMMER) - timedelta(days=days)
    assert read(text, retrieved=NOW) == Moment(value, False, False, True)


@pytest.mark.parametrize("text", NO_DATES)
def test_no_date(text: str) -> None:
    assert read(text, retrieved=NOW) is None
    assert read(text, retrieved=NOW, language="cs") is None
    assert search(text, retrieved=NOW) == []


@pytest.mark.parametrize("text", [text for text, _ in COUNTED + DAYS_BACK])
def test_counting_back_needs_the_retrieval(text: str) -> None:
    assert read(text) is None


def test_zone_of_a_relative_date() -> None:
    hours = read("2 hours ago", retrieved=NOW)
    today = read("Dnes 16:22", retrieved=NOW)
    assert hours is not None
    assert today is not None
    assert (hours.has_zone, today.has_zone) == (True, False)
    naive = read("2 hours ago", retrieved=NOW.replace(tzinfo=None))
    assert naive == Moment(datetime(2021, 5, 3, 16), True, False, True)


@pytest.mark.parametrize(
    ("options", "month"),
    [
        ({}, 3),
        ({"language": "en-US"}, 5),
        ({"language": "en_us"}, 5),
        ({"language": "en-GB"}, 3),
        ({"day_first": False}, 5),
        ({"day_first": True, "language": "en-US"}, 3),
    ],
)
def test_order_of_day_and_month(options: dict[str, object], month: int) -> None:
    moment = read("05/03/2021", **options)  # type: ignore[arg-type]
    assert moment is not None
    assert moment.value.month == month


def test_the_language_decides_between_months_of_one_name() -> None:
    def month(text: str, language: str | None) -> int | None:
        moment = read(text, language=language)
        return moment and moment.value.month

    assert month("3. listopada 2020", "pl") == 11
    assert month("3. listopada 2020", "hr") == 10
    assert month("3. srp 2020", "cs") == 8
    assert month("3. srp 2020", "hr") == 7
    assert month("3 out 2020", "pt") == 10
    assert month("3 out 2020", "cs") is None


def test_years_in_question() -> None:
    assert read("3. května 1968", earliest=1900) == Moment(datetime(1968, 5, 3), False, False, False)
    assert read("3. května 2023") is not None
    assert read("3. května 2022", retrieved=NOW) is not None
    assert read("3. května 2023", retrieved=NOW) is None


def test_a_day_with_a_time_needs_no_year() -> None:
    def value(text: str) -> datetime | None:
        moment = read(text, retrieved=NOW)
        return moment and moment.value

    assert value("8 января, 17:46") == datetime(2021, 1, 8, 17, 46)
    assert value("24. prosince 17:46") == datetime(2020, 12, 24, 17, 46)
    assert value("3. května v 9:05") == datetime(2021, 5, 3, 9, 5)
    assert value("3. května") is None
    assert value("29. února 10:00") == datetime(2020, 2, 29, 10)
    assert read("8 января, 17:46") is None


def test_search_gives_all_dates_with_their_places() -> None:
    text = "Vydáno: pondělí 3. května 2021 v 9:05 | změněno Dnes 16:22, tel. 777 123 456; foto 28.04.2016 ČTK"
    found = search(text, retrieved=NOW)
    assert [text[f.start : f.end] for f in found] == [
        "pondělí 3. května 2021 v 9:05",
        "Dnes 16:22",
        "28.04.2016",
    ]
    assert [f.moment.value.day for f in found] == [3, 3, 28]


def test_a_time_belongs_to_one_date() -> None:
    found = search("28. 4. 2016 15:01 | 3. 5. 2016")
    assert [(f.moment.value, f.moment.has_time) for f in found] == [
        (datetime(2016, 4, 28, 15, 1), True),
        (datetime(2016, 5, 3), False),
    ]


def test_a_lone_word_is_found_only_when_it_tells_the_time() -> None:
    assert search("Dnes", retrieved=NOW) == []
    assert [f.end for f in search("před hodinou", retrieved=NOW)] == [12]
    assert search("Stalo se to před hodinou", retrieved=NOW) == []


def test_last_resort_reads_further_languages() -> None:
    assert read("3 Mei 2021", language="af") == Moment(datetime(2021, 5, 3), False, False, False)
    assert read("3 พฤษภาคม 2021", language="th") == Moment(datetime(2021, 5, 3), False, False, False)
    assert read("3 พฤษภาคม 2021") is None
    assert read("3 kdesi 2021", language="xx-none") is None


def test_tables_are_complete() -> None:
    words = date_words()
    names = {(language, month) for entries in words.months.values() for language, month, _ in entries}
    languages = {language for language, _ in names}
    assert len(languages) >= 30
    assert names == {(language, month) for language in languages for month in range(1, 13)}
    assert bare("Září.") == "zari"


@given(st.text())
def test_any_text(text: str) -> None:
    read(text, retrieved=NOW)
    _check(text)


PIECES = [
    "3",
    "28",
    "2016",
    ".",
    ". ",
    "-",
    "/",
    ":",
    " ",
    "\n",
    ",",
    "T",
    "Z",
    "+",
    "dubna",
    "May",
    "včera",
    "před",
    "hodinami",
]
PIECES += [
    "ago",
    "h",
    "10:00",
    "0",
    "年",
    "月",
    "日",
    "CET",
    "am",
    "pm",
    "(",
    "٣",
    "\u00a0",
    "d'",
    "'",
    "30",
    "12",
    "99",
    "v",
    "24",
]


@given(
    st.lists(st.sampled_from(PIECES)).map("".join), st.sampled_from([None, NOW, datetime.min, datetime.max])
)
def test_any_pieces_of_dates(text: str, retrieved: datetime | None) -> None:
    read(text, retrieved=retrieved)
    _check(text)


def _check(text: str) -> None:
    end = 0
    for found in search(text, retrieved=NOW):
        assert end <= found.start < found.end <= len(text)
        assert text[found.start : found.end].strip()
        end = found.end
