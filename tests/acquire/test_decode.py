from __future__ import annotations

import gzip
import random
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zrno.acquire import detect
from zrno.acquire.decode import codec_of, decode, looks_binary
from zrno.errors import NotText, ZrnoError

TEXTS = {
    "cs": "Na náměstí se v sobotu sešly stovky lidí, aby oslavily konec žní. Děti běhaly kolem kašny "
    "a starosta rozdával čerstvé koláče. Večer začalo pršet, přesto zůstala většina návštěvníků do noci.",
    "sk": "Ľudia z dediny prišli ráno k rieke, pretože voda opäť stúpla. Hasiči stavali hrádze a sťahovali "
    "techniku do bezpečia. Najväčšie škody hlásili v záhradách, kde víchrica zlomila staré čerešne.",
    "pl": "Wczoraj wieczorem mieszkańcy wsi spotkali się w świetlicy, żeby porozmawiać o nowej drodze. "
    "Sołtys obiecał, że prace zaczną się jeszcze w październiku. Część osób wątpi, czy wystarczy pieniędzy.",
    "hu": "Tegnap délután erős szél söpört végig a városon, és több fa is kidőlt a főutcán. A tűzoltók "
    "gyorsan megérkeztek, így estére már újra járt a villamos. Senki sem sérült meg, csak egy autó.",
    "ro": "Oamenii din sat s-au întâlnit ieri în faţa primăriei ca să vorbească despre şcoala nouă. "
    "Învăţătoarea a spus că lucrările vor începe în toamnă şi că toţi copiii vor avea bănci noi.",
    "de": "Am Sonntag öffnete das kleine Museum seine Türen für die Gäste. Über hundert Menschen kamen, "
    "um die Ausstellung über frühere Bräuche zu sehen. Draußen spielte eine Kapelle, und es gab süßen Most.",
    "fr": "Le marché a été déplacé près de l'église à cause des travaux. Les vendeurs espèrent que leurs "
    "clients fidèles les retrouveront là-bas. Les légumes de la vallée étaient très demandés cette année.",
    "es": "El sábado por la mañana los niños plantaron árboles junto al río. La maestra les explicó cómo "
    "regarlos y por qué aquí crecerán más rápido. Después comieron piña y bebieron limonada.",
    "pt": "A estação de comboios reabriu na manhã de sábado. As obras duraram três anos e custaram milhões. "
    "Os passageiros não esconderam a emoção quando o primeiro comboio chegou à plataforma.",
    "it": "La città ha riaperto il ponte più antico dopo due anni di lavori. È stata una festa: c'era "
    "la banda, perché così si fa da sempre. Il sindaco dirà domani quanto è costato e chi pagherà metà.",
    "sv": "På lördagen öppnade den nya simhallen i staden. Många familjer stod i kö redan från början, "
    "och barnen ville genast pröva rutschbanan. Någon hade till och med åkt ända från kusten.",
    "tr": "Dün akşam köyün ortasındaki çeşme yeniden açıldı. Çocuklar suyun başında oynadı, yaşlılar "
    "ağaçların gölgesinde çay içti. Muhtar, yolun da önümüzdeki yıl yapılacağını söyledi.",
    "lt": "Šeštadienį miestelio aikštėje susirinko šimtai žmonių. Vaikai šoko aplink ąžuolą, o seneliai "
    "pardavinėjo šviežią medų. Vėliau prasidėjo lietus, bet šventė tęsėsi iki vėlyvo vakaro.",
    "ru": "Утром в деревне выпал первый снег, и дети сразу побежали на горку. Взрослые чистили дорогу "
    "к школе и обсуждали новый мост. Вечером в клубе показали старый фильм о море.",
    "uk": "Уранці в селі випав перший сніг, і діти одразу побігли на гірку. Дорослі чистили дорогу до "
    "школи та говорили про новий міст. Увечері в клубі показали стару стрічку про їхній край.",
    "bg": "Сутринта в селото падна първият сняг и децата веднага излязоха на пързалката. Възрастните "
    "чистеха пътя към училището и говореха за новия мост. Вечерта всички се събраха в читалището.",
    "el": "Το πρωί έπεσε το πρώτο χιόνι στο χωριό και τα παιδιά βγήκαν αμέσως να παίξουν. Οι μεγάλοι "
    "καθάριζαν τον δρόμο προς το σχολείο και μιλούσαν για τη νέα γέφυρα.",
    "he": "בבוקר ירד השלג הראשון בכפר והילדים יצאו מיד לשחק. המבוגרים ניקו את הדרך לבית הספר "
    "ודיברו על הגשר החדש.",
    "ar": "في الصباح سقط أول ثلج على القرية وخرج الأطفال فورا للعب. كان الكبار ينظفون الطريق إلى المدرسة "
    "ويتحدثون عن الجسر الجديد.",
    "th": "เช้านี้มีตลาดใหม่เปิดที่ริมแม่น้ำ เด็กๆ วิ่งเล่นกันอย่างสนุกสนาน และผู้ใหญ่ซื้อผลไม้กลับบ้าน",
    "zh": "昨天早上村里下了第一场雪，孩子们马上跑到山坡上玩。大人们清理通往学校的道路，并且讨论新桥的问题。"
    "晚上大家在文化中心看了一部关于大海的老电影。",
    "hant": "昨天早上村裡下了第一場雪，孩子們馬上跑到山坡上玩。大人們清理通往學校的道路，並且討論新橋的問題。"
    "晚上大家在文化中心看了一部關於大海的老電影。",
    "ja": "昨日の朝、村に初雪が降り、子どもたちはすぐに坂へ走っていきました。"
    "大人たちは学校への道を掃除しながら、新しい橋について話しました。夜は公民館で海の古い映画を見ました。",
    "ko": "어제 아침 마을에 첫눈이 내리자 아이들은 바로 언덕으로 달려갔다. 어른들은 학교로 가는 길을 "
    "치우면서 새 다리에 대해 이야기했다. 저녁에는 모두 모여 바다에 관한 오래된 영화를 보았다.",
}
CENTRE = ("cs", "sk", "pl", "hu", "ro")
WEST = ("de", "fr", "es", "pt", "it", "sv")
CYRILLIC = ("ru", "uk", "bg")
DETECTED = [
    *((language, codec) for codec in ("cp1250", "iso8859-2") for language in CENTRE),
    *((language, "cp1252") for language in WEST),
    *((language, codec) for codec in ("cp1251", "iso8859-5", "mac-cyrillic") for language in CYRILLIC),
    ("ru", "koi8-r"),
    ("bg", "koi8-r"),
    ("uk", "koi8-u"),
    ("ru", "cp866"),
    ("el", "cp1253"),
    ("el", "iso8859-7"),
    ("tr", "cp1254"),
    ("lt", "cp1257"),
    ("he", "cp1255"),
    ("ar", "cp1256"),
    ("th", "cp874"),
    ("zh", "gb18030"),
    ("zh", "gb2312"),
    ("hant", "big5"),
    ("ja", "cp932"),
    ("ja", "euc-jp"),
    ("ja", "iso2022-jp"),
    ("ko", "cp949"),
]
# What a page may write, the codec it was written with, and a language for it.
DECLARED = [
    *((language, "windows-1250", "cp1250") for language in CENTRE),
    *((language, "ISO-8859-2", "iso8859-2") for language in CENTRE),
    *((language, "iso-8859-1", "latin-1") for language in WEST),
    *((language, "windows-1252", "cp1252") for language in WEST),
    *((language, "windows-1251", "cp1251") for language in CYRILLIC),
    *((language, "utf-8", "utf-8") for language in TEXTS),
    ("de", "iso-8859-15", "iso8859-15"),
    ("ro", "iso-8859-16", "iso8859-16"),
    ("cs", "cp852", "cp852"),
    ("cs", "x-mac-ce", "mac-latin2"),
    ("fr", "macintosh", "mac-roman"),
    ("ru", "koi8-r", "koi8-r"),
    ("uk", "koi8-u", "koi8-u"),
    ("ru", "iso-8859-5", "iso8859-5"),
    ("ru", "ibm866", "cp866"),
    ("uk", "x-mac-cyrillic", "mac-cyrillic"),
    ("el", "windows-1253", "cp1253"),
    ("el", "greek", "iso8859-7"),
    ("tr", "iso-8859-9", "iso8859-9"),
    ("tr", "windows-1254", "cp1254"),
    ("lt", "windows-1257", "cp1257"),
    ("lt", "iso-8859-13", "iso8859-13"),
    ("lt", "iso-8859-4", "iso8859-4"),
    ("he", "windows-1255", "cp1255"),
    ("he", "iso-8859-8-i", "iso8859-8"),
    ("ar", "windows-1256", "cp1256"),
    ("ar", "iso-8859-6", "iso8859-6"),
    ("th", "tis-620", "cp874"),
    ("zh", "gb2312", "gb2312"),
    ("zh", "gbk", "gbk"),
    ("hant", "gb18030", "gb18030"),
    ("hant", "big5", "big5"),
    ("ja", "x-sjis", "cp932"),
    ("ja", "euc-jp", "euc-jp"),
    ("ja", "iso-2022-jp", "iso2022-jp"),
    ("ko", "ks_c_5601-1987", "cp949"),
    ("ko", "euc-kr", "euc-kr"),
]


def page(text: str, label: str = "") -> str:
    meta = f'<meta charset="{label}">' if label else ""
    return f"<!DOCTYPE html><html><head>{meta}<title>x</title></head><body><p>{text}</p></body></html>"


# The order of what counts


@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_the_byte_order_mark_beats_all(codec: str) -> None:
    body = ("\ufeff" + page(TEXTS["cs"], "koi8-r")).encode(codec)
    got = decode(body, content_type="text/html; charset=windows-1252")
    assert (got.text, got.encoding, got.origin) == (page(TEXTS["cs"], "koi8-r"), codec, "bom")


def test_the_header_beats_the_meta_element() -> None:
    body = page("Šumava", "windows-1250").encode("iso8859-2")
    got = decode(body, content_type='text/html; charset="ISO-8859-2"')
    assert (got.encoding, got.origin) == ("iso8859-2", "http header")
    assert "Šumava" in got.text


@pytest.mark.parametrize(
    "head",
    [
        '<meta charset="windows-1250">',
        "<META CHARSET = windows-1250 >",
        '<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">',
        "<meta content='text/html;charset=Windows-1250' http-equiv='content-type'/>",
        "<!-- <meta charset=koi8-r> --><meta charset=windows-1250>",
        "<script>" + "x" * 6000 + "</script><meta charset=windows-1250>",
    ],
)
def test_declarations_in_the_page(head: str) -> None:
    got = decode((head + "<p>Žďár").encode("cp1250"))
    assert (got.text, got.encoding, got.origin) == (head + "<p>Žďár", "cp1250", "meta")


def test_the_xml_declaration_counts() -> None:
    body = '<?xml version="1.0" encoding="iso-8859-2"?><html>Žďár</html>'.encode("iso8859-2")
    assert (decode(body).encoding, decode(body).origin) == ("iso8859-2", "meta")


def test_utf16_in_a_meta_element_means_utf8() -> None:
    got = decode(page(TEXTS["cs"], "utf-16").encode())
    assert (got.encoding, got.origin) == ("utf-8", "meta")


def test_an_unknown_label_is_no_declaration() -> None:
    got = decode(page(TEXTS["cs"], "x-nonsense").encode("cp1250"), content_type="text/html; charset=")
    assert (got.encoding, got.origin) == ("cp1250", "detection")


@pytest.mark.parametrize(
    ("label", "codec"),
    [
        ("iso-8859-1", "cp1252"),
        ("ASCII", "cp1252"),
        (" Latin1 ", "cp1252"),
        ("gb2312", "gb18030"),
        ("x-sjis", "cp932"),
        ("ks_c_5601-1987", "cp949"),
        ("tis-620", "cp874"),
        ("iso-8859-9", "cp1254"),
        ("utf8", "utf-8"),
        ("x-mac-ukrainian", "mac-cyrillic"),
        ("klingon", None),
        ("", None),
    ],
)
def test_labels_are_read_as_browsers_do(label: str, codec: str | None) -> None:
    assert codec_of(label) == codec


# Declared encodings: what was written comes back


@pytest.mark.parametrize(("language", "label", "codec"), DECLARED)
def test_declared_pages_come_back(language: str, label: str, codec: str) -> None:
    written = page(TEXTS[language], label).encode(codec, "ignore").decode(codec)
    for content_type in (None, f"text/html; charset={label}"):
        got = decode(written.encode(codec), content_type=content_type)
        assert got.text == written
        assert got.encoding == codec_of(label)
        assert got.origin == ("meta" if content_type is None else "http header")


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_declared_text_comes_back_whatever_its_words(data: st.DataObject) -> None:
    language, label, codec = data.draw(st.sampled_from(DECLARED))
    # Chinese and Japanese put no spaces between words; with them the bytes would look like letters.
    gap = " " if " " in TEXTS[language] else ""
    words = TEXTS[language].split() if gap else list(TEXTS[language])
    chosen = data.draw(st.lists(st.sampled_from(words), min_size=1, max_size=40))
    written = page(gap.join(chosen), label).encode(codec, "ignore").decode(codec)
    assert decode(written.encode(codec)).text == written


@settings(max_examples=150, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=60))
def test_any_text_in_utf8_comes_back(text: str) -> None:
    written = page(text, "utf-8")
    assert decode(written.encode()).text == written
    assert decode(("\ufeff" + written).encode("utf-16-le")).text == written


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("language", ["cs", "ru", "zh"])
def test_wide_units_without_a_mark(codec: str, language: str) -> None:
    body = page(TEXTS[language]).encode(codec)
    got = decode(body)
    assert (got.text, got.encoding, got.origin) == (page(TEXTS[language]), codec, "detection")
    label = codec.replace("-le", "le").replace("-be", "be")
    assert decode(body, content_type=f"text/html; charset={label}").origin == "http header"
    assert decode(body, content_type="text/html; charset=utf-8").origin == "correction"


# Nothing declared


@pytest.mark.parametrize(("language", "codec"), DETECTED)
def test_undeclared_pages_are_detected(language: str, codec: str) -> None:
    written = page(TEXTS[language]).encode(codec, "ignore").decode(codec)
    got = decode(written.encode(codec))
    assert got.text == written
    assert got.origin == "detection"


@pytest.mark.parametrize("language", TEXTS)
def test_undeclared_utf8_is_detected(language: str) -> None:
    got = decode(page(TEXTS[language]).encode())
    assert (got.text, got.encoding, got.origin) == (page(TEXTS[language]), "utf-8", "detection")


def test_plain_ascii() -> None:
    assert decode(b"<p>plain").origin == "detection"
    got = decode(b"<meta charset=windows-1250><p>plain")
    assert (got.encoding, got.origin) == ("cp1250", "meta")
    got = decode(b"<p>plain", content_type="text/html; charset=utf-16")
    assert (got.text, got.origin) == ("<p>plain", "correction")


def test_english_with_typographic_signs_is_western() -> None:
    text = "It’s the baker’s son – “late again”, she said… and closed the door."
    got = decode(page(text).encode("cp1252"))
    assert (got.text, got.encoding) == (page(text), "cp1252")


def test_hints_at_the_language_decide_where_the_bytes_cannot() -> None:
    assert decode("<html lang=cs><p>večer".encode("cp1250")).text.endswith("večer")
    assert decode("<html lang=fr><p>mère".encode("cp1252")).text.endswith("mère")
    assert decode("<p>večer".encode("cp1250"), url="https://www.example.cz/a").text.endswith("večer")


@pytest.mark.parametrize("text", ["é", "é ü", "×", "✓", "\ue600", "a\u0092b", "ř", "Ω"])
def test_a_single_utf8_sequence_is_believed(text: str) -> None:
    assert decode(page(text).encode()).text == page(text)
    assert decode(page(text, "iso-8859-1").encode()).text == page(text, "iso-8859-1")


def test_a_word_that_happens_to_be_valid_utf8() -> None:
    """In Windows-1250 the first two letters make the UTF-8 bytes of an Arabic letter."""
    body = page("Úžas").encode("cp1250")
    assert "ڞas" in body.decode("utf-8")
    assert decode(body).text == page("Úžas")


def test_a_short_chinese_word_that_happens_to_be_valid_utf8() -> None:
    body = page("一", "gbk").encode("gbk")
    assert body.decode("utf-8", "replace") != page("一", "gbk")
    assert decode(body).text == page("一", "gbk")


# Wrong declarations


@pytest.mark.parametrize(
    ("language", "codec", "label"),
    [
        ("cs", "cp1250", "iso-8859-1"),
        ("cs", "cp1250", "iso-8859-2"),
        ("cs", "cp1250", "windows-1251"),
        ("cs", "cp1250", "utf-8"),
        ("cs", "iso8859-2", "windows-1250"),
        ("cs", "iso8859-2", "utf-8"),
        ("pl", "cp1250", "iso-8859-1"),
        ("pl", "iso8859-2", "windows-1252"),
        ("hu", "cp1250", "windows-1252"),
        ("ru", "cp1251", "iso-8859-1"),
        ("ru", "cp1251", "utf-8"),
        ("ru", "koi8-r", "windows-1251"),
        ("ru", "cp1251", "koi8-r"),
        ("ru", "mac-cyrillic", "windows-1251"),
        ("uk", "koi8-u", "windows-1251"),
        ("uk", "cp1251", "iso-8859-5"),
        ("bg", "iso8859-5", "windows-1251"),
        ("el", "cp1253", "iso-8859-1"),
        ("de", "cp1252", "utf-8"),
        ("fr", "cp1252", "utf-8"),
        ("zh", "gb18030", "iso-8859-1"),
        ("zh", "gb18030", "utf-8"),
        ("hant", "big5", "gb2312"),
        ("ja", "cp932", "euc-jp"),
        ("ja", "euc-jp", "shift_jis"),
        ("ko", "cp949", "shift_jis"),
        ("cs", "utf-8", "windows-1250"),
        ("cs", "utf-8", "iso-8859-1"),
        ("ru", "utf-8", "windows-1251"),
        ("zh", "utf-8", "gb2312"),
    ],
)
def test_wrong_declarations_are_corrected(language: str, codec: str, label: str) -> None:
    written = page(TEXTS[language], label)
    got = decode(written.encode(codec))
    assert got.text == written
    assert got.origin == "correction"
    assert got.reason.startswith(f"declared {label} in meta, but the bytes are ")


def test_the_reason_shows_the_letters() -> None:
    body = page("Děti běhaly u řeky, měly ještě čas a těšily se.", "iso-8859-1").encode("cp1250")
    assert decode(body).reason == (
        "declared iso-8859-1 in meta, but the bytes are Windows-1250 (Czech): "
        "ě, č, ř stand where iso-8859-1 has ì, è, ø"
    )
    body = page(TEXTS["cs"], "iso-8859-1").encode("iso8859-2")
    assert "ISO 8859-2 (Czech): š, ě, č stand where iso-8859-1 has ¹, ì, è" in decode(body).reason


def test_the_meta_element_can_speak_against_the_header() -> None:
    body = page(TEXTS["cs"], "windows-1250").encode("cp1250")
    got = decode(body, content_type="text/html; charset=iso-8859-1")
    assert (got.text, got.encoding, got.origin) == (page(TEXTS["cs"], "windows-1250"), "cp1250", "correction")
    assert "as windows-1250 in meta says" in got.reason


def test_one_odd_sign_is_no_reason_to_correct() -> None:
    """A bullet from a symbol font, on every line of an English page declared as Cyrillic."""
    lines = b"".join(b"<br>\n\x9e Item number %d" % i for i in range(30))
    got = decode(b"<meta charset=windows-1251>" + lines)
    assert (got.encoding, got.origin) == ("cp1251", "meta")


# Damage


@pytest.mark.parametrize("label", ["utf-8", ""])
def test_utf8_with_a_few_broken_bytes_stays_utf8(label: str) -> None:
    good = page(TEXTS["cs"], label).encode()
    middle = good.index("náměstí".encode()) + 2  # the middle of a two-byte letter
    for body in (good[:middle] + good[middle + 1 :], good + b"\x9a", good[: good.index(b"\xc3") + 1] + good):
        got = decode(body)
        assert got.encoding == "utf-8"
        assert got.origin == ("meta" if label else "detection")
        assert 1 <= got.text.count("\ufffd") <= 2
        assert "damaged" in got.reason


def test_a_page_cut_inside_a_letter_stays_utf8() -> None:
    whole = page(TEXTS["ru"], "utf-8").encode()
    cut = whole[: whole.index("море".encode()) + 1]
    got = decode(cut)
    assert (got.encoding, got.text.count("\ufffd")) == ("utf-8", 1)


def test_mostly_broken_utf8_is_something_else() -> None:
    body = page("Déjà vu à l'hôtel, très chère fête", "utf-8").encode("cp1252")
    assert (decode(body).encoding, decode(body).origin) == ("cp1252", "correction")


def test_a_chinese_page_with_damage_is_still_chinese() -> None:
    body = page(TEXTS["zh"], "gb2312").encode("gbk").replace("孩子".encode("gbk"), b"\xff\xff")
    got = decode(body)
    assert (got.encoding, got.origin) == ("gb18030", "meta")
    assert "晚上大家在文化中心" in got.text


def sprinkled(body: bytes, every: int) -> bytes:
    return b"".join(body[place : place + every] + b"\0" for place in range(0, len(body), every))


@pytest.mark.parametrize("every", [2, 3, 5, 15])
def test_zeros_do_not_make_utf16_of_utf8(every: int) -> None:
    """With one zero after three letters all zeros stand where UTF-16 has them."""
    for words in ("The library on the square stays open longer from Monday. ", "Knihovna otevře později. "):
        written = f"<html><body class=news><p>{words * 20}"
        got = decode(sprinkled(written.encode(), every))
        assert got.text == written
        assert got.encoding == "utf-8"


@pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("words", ["plain words ", "हिन्दी में समाचार ", "ひらがな", "новости дня "])
def test_utf16_without_a_mark_stays_what_it_is(codec: str, words: str) -> None:
    written = f"<html><head><title>{words}</title></head><body class=news><p>{words}</p></body></html>"
    got = decode(written.encode(codec))
    assert (got.text, got.encoding) == (written, codec)


def test_zeros_and_words_without_markup_are_no_page() -> None:
    archive = b"page.html" + bytes(91) + b"0000644\0" + bytes(400) + b"some text of the page"
    with pytest.raises(NotText, match="binary data"):
        decode(archive)


def test_zeros_are_dropped() -> None:
    assert decode(b"<p>a\0b" + b"c" * 99).text == "<p>ab" + "c" * 99


# No text


@pytest.mark.parametrize("body", [b"", b" \r\n\t ", b"\xef\xbb\xbf", b"\xff\xfe", b"\xef\xbb\xbf \n"])
def test_nothing_is_said_to_be_nothing(body: bytes) -> None:
    with pytest.raises(NotText, match="nothing there"):
        decode(body, url="http://example.org/")


@pytest.mark.parametrize(
    ("body", "word"),
    [
        (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj", "PDF"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG"),
        (b"\xff\xd8\xff\xe0\0\x10JFIF", "JPEG"),
        (b"GIF89a\x01\0\x01\0", "GIF"),
        (b"PK\x03\x04\x14\0\x06\0", "zip"),
        (gzip.compress(b"<p>page"), "gzip"),
        (b"\x7fELF\x02\x01\x01", "program"),
        (b"\0\0\0\x20ftypisom\0\0\x02\0", "film"),
        (zlib.compress(random.Random(2).randbytes(500)), "binary"),
        (random.Random(1).randbytes(5000), "binary"),
        (b"\0" * 100, "binary"),
        (b"\x01\x02\x03", "binary"),
    ],
)
def test_binary_content_is_named(body: bytes, word: str) -> None:
    assert word in (looks_binary(body) or "")
    with pytest.raises(NotText, match=word) as caught:
        decode(body, url="http://example.org/file")
    assert caught.value.where == "http://example.org/file"


@pytest.mark.parametrize("codec", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "cp1250", "iso2022-jp"])
def test_text_is_not_binary(codec: str) -> None:
    language = "ja" if codec == "iso2022-jp" else "cs"
    assert looks_binary(page(TEXTS[language]).encode(codec)) is None


@settings(max_examples=300, deadline=None)
@given(
    st.binary(max_size=300) | st.binary(max_size=60).map(lambda b: b"<p>text " * 40 + b),
    st.none() | st.text(max_size=30) | st.sampled_from(["text/html; charset=" + row[1] for row in DECLARED]),
    st.text(max_size=30),
)
def test_whatever_comes_is_decoded_or_refused(body: bytes, content_type: str | None, url: str) -> None:
    try:
        got = decode(body, content_type=content_type, url=url)
    except ZrnoError:
        return
    assert got.text.strip()
    assert "\0" not in got.text
    assert got.origin in ("bom", "http header", "meta", "detection", "correction")


# The tables


def test_every_codec_of_the_tables_exists() -> None:
    for codec in (*detect.SINGLE, *detect.NAMED_ONLY):
        assert len(detect.chars(codec)) == 256
    for codec in detect.MULTI:
        assert "a".encode(codec) == b"a"


def test_every_language_of_the_tables_has_letters() -> None:
    languages = {name for spoken in detect.SINGLE.values() for name in spoken}
    for language in languages:
        assert len(detect.alphabet(language)) > len(detect.alphabet("signs"))
        assert detect.language_name(language)


def test_evidence_is_small_and_starts_at_letters() -> None:
    body = b"a" * 100 + "čaj".encode("cp1250") + b"b" * 100
    assert detect.evidence(body) == b"a" * 8 + "čaj".encode("cp1250") + b"b" * 6
    assert len(detect.evidence("řeka ".encode("cp1250") * 99_999)) <= detect.SAMPLE
    assert detect.evidence(b"ascii only") == b""
