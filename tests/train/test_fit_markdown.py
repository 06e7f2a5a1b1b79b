from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from zrno.blocks import measure, split
from zrno.classify.markdown import METHOD
from zrno.train import fit_keywords, fit_markdown
from zrno.train.datasets import Example, page_of
from zrno.train.fit_markdown import GRID, START, cross_validate, fit, main, prepare, search, table
from zrno.train.overlap import overlap

SENTENCES = [
    "The council met on Tuesday evening and decided that the old bridge will be repaired by the autumn.",
    "The mayor said that there is no money for a new one and that the people do not want to wait.",
    "In the summer the road was closed to lorries because the engineers had found cracks in the arches.",
    "It is not yet known who will do the work, but the town has asked three companies for their offers.",
]
TAIL = ["Related articles", "Share this article", "Mayor resigns", "Snow is coming", "All rights reserved"]


def example(number: int, source: str = "fundus") -> Example:
    """An invented article; pages differ in length and in what follows."""
    body = [f"{sentence} Report {number}." for sentence in SENTENCES * (1 + number % 3)]
    tail = TAIL[number % 2 :] * (1 + number % 2)
    paragraphs = "".join(f"<p>{text}</p>" for text in [*body, *tail])
    title = f"Bridge number {number} will be repaired"
    html = f"<title>{title} - Paper</title><h1>{title}</h1>{paragraphs}".encode()
    return Example(str(number), source, f"site{number}.example", html, "\n".join([title, *body]), {})


def folder_with(path: Path, names: tuple[str, ...]) -> Path:
    for place, name in enumerate(names):
        pages = [example(10 * place + number, name) for number in range(4)]
        rows = [
            {"id": e.id, "html": e.html, "gold": e.gold, "fields": json.dumps({"url": f"http://{e.site}/"})}
            for e in pages
        ]
        pq.write_table(pa.Table.from_pylist(rows), path / f"{name}.parquet")
    (path / "index.json").write_text(json.dumps([{"name": names[0], "licence": "CC0"}]), "utf-8")
    return path


def test_a_curve_is_the_word_f1_of_every_end() -> None:
    prepared = prepare(example(0))
    assert prepared is not None
    curve = prepared.curves[START.link_share]
    texts = ["Bridge number 0 will be repaired", *(f"{text} Report 0." for text in SENTENCES), *TAIL]
    for end in range(len(texts) + 1):
        expected = overlap("\n".join(texts[:end]), example(0).gold).f1
        assert curve[end] == pytest.approx(expected)


def test_the_table_scores_pages_as_the_method_does() -> None:
    examples = [example(number) for number in range(6)]
    prepared = [page for each in examples if (page := prepare(each))]
    for options in (START, replace(START, neighbours=0.0), replace(START, threshold=0.4, minimum_words=0)):
        expected = []
        for each in examples:
            page = page_of(each)
            blocks = split(page)
            labels = METHOD.label(page, blocks, measure(blocks), mode="balanced", options=options)
            text = "\n".join(blocks.texts[found.block] for found in labels if found.running)
            expected.append(overlap(text, each.gold).f1)
        assert table(prepared).f1(options).tolist() == pytest.approx(expected)


def test_a_page_without_text_is_none() -> None:
    assert prepare(Example("x", "fundus", "x", b"<title>a</title>", "text", {})) is None


def test_the_search_finds_the_ends_and_stays_on_the_grid() -> None:
    prepared = [page for number in range(6) if (page := prepare(example(number)))]
    pages = table(prepared)
    never = replace(START, threshold=0.88)
    options = search(pages, never)
    assert pages.f1(options).mean() > pages.f1(never).mean()
    assert pages.f1(options).mean() > 0.99
    assert all(getattr(options, name) in (*values, getattr(never, name)) for name, values in GRID.items())


def test_without_neighbours_the_search_leaves_them_off() -> None:
    prepared = [page for number in range(4) if (page := prepare(example(number)))]
    assert search(table(prepared), replace(START, neighbours=0.0)).neighbours == 0


def test_cross_validation_scores_every_page() -> None:
    prepared = [page for number in range(8) if (page := prepare(example(number)))]
    scored = cross_validate(prepared, START)
    assert scored.shape == (8,)
    assert (scored > 0.9).all()


def test_the_fit_writes_options_and_card(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_with(tmp_path, (*fit_markdown.TRAINING, *fit_markdown.VALIDATION))
    output = tmp_path / "model.json"
    assert main([str(folder), "-o", str(output)]) == 0
    model = json.loads(output.read_text("utf-8"))
    assert sum(model["options"][name] for name in fit_markdown.WEIGHTS) == pytest.approx(1, abs=0.001)
    assert model["card"]["sets"][0] == {"name": "wcxb-dev", "pages": 4, "licence": "CC0"}
    figures = model["card"]["cross_validated"]
    assert figures["fundus"]["markdown"] > figures["fundus"]["all_text"]
    assert model["card"]["validation"]["dragnet"]["pages"] == 4
    assert "mean of sets" in capsys.readouterr().out


def test_a_sample_and_only_articles_are_fitted(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, ("wcxb-dev",))
    rows = pq.read_table(folder / "wcxb-dev.parquet").to_pylist()
    rows[0]["fields"] = json.dumps({"page_type": "forum"})
    pq.write_table(pa.Table.from_pylist(rows), folder / "wcxb-dev.parquet")
    assert [each.id for each in fit_markdown.training(folder, "wcxb-dev")] == ["1", "2", "3"]
    assert len(fit_markdown.training(folder, "wcxb-dev", 2)) == 2


def test_a_missing_set_fails_in_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 1
    assert "no data set 'wcxb-dev'" in capsys.readouterr().out
    with pytest.raises(Exception, match="no data set"):
        fit(tmp_path)


def test_keywords_are_counted_once_a_site_after_and_inside() -> None:
    votes = fit_keywords.Votes()
    page = [["bridge"], ["read", "more"], ["old"] * 13, ["tags"], ["more", "tags"]]
    for site in ("a", "a", "b"):
        fit_keywords.vote(votes, site, page, [True, True, True, False, False])
    assert votes.after == {"tags": {"a", "b"}, "more": {"a", "b"}, "more tags": {"a", "b"}}
    assert "bridge" not in votes.inside  # what opens the article does not count
    assert votes.inside.get("old") is None  # too long
    found = fit_keywords.candidates(votes, least=2)
    assert [each.phrase for each in found] == ["more", "more tags", "tags"]
    assert found[0].odds == pytest.approx(np.log(2.5 / 0.5))
    assert fit_keywords.candidates(votes, least=3) == []


def test_a_word_as_common_inside_is_no_candidate() -> None:
    votes = fit_keywords.Votes(after={"share": {"a", "b"}}, inside={"share": {"a", "c"}})
    assert fit_keywords.candidates(votes, least=1) == []


def test_keyword_candidates_of_pages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_with(tmp_path, fit_keywords.SETS)
    assert fit_keywords.main([str(folder), "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("# 12 sites")
    assert Counter(line.split("\t")[0] for line in lines[1:])["share this article"] == 1
    assert fit_keywords.main([str(tmp_path / "none"), "en"]) == 1
