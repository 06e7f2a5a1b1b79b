"""The file of a model: written, read, and refused where it is broken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from zrno.classify.grain_features import Tables
from zrno.classify.grain_model import CLASSES, FILE, KINDS, Model, load, save
from zrno.classify.grain_network import Network, shapes
from zrno.classify.models import Card, DataUsed, write_card
from zrno.errors import OptionError, SourceError

TABLES = Tables({".story": 1.234, "menu": -2.5}, {"p<div<body": 0.321}, {"čtěte": -0.75, "文": 0.5}, {})


def card(folder: Path) -> None:
    data = (DataUsed("invented", 3, "Apache-2.0", "this test"),)
    write_card(folder, Card("own", "grain", "a test", "Apache-2.0", "2026-01-01", 0, "-", data, (), FILE))


def model() -> Model:
    chance = np.random.default_rng(3)
    wanted = shapes(2, len(CLASSES))
    weights = {name: chance.standard_normal(shape).astype(np.float32) for name, shape in wanted.items()}
    thresholds = {"precision": 0.75, "balanced": 0.5, "recall": 0.25}
    return Model(Network(weights), TABLES, ("words", "box1 all prose"), thresholds)  # type: ignore[arg-type]


def test_what_is_saved_is_what_is_read(tmp_path: Path) -> None:
    card(tmp_path)
    one = model()
    assert save(one, tmp_path) == tmp_path / FILE
    found = load(str(tmp_path))
    assert set(found.network.weights) == set(one.network.weights)
    for name, weight in one.network.weights.items():
        assert found.network[name].dtype == np.float32
        assert (found.network[name] == weight).all()
    for kind in KINDS:
        assert getattr(found.tables, kind) == pytest.approx(getattr(TABLES, kind), abs=1e-9)
    assert found.columns == one.columns
    assert found.thresholds == one.thresholds


def test_the_shipped_model_survives_the_round(tmp_path: Path) -> None:
    card(tmp_path)
    shipped = load("grain")
    save(shipped, tmp_path)
    again = load(str(tmp_path))
    assert again.tables.words == shipped.tables.words
    assert again.columns == shipped.columns
    assert all((again.network[name] == weight).all() for name, weight in shipped.network.weights.items())


def test_the_thresholds_of_the_shipped_model_are_in_order() -> None:
    thresholds = load("grain").thresholds
    assert 0 < thresholds["recall"] <= thresholds["balanced"] <= thresholds["precision"] < 1


def test_an_unknown_model_tells_the_known_ones() -> None:
    with pytest.raises(OptionError) as caught:
        load("barley")
    assert "grain" in caught.value.hint


def test_a_card_without_its_file(tmp_path: Path) -> None:
    card(tmp_path)
    with pytest.raises(SourceError, match="cannot be read"):
        load(str(tmp_path))


def shipped_bytes() -> bytes:
    from zrno.classify.models import locate

    return (locate("grain") / FILE).read_bytes()


def array_bytes(folder: Path) -> bytes:
    np.save(folder / "one.npy", np.zeros(3))
    return (folder / "one.npy").read_bytes()


@pytest.mark.parametrize(
    "damage", ["empty", "garbage", "head of an archive", "half", "zeros inside", "one array"]
)
def test_broken_files_are_told(damage: str, tmp_path: Path) -> None:
    card(tmp_path)
    whole = shipped_bytes()
    broken = {
        "empty": b"",
        "garbage": b"no archive at all",
        "head of an archive": b"PK\x03\x04 and nothing more",
        "half": whole[: len(whole) // 2],
        "zeros inside": whole[:5000] + bytes(100) + whole[5100:],
        "one array": array_bytes(tmp_path),
    }
    (tmp_path / FILE).write_bytes(broken[damage])
    with pytest.raises(SourceError, match="cannot be read"):
        load(str(tmp_path))


def test_an_archive_of_something_else(tmp_path: Path) -> None:
    card(tmp_path)
    np.savez(tmp_path / FILE, weights=np.zeros(3))
    with pytest.raises(SourceError, match="cannot be read"):
        load(str(tmp_path))


class Trap:
    """Writes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, ...]:
        return Path.touch, (self.path,)


def test_objects_in_the_file_are_refused_and_not_run(tmp_path: Path) -> None:
    card(tmp_path)
    save(model(), tmp_path)
    with np.load(tmp_path / FILE) as arrays:
        whole = dict(arrays)
    trap = tmp_path / "sprung"
    np.savez(tmp_path / FILE, **{**whole, "columns": np.array([Trap(trap)], dtype=object)})
    with pytest.raises(SourceError, match="cannot be read"):
        load(str(tmp_path))
    assert not trap.exists()


@pytest.mark.parametrize("name", ["conv3.w", "out.b", "scale"])
def test_a_missing_weight_is_told(tmp_path: Path, name: str) -> None:
    card(tmp_path)
    one = model()
    rest = {each: weight for each, weight in one.network.weights.items() if each != name}
    save(Model(Network(rest), one.tables, one.columns, one.thresholds), tmp_path)
    with pytest.raises(SourceError, match=name):
        load(str(tmp_path))
