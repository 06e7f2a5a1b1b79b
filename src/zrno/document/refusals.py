"""Pages that say themselves that the text is not there: pay walls, registration, missing pages.

Phrases, not words: "subscribe" alone stands on every news page. They are compared with case-folded
text, so they are written in small letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

LOCKED = (
    "pouze pro předplatitele",
    "jen pro předplatitele",
    "přístupný pro předplatitele",
    "přístupné pro předplatitele",
    "určen předplatitelům",
    "pro platící čtenáře",
    "předplatitelské sekce",
    "chcete si přečíst celý",
    "chcete číst dál",
    "dočíst celý článek",
    "pokračování článku je",
    "pokračování textu je",
    "odemknout článek",
    "odemkněte si",
    "pre predplatiteľov",
    "odomknúť článok",
    "subscribe to continue",
    "subscribe to read",
    "subscribe to keep",
    "sign in to continue",
    "log in to continue",
    "subscribers only",
    "subscriber-only",
    "exclusive to subscribers",
    "reserved for subscribers",
    "log in to read",
    "sign in to read",
    "register to read",
    "register to continue",
    "create an account to read",
    "create a free account to",
    "unlock this article",
    "nur für abonnenten",
    "nur mit abo",
    "weiterlesen mit",
    "jetzt weiterlesen",
    "réservé aux abonnés",
    "réservé à nos abonnés",
    "pour lire la suite",
    "solo para suscriptores",
    "exclusivo para suscriptores",
    "suscríbete para",
    "para seguir leyendo",
    "riservato agli abbonati",
    "per continuare a leggere",
    "tylko dla prenumeratorów",
    "dla subskrybentów",
    "treść dostępna dla",
    "aby czytać dalej",
    "voor abonnees",
    "alleen voor leden",
    "apenas para assinantes",
    "exclusivo para assinantes",
    "только для подписчиков",
    "доступен по подписке",
    "чтобы читать дальше",
    "тільки для передплатників",
    "лише для передплатників",
    "会員限定",
    "有料会員",
    "この記事は会員",
    "订阅后",
    "登录后阅读",
    "付费阅读",
)
MISSING = (
    "page not found",
    "not found",
    "no longer available",
    "page doesn't exist",
    "stránka nenalezena",
    "stránka nebyla nalezena",
    "nenalezen",
    "neexistuje",
    "nenájden",
    "nie znaleziono",
    "strona nie istnieje",
    "nicht gefunden",
    "existiert nicht",
    "page introuvable",
    "n'existe pas",
    "no encontrada",
    "no existe",
    "pagina non trovata",
    "niet gevonden",
    "não encontrada",
    "не найден",
    "не знайден",
    "не існує",
    "不存在",
    "找不到",
    "見つかりません",
    "access denied",
    "přístup odepřen",
)


MAX_BESIDE = 16  # characters beside the phrase: "stránka", "sorry, the page"
_SEPARATOR = re.compile(r"\s[|–—-]\s|[|:»·•]")
_NUMBERED = re.compile(
    r"(?:error|chyba|fehler|erreur|błąd|ошибка|помилка|http)?\s{0,3}(?:403|404|410)[.!]?"
    r"(?:\s{0,3}(?:error|not found))?"
)


def locked(text: str) -> bool:
    """Whether the text of a page says that the rest is for those who pay or sign in."""
    folded = text.casefold()
    return any(phrase in folded for phrase in LOCKED)


def missing(headings: Iterable[str]) -> bool:
    """Whether a heading, or a piece of one between separators, says little but that nothing is there.

    "Yeti neexistuje, tvrdí vědci" is a story; "Stránka neexistuje" is not.
    """
    pieces = (piece.strip() for heading in headings for piece in _SEPARATOR.split(heading.casefold()))
    return any(_says_missing(piece) for piece in pieces if piece)


def _says_missing(piece: str) -> bool:
    if _NUMBERED.fullmatch(piece):
        return True
    found = max((len(phrase) for phrase in MISSING if phrase in piece), default=0)
    return found > 0 and len(piece) - found <= MAX_BESIDE
