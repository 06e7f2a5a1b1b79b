"""The language of a text: sentences of news in many languages, the page's declaration, any text at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zrno.blocks.stopwords import by_frequency as stop_words
from zrno.document.data import language_tables
from zrno.document.language import base_code, detect

SENTENCES = {
    "cs": """Vláda ve středu schválila návrh státního rozpočtu na příští rok.
Policisté hledají svědky nehody, která se stala v neděli odpoledne u Kolína.
Nemocnice kvůli nedostatku sester zavřela dvě oddělení.
Teploty o víkendu vystoupí až ke třiceti stupňům.
Cena elektřiny od ledna klesne, tvrdí analytici.
Hokejisté prohráli i druhý zápas turnaje.
Nový most přes řeku otevřou motoristům na podzim.
Soud muže poslal na deset let do vězení.
Obec prodala pozemky, aby mohla opravit školu.
Na festival přijelo přes padesát tisíc lidí.""",
    "sk": """Vláda v stredu schválila návrh štátneho rozpočtu na budúci rok.
Policajti hľadajú svedkov nehody, ktorá sa stala v nedeľu popoludní pri Žiline.
Nemocnica pre nedostatok sestier zatvorila dve oddelenia.
Teploty cez víkend vystúpia až k tridsiatim stupňom.
Cena elektriny od januára klesne, tvrdia analytici.
Hokejisti prehrali aj druhý zápas turnaja.
Nový most cez rieku otvoria motoristom na jeseň.
Súd muža poslal na desať rokov do väzenia.
Obec predala pozemky, aby mohla opraviť školu.
Na festival prišlo viac ako päťdesiat tisíc ľudí.
Prezidentka podpísala zákon, ktorý sprísňuje podmienky pre podnikateľov.
Deti sa do škôl vrátia až po jarných prázdninách.
V Tatrách platí tretí stupeň lavínového nebezpečenstva.
Minister povedal, že o návrhu ešte nerozhodol.
Spoločnosť prepustí takmer stovku zamestnancov.
Včera večer horel sklad na okraji mesta.
Na diaľnici sa zrazili tri autá, nikto sa nezranil.
Výstava potrvá do konca mesiaca a vstup je voľný.
Podľa prieskumu by voľby vyhrala opozícia.
Ako uviedol hovorca, príčinu požiaru vyšetrujú.""",
    "pl": """Rząd przyjął w środę projekt budżetu na przyszły rok.
Policja szuka świadków wypadku, do którego doszło w niedzielę pod Krakowem.
Szpital zamknął dwa oddziały z powodu braku pielęgniarek.
W weekend temperatura wzrośnie do trzydziestu stopni.
Ceny prądu od stycznia spadną, twierdzą analitycy.
Siatkarze przegrali drugi mecz turnieju.
Nowy most na rzece zostanie otwarty jesienią.
Sąd skazał mężczyznę na dziesięć lat więzienia.
Gmina sprzedała działki, żeby wyremontować szkołę.
Na festiwal przyjechało ponad pięćdziesiąt tysięcy osób.""",
    "uk": """Уряд у середу схвалив проєкт державного бюджету на наступний рік.
Поліція шукає свідків аварії, яка сталася в неділю під Києвом.
Лікарня закрила два відділення через брак медсестер.
На вихідних температура підніметься до тридцяти градусів.
Ціни на електроенергію з січня знизяться, вважають аналітики.
Хокеїсти програли й другий матч турніру.
Новий міст через річку відкриють восени.
Суд відправив чоловіка до в'язниці на десять років.
Громада продала землю, щоб відремонтувати школу.
На фестиваль приїхало понад п'ятдесят тисяч людей.
Президент підписав закон, який посилює умови для підприємців.
Діти повернуться до шкіл після весняних канікул.
У Карпатах оголошено третій рівень лавинної небезпеки.
Міністр сказав, що рішення ще не ухвалив.
Компанія звільнить майже сотню працівників.
Учора ввечері горів склад на околиці міста.
На трасі зіткнулися три автомобілі, ніхто не постраждав.
Виставка триватиме до кінця місяця, вхід вільний.
За даними опитування, вибори виграла б опозиція.
Як повідомив речник, причину пожежі з'ясовують.""",
    "ru": """Правительство в среду одобрило проект государственного бюджета на следующий год.
Полиция ищет свидетелей аварии, которая произошла в воскресенье под Тулой.
Больница закрыла два отделения из-за нехватки медсестер.
В выходные температура поднимется до тридцати градусов.
Новый мост через реку откроют осенью.
Суд отправил мужчину в тюрьму на десять лет.""",
    "be": """Урад у сераду ўхваліў праект дзяржаўнага бюджэту на наступны год.
Міліцыя шукае сведкаў аварыі, якая здарылася ў нядзелю пад Мінскам.
Новы мост праз раку адкрыюць увосень.
На фестываль прыехала больш за пяцьдзясят тысяч чалавек.""",
    "bg": """Правителството одобри в сряда проекта за държавен бюджет за следващата година.
Полицията търси свидетели на катастрофата, станала в неделя край Пловдив.
Новият мост над реката ще бъде открит през есента.
Съдът изпрати мъжа в затвора за десет години.""",
    "sr": """Влада је у среду усвојила предлог државног буџета за наредну годину.
Полиција тражи сведоке несреће која се догодила у недељу код Ниша.
Vlada je u sredu usvojila predlog državnog budžeta za narednu godinu.
Šta će biti posle izbora, niko ne može da kaže.""",
    "hr": """Vlada je u srijedu usvojila prijedlog državnog proračuna za sljedeću godinu.
Policija traži svjedoke nesreće koja se dogodila u nedjelju kod Zadra.
Nitko nije ozlijeđen, također je priopćila policija.
Što će biti nakon izbora, nitko ne može reći.""",
    "sl": """Vlada je v sredo potrdila predlog državnega proračuna za prihodnje leto.
Policija išče priče nesreče, ki se je zgodila v nedeljo pri Celju.
Novi most čez reko bodo odprli jeseni.""",
    "en": """The government approved the draft budget for next year on Wednesday.
Police are looking for witnesses to the crash that happened on Sunday afternoon.
Temperatures will climb to thirty degrees at the weekend.""",
    "de": """Die Regierung hat am Mittwoch den Haushaltsentwurf für das kommende Jahr gebilligt.
Die Polizei sucht Zeugen des Unfalls, der sich am Sonntag ereignete.
Am Wochenende steigen die Temperaturen auf dreißig Grad.""",
    "nl": """De regering heeft woensdag de begroting voor volgend jaar goedgekeurd.
De politie zoekt getuigen van het ongeluk dat zondag gebeurde.""",
    "fr": """Le gouvernement a approuvé mercredi le projet de budget pour l'année prochaine.
La police recherche des témoins de l'accident survenu dimanche.""",
    "es": """El Gobierno aprobó el miércoles el proyecto de presupuesto para el próximo año.
La policía busca testigos del accidente ocurrido el domingo.""",
    "pt": """O governo aprovou na quarta-feira a proposta de orçamento para o próximo ano.
A polícia procura testemunhas do acidente que aconteceu no domingo.""",
    "it": """Il governo ha approvato mercoledì il progetto di bilancio per il prossimo anno.
La polizia cerca testimoni dell'incidente avvenuto domenica.""",
    "ro": """Guvernul a aprobat miercuri proiectul de buget pentru anul viitor.
Poliția caută martori ai accidentului care s-a produs duminică.""",
    "hu": """A kormány szerdán elfogadta a jövő évi költségvetés tervezetét.
A rendőrség keresi a vasárnap történt baleset szemtanúit.""",
    "sv": """Regeringen godkände på onsdagen budgetförslaget för nästa år.
Polisen söker vittnen till olyckan som inträffade i söndags.""",
    "da": """Regeringen har onsdag godkendt forslaget til næste års budget.
Politiet leder efter vidner til ulykken, der skete søndag eftermiddag.""",
    "no": """Regjeringen har onsdag godkjent forslaget til neste års budsjett.
Politiet leter etter vitner til ulykken som skjedde søndag ettermiddag.""",
    "fi": """Hallitus hyväksyi keskiviikkona ensi vuoden talousarvioesityksen.
Poliisi etsii sunnuntaina tapahtuneen onnettomuuden silminnäkijöitä.""",
    "et": """Valitsus kiitis kolmapäeval heaks järgmise aasta eelarve eelnõu.
Politsei otsib pühapäeval toimunud õnnetuse tunnistajaid.""",
    "lv": """Valdība trešdien apstiprināja nākamā gada budžeta projektu.
Policija meklē svētdien notikušās avārijas lieciniekus.""",
    "lt": """Vyriausybė trečiadienį patvirtino kitų metų biudžeto projektą.
Policija ieško sekmadienį įvykusios avarijos liudininkų.""",
    "tr": """Hükümet çarşamba günü gelecek yılın bütçe tasarısını onayladı.
Polis, pazar günü meydana gelen kazanın tanıklarını arıyor.""",
    "ca": """El Govern va aprovar dimecres el projecte de pressupost per a l'any vinent.
La policia busca testimonis de l'accident que va passar diumenge.""",
    "vi": """Chính phủ đã thông qua dự thảo ngân sách cho năm tới vào thứ Tư.""",
    "id": """Pemerintah menyetujui rancangan anggaran untuk tahun depan pada hari Rabu.
Polisi mencari saksi kecelakaan yang terjadi pada hari Minggu.""",
    "el": """Η κυβέρνηση ενέκρινε την Τετάρτη τον προϋπολογισμό για το επόμενο έτος.""",
    "he": """הממשלה אישרה ביום רביעי את הצעת התקציב לשנה הבאה.""",
    "ar": """وافقت الحكومة يوم الأربعاء على مشروع ميزانية العام المقبل.""",
    "fa": """دولت روز چهارشنبه لایحه بودجه سال آینده را تصویب کرد.""",
    "hi": """सरकार ने बुधवार को अगले साल के बजट को मंजूरी दे दी है।""",
    "zh": """政府周三批准了明年的预算草案。""",
    "ja": """政府は水曜日、来年度の予算案を承認した。""",
    "ko": """정부는 수요일 내년도 예산안을 승인했다.""",
    "th": """รัฐบาลอนุมัติร่างงบประมาณปีหน้าเมื่อวันพุธ""",
    "ka": """მთავრობამ ოთხშაბათს მომავალი წლის ბიუჯეტი დაამტკიცა.""",
    "hy": """Կառավարությունը չորեքշաբթի հաստատեց հաջորդ տարվա բյուջեն։""",
}
DOUBTFUL = [  # no function word of their own, hardly a letter: read wrong, but known to be unsure
    ("sk", "Nemocnica pre nedostatok sestier zatvorila dve oddelenia."),
    ("sk", "Včera večer horel sklad na okraji mesta."),
    ("pl", "Siatkarze przegrali drugi mecz turnieju."),
]
CASES = [(code, line) for code, lines in SENTENCES.items() for line in lines.splitlines()]


@pytest.mark.parametrize(("code", "text"), [case for case in CASES if case not in DOUBTFUL])
def test_sentence(code: str, text: str) -> None:
    field = detect(text)
    assert field is not None
    assert (field.value, 0 < field.score <= 1) == (code, True)
    assert field.origin.startswith("text (")


@pytest.mark.parametrize(("code", "text"), DOUBTFUL)
def test_doubt_shows_and_the_declaration_settles_it(code: str, text: str) -> None:
    alone = detect(text)
    declared = detect(text, declared=code)
    assert alone is None or alone.score < 0.7
    assert declared is not None
    assert (declared.value, declared.origin) == (code, "html lang, confirmed by text")


@pytest.mark.parametrize("code", [code for code in SENTENCES if code != "sr"])
def test_paragraph_is_sure(code: str) -> None:
    field = detect(SENTENCES[code])
    assert field is not None
    assert (field.value, field.score > 0.7) == (code, True)


def test_clear_text_wins_over_the_declaration() -> None:
    field = detect(SENTENCES["cs"], declared="en-US")
    assert field is not None
    assert (field.value, field.origin, field.score > 0.9) == ("cs", "text (function words)", True)


def test_without_text_the_declaration_is_all_there_is() -> None:
    for text in ("", "  \n", "12 345", "Kontakt"):
        assert detect(text) is None
        field = detect(text, declared="cs_CZ")
        assert field is not None
        assert (field.value, field.origin, field.score) == ("cs", "html lang", 0.6)


def test_kanji_alone_are_japanese_if_declared() -> None:
    declared = detect("東京都知事選挙", declared="ja")
    alone = detect("東京都知事選挙")
    assert declared is not None
    assert alone is not None
    assert (declared.value, alone.value) == ("ja", "zh")


def test_a_language_without_a_list_keeps_its_declaration() -> None:
    bosnian = detect("Ovaj zakon je donesen zbog toga što su građani to tražili.", declared="bs")
    zulu = (
        "Abantu abaningi bafike emcimbini obuse edolobheni izolo ntambama ukuze babonge umholi wabo omusha. "
        * 6
    )
    assert bosnian is not None
    assert bosnian.value == "bs"
    assert detect(zulu) is None
    field = detect(zulu, declared="zu")
    doubted = detect(zulu, declared="en")
    assert field is not None
    assert doubted is not None
    assert (field.value, field.score) == ("zu", 0.6)
    assert doubted.score < field.score


def test_scripts_do_not_mix() -> None:
    mixed = SENTENCES["uk"] + " " + "Google Chrome Windows " * 5
    field = detect(mixed)
    assert field is not None
    assert field.value == "uk"


def test_a_long_text_is_sampled_at_its_start_and_middle() -> None:
    menu = "Menu Kontakt 123. " * 200
    field = detect(menu + " ".join(SENTENCES["cs"].splitlines()) * 10 + menu)
    assert field is not None
    assert field.value == "cs"


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("cs", "cs"),
        ("cs-CZ", "cs"),
        ("en_US", "en"),
        (" DE-at", "de"),
        ("cz", "cs"),
        ("ua", "uk"),
        ("nb-NO", "no"),
        ("iw", "he"),
        ("zh-Hant-TW", "zh"),
        ("eng", "en"),
        ("und", ""),
        ("x-default", ""),
        ("12", ""),
        ("", ""),
        (None, ""),
    ],
)
def test_base_code(declared: str | None, code: str) -> None:
    assert base_code(declared) == code


def test_lists_are_clean() -> None:
    codes = {code for codes in language_tables()["languages"].values() for code in codes.split()}
    for code in ("cs", "en", "uk", "de", "pl", "sk", "ru", "fr", "es"):
        assert len(stop_words(code)) >= 150
    for code in codes:
        words = stop_words(code)
        assert len(set(words)) == len(words)
        assert all(word == word.lower() and not word.isdigit() for word in words)
    assert stop_words("xx") == ()


@given(st.text(), st.none() | st.text(max_size=12))
def test_any_text(text: str, declared: str | None) -> None:
    field = detect(text, declared=declared)
    assert field is None or (field.value and 0 < field.score <= 1)
