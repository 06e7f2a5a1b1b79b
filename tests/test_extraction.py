"""The chain end to end, in Python."""

from __future__ import annotations

from pathlib import Path

import pytest

import zrno
from zrno.config import Limits, Settings
from zrno.errors import NotText, OptionError, SourceMissing, TooLarge

TEXT = (
    "Zastupitelé v úterý večer rozhodli, že starý most přes řeku projde opravou a na podzim se otevře. " * 3
)
PAGE = f"<html lang=cs><title>Most</title><h1>Most</h1><p>{TEXT}</p><p><a href=/x>Další zprávy</a></p>"


def test_text_bytes_and_path_give_the_same(tmp_path: Path) -> None:
    path = tmp_path / "p.html"
    path.write_text(PAGE, "utf-8")
    for source in (PAGE, PAGE.encode(), path):
        assert zrno.extract(source).text == TEXT.strip()


@pytest.mark.parametrize("method", zrno.methods())
def test_every_method_labels_every_block(method: str) -> None:
    doc = zrno.extract(PAGE, method=method)
    assert doc.method == method
    assert [label.block for label in doc.labels] == list(range(len(doc.blocks)))
    assert TEXT.strip() in doc.text


@pytest.mark.parametrize("mode", ["precision", "balanced", "recall"])
def test_modes(mode: str) -> None:
    assert zrno.extract(PAGE, mode=mode).mode == mode


def test_wrong_names_are_option_errors() -> None:
    with pytest.raises(OptionError, match="no mode"):
        zrno.extract(PAGE, mode="brave")
    with pytest.raises(OptionError, match="no method"):
        zrno.extract(PAGE, method="magic")
    with pytest.raises(OptionError, match="no option"):
        zrno.extract(PAGE, method="news", options={"magic": 1})


def test_method_options_come_from_settings_and_the_call_wins() -> None:
    settings = Settings(methods={"news": {"landmarks": False}})
    html = (
        PAGE.replace("<p>", "<aside><p>").replace("</p>", "</p></aside>")
        + f"<p>{TEXT} Konec.</p><p>{TEXT}</p>"
    )
    assert zrno.extract(html, method="news", settings=settings).text.count("Zastupitelé") > 3
    again = zrno.extract(html, method="news", settings=settings, options={"landmarks": True})
    assert again.labels[1].reason == "inside <aside>"


def test_limits_are_held_for_every_kind_of_source(tmp_path: Path) -> None:
    small = Settings(limits=Limits(bytes=100))
    path = tmp_path / "p.html"
    path.write_text(PAGE, "utf-8")
    for source in (PAGE, PAGE.encode(), path):
        with pytest.raises(TooLarge, match="more than the limit of 100"):
            zrno.extract(source, settings=small)


def test_bad_sources_are_named(tmp_path: Path) -> None:
    with pytest.raises(SourceMissing, match="no such file"):
        zrno.extract(tmp_path / "absent.html")
    with pytest.raises(zrno.ZrnoError):
        zrno.extract(tmp_path)
    with pytest.raises(zrno.ZrnoError):
        zrno.extract(Path("nul\0byte"))
    with pytest.raises(OptionError, match="no source"):
        zrno.extract(bytearray(b"<p>x"))  # type: ignore[arg-type]
    for body in (b"", b"  \n", b"%PDF-1.7 \x00\x01"):
        with pytest.raises(NotText):
            zrno.extract(body)


def test_a_text_is_never_taken_for_a_file_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.html").write_text("<p>secret", "utf-8")
    monkeypatch.chdir(tmp_path)
    assert "<p>" not in zrno.extract("secret.html").text
    assert zrno.extract("secret.html").blocks.texts == ["secret.html"]


def test_the_same_page_gives_the_same_document() -> None:
    assert zrno.extract(PAGE).to_dict() == zrno.extract(PAGE).to_dict()
