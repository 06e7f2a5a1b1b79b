"""Bytes to text, and how the encoding was decided; see docs/algorithms/decoding.md."""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources

from zrno.acquire import detect
from zrno.errors import NotText
from zrno.model import Decoded

HEAD = 4096  # bytes searched for a declaration; the standard says 1024, long heads are common
LONG_HEAD = 64 * 1024  # the same where the bytes are no UTF-8, so that it matters
SNIFFED = 4096  # bytes looked at for signs of binary content
MAX_CONTROL = 0.05  # of those; random bytes have 10 %, text none
MIN_NULS = 0.2  # of the bytes of markup in UTF-16 about half are zero
MOST = 0.9  # of the upper halves of characters in UTF-32 all are, but for emoji
UPPER_HALVES = 4  # values they take in UTF-16: zero, those of a script, and 20 of its quotation marks
FEW = 4  # UTF-8 sequences that could still be an accident of another encoding
LONG_SEQUENCES = "\u0800"  # from here on a sequence has three bytes, which is no accident
KEEP_DECLARED = 1.0  # right sequences for each stray byte in declared UTF-8 with errors
KEEP_UNDECLARED = 4.0  # the same where nothing says UTF-8
MIN_WITNESSES = 2  # kinds of bytes that must speak against a declaration
FEW_HIGH = 12  # kinds of bytes beyond ASCII: too few against a declared multi-byte encoding
NOT_LATIN = "\u0370"  # from here on: Greek, Cyrillic, Hebrew, Arabic, Thai
SHOWN = 3  # characters shown in a reason

_BOMS = (  # the longer first: the mark of UTF-32 begins like that of UTF-16
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_UNITS = {"utf-16-le": 2, "utf-16-be": 2, "utf-32-le": 4, "utf-32-be": 4}
_SEVEN_BIT = ("iso2022-jp", "iso2022-kr", "hz")
_JAPANESE_ESCAPE = re.compile(rb"\x1b\$[@B]")
_MAGIC = (
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF8", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"RIFF", "an image, sound or film (RIFF)"),
    (b"\x00\x00\x01\x00", "an icon"),
    (b"PK\x03\x04", "a zip archive or office document"),
    (b"\xd0\xcf\x11\xe0", "an office document"),
    (b"\x1f\x8b", "gzip-compressed data"),
    (b"BZh9", "bzip2-compressed data"),
    (b"\xfd7zXZ", "xz-compressed data"),
    (b"(\xb5/\xfd", "zstd-compressed data"),
    (b"7z\xbc\xaf", "a 7z archive"),
    (b"Rar!", "a RAR archive"),
    (b"\x7fELF", "a program"),
    (b"MZ\x90\x00", "a program"),
    (b"\xca\xfe\xba\xbe", "a program"),
    (b"\x00asm", "a program"),
    (b"OggS", "sound or film (Ogg)"),
    (b"ID3", "sound (MP3)"),
    (b"fLaC", "sound (FLAC)"),
    (b"wOFF", "a font"),
    (b"wOF2", "a font"),
    (b"SQLite format 3", "a database"),
)
_TEXT_BYTES = bytes(byte for byte in range(256) if byte >= 0x20 or byte in b"\t\n\f\r\x1b") + b"\x0e\x0f"

_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(
    rb"<[mM][eE][tT][aA]\s[^>]{0,1000}?charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([\w.:+-]{2,40})", re.IGNORECASE
)
_XML = re.compile(rb"\s{0,99}<\?xml\s[^>]{0,200}?encoding\s{0,9}=\s{0,9}[\"']([\w.:+-]{2,40})")
_CHARSET = re.compile(r"charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([\w.:+-]{2,40})", re.IGNORECASE)
_LANG = re.compile(rb"<html\s[^>]{0,500}?\blang\s{0,9}=\s{0,9}[\"']?([a-zA-Z]{2})", re.IGNORECASE)
_DOMAIN = re.compile(r"https?://[^/?#]{0,300}?\.([a-z]{2})(?::\d{1,5})?(?:[/?#]|$)", re.IGNORECASE)
_BESIDE_LATIN = re.compile(rb"[a-zA-Z][\x80-\xff]|[\x80-\xff][a-zA-Z]")
_SEQUENCE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")
# Countries whose code is not that of their language.
_SPOKEN = {"cz": "cs", "ua": "uk", "gr": "el", "se": "sv", "dk": "da", "ee": "et", "by": "be", "rs": "sr"}
_SPOKEN |= {
    "il": "he",
    "jp": "ja",
    "kr": "ko",
    "cn": "zh",
    "tw": "hant",
    "hk": "hant",
    "at": "de",
    "br": "pt",
}


@dataclass(frozen=True, slots=True)
class _Claim:
    """What something says the encoding is: the codec, the label used, and who says it."""

    codec: str
    label: str
    origin: str


def decode(body: bytes, *, content_type: str | None = None, url: str = "") -> Decoded:
    """The text of a page, by byte order mark, declaration, or the bytes themselves.

    A declaration that the bytes contradict is corrected. Raises NotText for binary or empty content.
    """
    binary = looks_binary(body)
    if binary:
        raise NotText(binary, where=url, hint="only pages of text can be read")
    claims = _claims(body, content_type, HEAD)
    decoded = _by_mark(body) or _by_nuls(body, claims)
    # Zeros carry no text and end strings in parsers written in C.
    if decoded is not None:
        decoded = replace(decoded, text=decoded.text.replace("\0", ""))
    else:
        decoded = _by_bytes(body.replace(b"\0", b""), claims, content_type, url)
    if not decoded.text or decoded.text.isspace():
        raise NotText("nothing there", where=url, hint="the page has no content")
    return decoded


def looks_binary(body: bytes) -> str | None:
    """What the bytes are if they are no text, in words."""
    if any(body.startswith(mark) for mark, _ in _BOMS):
        return None
    for magic, name in _MAGIC:
        if body.startswith(magic):
            return name
    if body[4:8] == b"ftyp":
        return "a film or image (MP4)"
    head = body[:SNIFFED]
    control = len(head.translate(None, _TEXT_BYTES))
    if control > MAX_CONTROL * len(head) and _nul_pattern(head) is None and not _sprinkled(head):
        return "binary data"
    return None


def codec_of(label: str) -> str | None:
    """The Python codec that reads what a page calls by this label, as browsers do."""
    return _labels().get(label.strip().lower())


@cache
def _labels() -> Mapping[str, str]:
    text = resources.files("zrno.acquire").joinpath("data/labels.txt").read_text("utf-8")
    lines = (line.partition(":") for line in text.splitlines() if line and not line.startswith("#"))
    return {label: codec for codec, _, labels in lines for label in labels.split()}


def _by_bytes(body: bytes, claims: Sequence[_Claim], content_type: str | None, url: str) -> Decoded:
    decoded = _as_utf8(body, claims)
    if decoded is None:
        claims = claims or _claims(body, content_type, LONG_HEAD)
        decoded = _as_other(body, claims, _languages(body, url))
    return decoded


def _claims(body: bytes, content_type: str | None, size: int) -> list[_Claim]:
    """The declarations in the order they count; unknown labels are left out."""
    head = body[:size]
    found = [(match[1], "http header") for match in [_CHARSET.search((content_type or "")[:1000])] if match]
    xml = _XML.match(head)
    meta = _META.search(_COMMENT.sub(b"", head) if b"<!--" in head else head)
    found += [(match[1].decode("ascii", "replace"), "meta") for match in (xml, meta) if match]
    claims = [_Claim(codec, label, origin) for label, origin in found if (codec := codec_of(label))]
    # A declaration that could be read as ASCII was not in UTF-16; the standard takes UTF-8 instead.
    return [
        _Claim("utf-8", claim.label, claim.origin)
        if claim.origin == "meta" and claim.codec in _UNITS
        else claim
        for claim in claims
    ]


def _languages(body: bytes, url: str) -> list[str]:
    """Hints at the language: what the page says, and the country of its domain."""
    said, domain = _LANG.search(body[:LONG_HEAD]), _DOMAIN.match(url)
    codes = [said[1].decode("ascii").lower()] if said else []
    if domain:
        codes.append(_SPOKEN.get(domain[1].lower(), domain[1].lower()))
    return ["hant" if code == "zh" and "hant" in codes else code for code in codes]


def _by_mark(body: bytes) -> Decoded | None:
    """The byte order mark beats everything, as in browsers."""
    for mark, codec in _BOMS:
        if body.startswith(mark):
            text = body[len(mark) :].decode(codec, "replace")
            return Decoded(text, codec, "bom", f"byte order mark of {_named(codec)}")
    return None


def _by_nuls(body: bytes, claims: Sequence[_Claim]) -> Decoded | None:
    """UTF-16 and UTF-32 without a mark: declared by the server, or shown by the zeros in it."""
    shown = _nul_pattern(body[:SNIFFED])
    first = claims[0] if claims else None
    if first and first.codec in _UNITS and shown in (None, first.codec):
        text = body.decode(first.codec, "replace")
        if b"\0" in body[:SNIFFED] or detect.familiar(text[:SNIFFED]):
            return Decoded(text, first.codec, first.origin, _declared(first))
    if shown is None:
        return None
    why, origin = f"the zeros among the bytes are those of {_named(shown)}", "detection"
    if first:
        why, origin = f"{_declared(first)}, but {why}", "correction"
    return Decoded(body.decode(shown, "replace"), shown, origin, why)


def _nul_pattern(head: bytes) -> str | None:
    """The encoding whose ASCII characters have zeros where these bytes have them."""
    usable = head[: len(head) // 4 * 4]
    if not usable or usable.count(0) < MIN_NULS * len(usable):
        return None
    shares = [usable[place::4].count(0) * 4 / len(usable) for place in range(4)]
    if min(shares[2:]) > MOST and shares[0] < MIN_NULS:
        return "utf-32-le"
    if min(shares[:2]) > MOST and shares[3] < MIN_NULS:
        return "utf-32-be"
    odd, even = (shares[1] + shares[3]) / 2, (shares[0] + shares[2]) / 2
    if max(odd, even) < MOST and _sprinkled(head):
        return None
    if odd > MIN_NULS and even < odd / 4:
        return "utf-16-le"
    if even > MIN_NULS and odd < even / 4:
        return "utf-16-be"
    return None


def _sprinkled(head: bytes) -> bool:
    """Whether markup is left when the zeros are taken out: nothing but text, valid UTF-8.

    In UTF-16 all of ASCII has its zeros; other letters leave control characters, stray bytes, or the
    few upper halves of their script in every other place.
    """
    if min(len(set(head[place::2])) for place in range(2)) <= UPPER_HALVES:
        return False
    rest = head.translate(None, b"\0").lstrip()
    if not rest.startswith(b"<") or rest.translate(None, _TEXT_BYTES):
        return False
    try:
        getincrementaldecoder("utf-8")().decode(rest)  # incremental: the head may end within a letter
    except UnicodeDecodeError:
        return False
    return True


def _as_utf8(body: bytes, claims: Sequence[_Claim]) -> Decoded | None:
    """UTF-8 where the bytes show it; nothing else looks like it for long."""
    first = claims[0] if claims else None
    try:
        text = body.decode("utf-8")
    except UnicodeDecodeError:
        return _as_broken_utf8(body, first)
    if text.isascii():
        return _as_ascii(body, text, first)
    if first and first.codec == "utf-8":
        return Decoded(text, "utf-8", first.origin, _declared(first))
    if len(body) - len(text) < FEW and _could_be_accident(body, first):
        return None
    if first is None:
        return Decoded(text, "utf-8", "detection", "the bytes are valid UTF-8")
    why = f"{_declared(first)}, but the bytes are valid UTF-8"
    agrees = any(claim.codec == "utf-8" for claim in claims)
    return Decoded(text, "utf-8", "correction", why + (", as meta says" if agrees else ""))


def _could_be_accident(body: bytes, first: _Claim | None) -> bool:
    """Whether a few two-byte sequences may be letters of another encoding."""
    high = body.translate(None, detect.ASCII).decode("utf-8")
    wide = first is not None and first.codec in detect.MULTI
    return max(high) < LONG_SEQUENCES and (wide or not detect.familiar(high))


def _as_ascii(body: bytes, text: str, first: _Claim | None) -> Decoded:
    if first and first.codec in _SEVEN_BIT:
        return Decoded(body.decode(first.codec, "replace"), first.codec, first.origin, _declared(first))
    if _JAPANESE_ESCAPE.search(body):
        japanese = body.decode("iso2022-jp", "replace")
        return Decoded(japanese, "iso2022-jp", "detection", "escapes of ISO-2022-JP among the bytes")
    if first and first.codec not in _UNITS:
        return Decoded(text, first.codec, first.origin, f"{_declared(first)}; all bytes are ASCII")
    if first:
        return Decoded(text, "utf-8", "correction", f"{_declared(first)}, but all bytes are ASCII")
    return Decoded(text, "utf-8", "detection", "all bytes are ASCII")


def _as_broken_utf8(body: bytes, first: _Claim | None) -> Decoded | None:
    """UTF-8 with a few errors stays UTF-8; where errors prevail it is something else."""
    sample = detect.evidence(body)
    rest, good = _SEQUENCE.subn(b"", sample)
    stray = sum(byte >= detect.HIGH for byte in rest)
    said = first is not None and first.codec == "utf-8"
    if good < stray * (KEEP_DECLARED if said else KEEP_UNDECLARED) or not good:
        return None
    text = body.decode("utf-8", "replace")
    damage = f"{text.count(chr(0xFFFD))} places are damaged"
    if first is None:
        return Decoded(text, "utf-8", "detection", f"the bytes are UTF-8; {damage}")
    if said:
        return Decoded(text, "utf-8", first.origin, f"{_declared(first)}; {damage}")
    return Decoded(text, "utf-8", "correction", f"{_declared(first)}, but the bytes are UTF-8; {damage}")


def _as_other(body: bytes, claims: Sequence[_Claim], languages: Sequence[str]) -> Decoded:
    """The likeliest of the older encodings, declared ones first."""
    declared = [claim.codec for claim in claims if claim.codec not in (*_UNITS, *_SEVEN_BIT, "utf-8")]
    sample = detect.evidence(body)
    guesses = detect.rank(sample, declared=declared, languages=languages)
    best = guesses[0]
    if declared and best.encoding not in declared and not _telling(sample, declared[0], best):
        best = next(guess for guess in guesses if guess.encoding in declared)
    text = body.decode(best.encoding, "replace")
    first = claims[0] if claims else None
    if first is None:
        why = f"no declaration; the bytes read best as {_spoken(best)}"
        return Decoded(text, best.encoding, "detection", why)
    if best.encoding == first.codec:
        return Decoded(text, best.encoding, first.origin, _declared(first))
    why = f"{_declared(first)}, but the bytes are {_spoken(best)}"
    seconded = next((claim for claim in claims if claim.codec == best.encoding), None)
    if seconded:
        return Decoded(
            text, best.encoding, "correction", f"{why}, as {seconded.label} in {seconded.origin} says"
        )
    return Decoded(text, best.encoding, "correction", why + _difference(sample, first, best.encoding))


def _telling(sample: bytes, declared: str, best: detect.Guess) -> bool:
    """Whether more than one kind of byte speaks against a declaration: one may be an odd sign.

    A byte that the declared encoding makes a control character says enough.
    """
    kinds = {byte for byte in sample if byte >= detect.HIGH}
    if best.encoding in detect.MULTI or declared in detect.MULTI:
        return len(kinds) > FEW_HIGH or not _readable(sample, declared)
    new, old = detect.chars(best.encoding), detect.chars(declared)
    alphabet = all(old[byte] >= NOT_LATIN and old[byte].isalpha() for byte in kinds)
    if len(kinds) <= FEW_HIGH and alphabet and not _BESIDE_LATIN.search(sample):
        return False  # a few words of another alphabet, as declared
    known = detect.alphabet(best.language)
    differing = (byte for byte in set(sample) if byte >= detect.HIGH and new[byte] != old[byte])
    against = [byte for byte in differing if new[byte].lower() in known]
    return len(against) >= MIN_WITNESSES or any(detect.is_bad(old[byte]) for byte in against)


def _readable(sample: bytes, codec: str) -> bool:
    try:
        sample.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _difference(sample: bytes, first: _Claim, codec: str) -> str:
    """The most frequent bytes on which two readings differ, in both."""
    if codec in detect.MULTI or first.codec in detect.MULTI or first.codec in (*_UNITS, *_SEVEN_BIT):
        return ""
    if first.codec == "utf-8":
        return "; as UTF-8 they are invalid"
    new, old = detect.chars(codec), detect.chars(first.codec)
    counts = {byte: sample.count(byte) for byte in range(detect.HIGH, 256) if new[byte] != old[byte]}
    top = [byte for byte in sorted(counts, key=lambda byte: -counts[byte]) if counts[byte]][:SHOWN]
    if not top:
        return ""
    wrong = ", ".join(f"byte {byte:02X}" if detect.is_bad(old[byte]) else old[byte] for byte in top)
    return f": {', '.join(new[byte] for byte in top)} stand where {first.label} has {wrong}"


def _declared(claim: _Claim) -> str:
    return f"declared {claim.label} in {claim.origin}"


def _spoken(guess: detect.Guess) -> str:
    language = detect.language_name(guess.language)
    return _named(guess.encoding) + (f" ({language})" if language else "")


def web_name(codec: str) -> str:
    """The codec's name on the web, which Python understands as well: windows-1250 for cp1250."""
    if codec.startswith("cp125"):
        return f"windows-{codec[2:]}"
    return codec.replace("iso8859-", "iso-8859-")


def _named(codec: str) -> str:
    """The encoding as people write it."""
    if codec.startswith("cp125"):
        return f"Windows-{codec[2:]}"
    return codec.replace("iso8859-", "ISO 8859-") if codec.startswith("iso8859") else codec.upper()
