"""A toy task: the wanted class is the sign of one feature."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.classify.grain_network import BOXES, Network
from zrno.train import grain_fit
from zrno.train.grain_fit import EPOCHS, MORE_EPOCHS, Sheet, batch_of, fit, predict

NAMES = ("words", "noise", "names path", "page prose")


def sheet(seed: int, size: int = 20) -> Sheet:
    chance = np.random.default_rng(seed)
    values = chance.standard_normal((size, len(NAMES))).astype(np.float32)
    values[:, 0] += 0.5 * np.sign(values[:, 0])  # nothing so near to zero that the noise would turn it
    whole = np.tile(np.array([0, size]), (size, BOXES, 1))
    targets = np.stack([values[:, 0] > 0, values[:, 0] < 0], axis=1).astype(np.float32)
    return Sheet(values, whole, np.arange(size) % 2, targets, np.full((size, 2), 1 / size, np.float32))


@pytest.fixture(autouse=True)
def small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page a step: a toy has few blocks, and products so small do not wait for busy cores."""
    monkeypatch.setattr(grain_fit, "BLOCKS", 20)


SHEETS = [sheet(seed) for seed in range(24)]
UNSEEN = [sheet(seed) for seed in range(100, 120)]


def right(network: Network) -> float:
    """The share of unseen blocks told rightly, over both classes."""
    return float(
        np.mean(
            [
                (logits > 0) == (one.targets > 0)
                for logits, one in zip(predict(network, UNSEEN), UNSEEN, strict=True)
            ]
        )
    )


def quiet(_line: str) -> None:
    pass


def test_a_toy_task_is_learned() -> None:
    said: list[str] = []
    network = fit(SHEETS, NAMES, 0, said.append)
    assert right(network) > 0.9
    assert len(said) == EPOCHS
    assert said[0].startswith(f"epoch 1 of {EPOCHS}: loss ")
    first, last = (float(line.split()[-1]) for line in (said[0], said[-1]))
    assert last < 0.5 * first


def test_the_same_seed_gives_the_same_network() -> None:
    one, same, other = (fit(SHEETS[:4], NAMES, seed, quiet) for seed in (1, 1, 2))
    for name in one.weights:
        assert (one[name] == same[name]).all(), name
    assert (one["in.w"] != other["in.w"]).any()


def test_going_on_from_a_start_keeps_its_scales_and_gets_better() -> None:
    start = fit(SHEETS[:3], NAMES, 0, quiet)
    before = {name: weight.copy() for name, weight in start.weights.items()}
    said: list[str] = []
    network = fit(SHEETS[:10], NAMES, 0, said.append, start)
    assert len(said) == MORE_EPOCHS
    assert right(network) > max(right(start), 0.9)
    assert (network["mean"] == before["mean"]).all()
    assert (network["scale"] == before["scale"]).all()
    assert (network["in.w"] != before["in.w"]).any()
    for name, weight in before.items():
        assert (start[name] == weight).all(), f"{name} of the start was changed"


def test_features_are_scaled_by_the_sheets() -> None:
    network = fit(SHEETS[:3], NAMES, 0, quiet)
    values = np.concatenate([one.values for one in SHEETS[:3]])
    np.testing.assert_allclose(network["mean"], values.mean(axis=0), atol=1e-4)
    np.testing.assert_allclose(1 / network["scale"], values.std(axis=0), rtol=1e-3)


def test_pages_of_a_batch_stand_one_after_another() -> None:
    made = batch_of([sheet(1, 3), sheet(2, 5)])
    assert made.starts.tolist() == [0, 3, 8]
    assert made.sizes.tolist() == [3, 5]
    assert made.groups.tolist() == [0, 1, 0, 2, 3, 2, 3, 2]
    assert len(made.boxes) == BOXES
    first, end = made.boxes[0]
    assert first.tolist() == [0] * 3 + [3] * 5
    assert end.tolist() == [3] * 3 + [8] * 5


def test_predictions_are_one_row_per_block() -> None:
    network = fit(SHEETS[:2], NAMES, 0, quiet)
    assert [found.shape for found in predict(network, [sheet(1, 3), sheet(2, 5)])] == [(3, 2), (5, 2)]
