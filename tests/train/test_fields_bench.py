"""The bench of the fields on a small plain folder, with marks worked out by hand."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from zrno.train import datasets, fields_bench
from zrno.train.datasets import Example
from zrno.train.fields_bench import Answer, bootstrap, is_development, marks

HTML = (
    '<html lang="cs"><head><title>Mlýn mele - Listy</title><meta property="og:site_name" content="Listy">'
    '<meta name="author" content="Jana Malá"></head><body><h1>Mlýn mele</h1><p>3. 5. 2021</p>'
    "<p>Mlynář v Lhotě opravil mlýn pod hrází a letos v něm poprvé semlel žito i pšenici z polí.</p></body>"
)
GOLD = "Mlynář v Lhotě opravil mlýn pod hrází a letos v něm poprvé semlel žito i pšenici z polí."
FIELDS = {"title": "Mlýn mele", "date": "2021-05-03 10:00:00", "authors": ["Jana Malá"], "site": "listy.cz"}


def example(**changes: object) -> Example:
    return Example("1", "small", "listy.cz", HTML.encode(), GOLD, FIELDS | changes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    page = tmp_path / "small" / "1"
    page.mkdir(parents=True)
    (page / "page.html").write_text(HTML, "utf-8")
    (page / "gold.txt").write_text(GOLD, "utf-8")
    (page / "fields.json").write_text(json.dumps(FIELDS), "utf-8")
    return tmp_path


def test_marks() -> None:
    page = example(title="Žito „nové“ – už", keywords=["mlýn", "žito"])
    answer = Answer('žito "nové" -  UŽ', date(2021, 5, 3), ("jana mala",), ("Mlýn", "oves", "ječmen"), "mlýn")
    found = marks(page, answer)
    assert found["title"] == found["day"] == found["authors"] == 1
    assert found["keywords"] == pytest.approx(2 / 5)
    assert found["words"] == pytest.approx(2 / (1 + len(GOLD.split())))


def test_marks_only_where_there_is_gold() -> None:
    assert set(marks(example(date=None, authors=None), Answer())) == {"title", "words"}
    assert marks(example(date="nothing"), Answer()).keys() == {"title", "authors", "words"}


def test_a_byline_is_a_set_of_authors() -> None:
    page = example(authors=None, author="Jana Malá a Petr Nový")
    assert marks(page, Answer(authors=("Petr Nový", "Jana Malá")))["authors"] == 1
    assert marks(page, Answer(authors=("Jana Malá",)))["authors"] == 0


def test_ours_and_the_baseline() -> None:
    ours = marks(example(), fields_bench.ours(example()))
    assert ours == {"title": 1, "day": 1, "authors": 1, "words": 1}
    baseline = marks(example(), fields_bench.nothing(example()))
    assert baseline["title"] == baseline["day"] == 0
    assert 0 < baseline["words"] < 1


def test_peer() -> None:
    assert fields_bench.trafilatura(example()).title == "Mlýn mele"
    assert fields_bench.trafilatura(Example("1", "s", "a", b"", "", {})) == Answer()


def test_bootstrap() -> None:
    assert bootstrap([1.0] * 20) == (1.0, 1.0)
    low, high = bootstrap([0.0, 1.0] * 50)
    assert 0.38 < low < 0.44
    assert 0.56 < high < 0.62
    assert bootstrap([0.0, 1.0] * 50) == (low, high)


def test_halves_are_of_sites() -> None:
    assert is_development(example()) is is_development(example(title="x"))
    both = {is_development(example(site=f"{n}.cz")) for n in range(20)}
    assert both == {True, False}


def test_run_and_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, figures = folder / "out.md", folder / "out.json"
    arguments = [str(folder), "--sets", "small", "--markdown", str(table), "--json", str(figures)]
    assert fields_bench.main(arguments) == 0
    printed = capsys.readouterr()
    assert "| small | all | zrno | 100.0 (100.0 to 100.0; 1) |" in printed.out
    assert "small, zrno: 1/1" in printed.err
    assert table.read_text("utf-8") == printed.out
    scores = json.loads(figures.read_text("utf-8"))
    assert {(score["half"], score["tool"]) for score in scores} >= {("all", "zrno"), ("all", "nothing done")}
    assert all(score["pages"] == 1 for score in scores)


def test_parquet_gives_the_same(folder: Path) -> None:
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    row = {"id": "1", "html": HTML.encode(), "gold": GOLD, "fields": json.dumps(FIELDS)}
    parquet.write_table(arrow.Table.from_pylist([row]), folder / "other.parquet")
    (plain,), (packed,) = fields_bench.read(folder, "small"), datasets.read(folder, "other")
    assert (plain.html, plain.gold, plain.fields, plain.site) == (
        packed.html,
        packed.gold,
        packed.fields,
        packed.site,
    )


def test_missing_data(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fields_bench.main([str(tmp_path)]) == 1
    assert "no data set 'czech-news'" in capsys.readouterr().err
    (tmp_path / "small" / "1").mkdir(parents=True)
    assert fields_bench.main([str(tmp_path), "--sets", "small"]) == 1
    assert "page.html" in capsys.readouterr().err
