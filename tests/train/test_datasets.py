from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from zrno.errors import OptionError, SourceError, SourceMissing
from zrno.train.datasets import card, fold, names, page_of, read, site_of


def write(folder: Path, name: str, rows: list[dict[str, object]]) -> None:
    pq.write_table(pa.Table.from_pylist(rows), folder / f"{name}.parquet")


def row(key: str, gold: str | None, **fields: object) -> dict[str, object]:
    html = f"<title>{key}</title><p>{gold}</p>".encode()
    return {"id": key, "html": html, "gold": gold, "gold_markup": None, "fields": json.dumps(fields)}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    rows = [
        row(f"page{number}", f"Text číslo {number}.", url=f"https://www.web{number}.cz/a")
        for number in range(9)
    ]
    write(tmp_path, "noviny", [*rows, row("bez", None), row("prázdná", "  ")])
    write(tmp_path, "bez-adres", [row("x", "Text."), row("y", "Jiný text.", site="denikCZ")])
    index = [{"name": "noviny", "pages": 11, "licence": "CC0", "source": "vymyšleno"}]
    (tmp_path / "index.json").write_text(json.dumps(index), "utf-8")
    return tmp_path


def test_pages_without_gold_are_left_out(folder: Path) -> None:
    examples = read(folder, "noviny")
    assert [example.id for example in examples] == [f"page{number}" for number in range(9)]
    first = examples[0]
    assert (first.source, first.site, first.gold) == ("noviny", "web0.cz", "Text číslo 0.")


def test_a_sample_is_the_same_each_time_and_another_for_another_seed(folder: Path) -> None:
    keys = [[each.id for each in read(folder, "noviny", sample=4, seed=seed)] for seed in (0, 0, 1)]
    assert keys[0] == keys[1] != keys[2]
    assert len(set(keys[0])) == 4
    assert len(read(folder, "noviny", sample=100)) == 9


def test_the_site_is_the_field_or_the_page_itself(folder: Path) -> None:
    assert [each.site for each in read(folder, "bez-adres")] == ["bez-adres:x", "denikcz"]


def test_the_page_is_parsed_with_its_address(folder: Path) -> None:
    page = page_of(read(folder, "noviny")[3])
    assert page.url == "https://www.web3.cz/a"
    assert page.tree.text(page.tree.find("p")[0]) == "Text číslo 3."


def test_names_and_cards(folder: Path) -> None:
    assert names(folder) == ["bez-adres", "noviny"]
    assert (card(folder, "noviny").licence, card(folder, "noviny").pages) == ("CC0", 11)
    assert card(folder, "bez-adres").licence == "not stated"


def test_what_is_missing_is_named(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"no data set 'jiná' .*known: bez-adres, noviny"):
        read(folder, "jiná")
    (folder / "vadná.parquet").write_bytes(b"no parquet")
    with pytest.raises(SourceError, match="cannot be read"):
        read(folder, "vadná")
    (folder / "index.json").write_text("{", "utf-8")
    with pytest.raises(SourceError, match="no JSON"):
        card(folder, "noviny")
    with pytest.raises(SourceMissing, match="no index"):
        card(tmp_path / "jinde", "noviny")


def test_fields_that_are_no_json_object_are_none(folder: Path) -> None:
    bad = [{**row("a", "Text."), "fields": "{"}, {**row("b", "Text."), "fields": "[1]"}]
    write(folder, "pole", bad)
    assert [dict(each.fields) for each in read(folder, "pole")] == [{}, {}]


@pytest.mark.parametrize(
    ("address", "site"),
    [
        ("https://sport.noviny.cz/a?b", "noviny.cz"),
        ("http://news.example.co.uk/x", "example.co.uk"),
        ("example.co.uk", "example.co.uk"),
        ("www.express.gr", "express.gr"),
        ("http://127.0.0.1:80/", "127.0.0.1"),
        ("http://[broken", "http://[broken"),
        ("denikCZ", "denikcz"),
    ],
)
def test_a_site_is_its_registered_name(address: str, site: str) -> None:
    assert site_of(address) == site


def test_folds_are_stable_and_in_range() -> None:
    sites = [f"web{number}.cz" for number in range(200)]
    assert {fold(site, 5) for site in sites} == set(range(5))
    assert fold("noviny.cz", 5) == fold("noviny.cz", 5)
