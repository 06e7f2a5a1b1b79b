"""Figures of a report in a card."""

from __future__ import annotations

import json
from pathlib import Path

from zrno.classify.models import Card, read_card, write_card
from zrno.train.card_figures import main


def tool(name: str, value: float) -> dict[str, object]:
    return {"name": name, "measures": {"f1": {"value": value, "low": value - 0.1, "high": value + 0.1}}}


def test_the_crossed_row_is_taken_where_there_is_one(tmp_path: Path) -> None:
    write_card(tmp_path, Card("m", "grain", "s", "l", "2026-01-01", 0, "c", (), (), "model.npz"))
    sets = [
        {
            "name": "one",
            "pages": 3,
            "baseline": 0.5,
            "tools": [tool("grain", 0.9), tool("grain (cross)", 0.8)],
        },
        {"name": "two", "pages": 4, "baseline": 0.6, "tools": [tool("grain", 0.7), tool("news", 0.1)]},
        {"name": "three", "pages": 4, "baseline": 0.6, "tools": [tool("news", 0.1)]},
    ]
    report = tmp_path / "report.json"
    report.write_text(json.dumps({"command": "zrno bench x", "sets": sets}), "utf-8")
    main([str(tmp_path), str(report)])
    found = read_card(tmp_path).figures
    assert [(each.set, each.value, each.pages) for each in found] == [("one", 0.8, 3), ("two", 0.7, 4)]
    assert found[0].measure == "4-gram F1, other sites"
    assert found[1].command == "zrno bench x"
