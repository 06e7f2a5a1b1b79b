"""Tools judged on invented pages: references, failures, groups, the summary."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

import zrno
from zrno.errors import OptionError
from zrno.train import tools as tools_module
from zrno.train.bench import judge, summarise
from zrno.train.datasets import Example
from zrno.train.speed import Speed
from zrno.train.subject import prepare
from zrno.train.tools import Answer, Role, Tool, attempt, method_tool, peer_tools, quietly, reference_tools

STORY = [
    "The ferry across the lake will run again from Saturday, the council decided on Monday evening.",
    "Its new engine passed the last test in heavy rain, and the captain found no fault with it at all.",
    "Tickets stay as cheap as they were, and children below six years still travel without one.",
]
MENU = "<nav><ul><li><a href='/'>Home</a></li><li><a href='/news'>All the news</a></li></ul></nav>"


def example(number: int, *, page_type: str = "article", html: str | None = None) -> Example:
    body = "".join(f"<p>{line}</p>" for line in STORY)
    page = f"<html lang=en><title>Ferry</title>{MENU}<h1>The ferry runs again</h1>{body}<footer>Ads</footer>"
    fields = {"page_type": page_type}
    gold = "The ferry runs again\n" + "\n".join(STORY)
    return Example(f"page-{number}", "ferries", f"site-{number}", (html or page).encode(), gold, fields)


def tool(name: str, run: object) -> Tool:
    return Tool(name, Role.PEER, "1", "", None, lambda subject: Answer(run(subject)))  # type: ignore[operator]


def test_the_references_bracket_every_labelling() -> None:
    (page,) = judge([example(1)], reference_tools())
    everything, oracle = page.scores
    assert oracle.page_f1 == 1
    assert everything.recall == 1
    assert everything.precision < 1
    assert page.coverage == 1
    assert (page.page_type, page.language) == ("article", "en")
    counts = page.blocks[0]
    assert counts is not None
    # Two menu entries, the heading, three paragraphs, the footer.
    assert (counts.cb, counts.db, counts.ndb, counts.nb, counts.z, counts.k) == (7, 7, 3, 0, -2, 1)
    assert counts.wrong == {"IN": 1, "LI": 2}


def test_a_method_answers_what_extract_answers() -> None:
    given = example(1)
    for name in zrno.methods():
        made = method_tool(name)
        document = zrno.extract(given.html.decode(), method=name)
        answer = attempt(made, prepare(given))
        assert answer.failure == ""
        assert answer.text == document.text
        assert answer.markup == document.write("cleaneval")
        assert made.run is not None
        assert made.run(given.html.decode()) == document.text


def test_whatever_goes_wrong_in_a_tool_is_a_failure_with_no_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def breaks(subject: object) -> str:  # noqa: ARG001
        raise RecursionError("too deep")

    def hangs(subject: object) -> str:  # noqa: ARG001
        time.sleep(20)
        return "never"

    monkeypatch.setattr(tools_module, "SECONDS", 0.05)
    made = [tool("breaks", breaks), tool("hangs", hangs), *reference_tools()]
    (page,) = judge([example(1)], made)
    assert page.failures == ("RecursionError: too deep", "took more than 0.05 s", "", "")
    assert page.empty == (True, True, False, False)
    assert page.scores[0].page_f1 == 0
    rows = summarise("ferries", [page], made)["tools"]
    assert [row["failed"] for row in rows] == [1, 1, 0, 0]
    assert rows[0]["failures"] == {"RecursionError: too deep": 1}


def test_a_page_that_is_refused_fails_our_methods_only() -> None:
    refused = example(1, html="%PDF-1.4\n" + "\x00\x01\x02\x03" * 200)
    (page,) = judge([refused], [method_tool("news"), tool("other", lambda _: "text"), *reference_tools()])
    assert page.failures[0].startswith("NotText")
    assert page.failures[1:] == ("", "", "")


def test_an_option_wrong_for_every_page_stops_at_once() -> None:
    with pytest.raises(OptionError, match="no option 'wings'"):
        method_tool("news", {"wings": 2})


def test_the_summary_of_a_set() -> None:
    pages = [example(n, page_type="forum" if n % 2 else "article") for n in range(10)]
    half = tool("half", lambda _: "\n".join(STORY[:2]))
    made = [half, *reference_tools()]
    found = summarise("ferries", list(judge(pages, made)), made, speeds={"half": Speed(2.0, 1.5, 0.5)})
    json.dumps(found, allow_nan=False)
    assert (found["name"], found["pages"], found["sites"]) == ("ferries", 10, 10)
    row = found["tools"][0]
    # Gold has 4 + 16 + 20 + 16 words, that is 53 shingles; the answer 36 words, 33 shingles, all gold.
    assert row["measures"]["precision"]["value"] == 1
    assert row["measures"]["recall"]["value"] == pytest.approx(33 / 53, abs=1e-4)
    assert row["measures"]["f1"]["value"] == pytest.approx(2 * 33 / (33 + 53), abs=1e-4)
    assert row["lead"] is None
    oracle = found["tools"][2]
    assert oracle["lead"]["value"] == pytest.approx(2 * 33 / 86 - 1, abs=1e-4)
    assert found["oracle"] == 1
    assert found["baseline"] == found["tools"][1]["measures"]["f1"]["value"]
    assert row["speed"] == {"mean": 2.0, "median": 1.5, "ratio": 0.5}
    assert oracle["speed"] is None
    assert [(each["name"], each["pages"]) for each in found["page_types"]] == [("article", 5), ("forum", 5)]
    assert found["languages"] == []  # all in one
    assert found["alignment"] == {"found": 1.0, "floor": 0.75, "below": 0}


def test_the_worst_pages_come_first_with_both_texts() -> None:
    pages = [example(0), example(1, html="<p>Something else entirely is written here."), example(2)]
    made = [tool("all", lambda subject: "\n".join(subject.blocks.texts)), *reference_tools()]
    found = summarise("ferries", list(judge(pages, made)), made)
    assert found["worst"][0]["id"] == "page-1"
    assert found["worst"][0]["f1"] == 0
    assert found["worst"][0]["text"] == "Something else entirely is written here."
    assert found["worst"][0]["gold"].startswith("The ferry runs again")
    assert found["alignment"]["below"] == 1


def test_blocks_of_methods_are_summed() -> None:
    made = [method_tool("news"), *reference_tools()]
    found = summarise("ferries", list(judge([example(0), example(1)], made)), made)
    blocks = found["tools"][0]["blocks"]
    assert blocks["CB"] == 14
    assert blocks["DB"] - blocks["NDB"] + blocks["NB"] == 8
    assert sum(blocks["wrong"].values()) == blocks["NDB"]
    assert found["tools"][1]["blocks"] is None  # of the references they say nothing


def test_missing_peers_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def load() -> None:
        raise ImportError

    ghost = tools_module.Peer("ghost", "ghost", "", load)  # type: ignore[arg-type]
    monkeypatch.setattr(tools_module, "PEERS", (ghost,))
    told: list[str] = []
    assert peer_tools(lambda error: told.append(str(error))) == []
    assert "ghost is not installed" in told[0]


def test_quietly_leaves_logging_as_it_was(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import logging
    import warnings

    with quietly():
        logging.getLogger("peer").error("noise")
        warnings.warn("more noise", stacklevel=1)
    assert capfd.readouterr().err == ""
    assert logging.root.manager.disable == logging.NOTSET
    assert not any(tmp_path.iterdir())
