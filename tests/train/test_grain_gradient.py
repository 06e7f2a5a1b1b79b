"""The way back: the same as the way forward, and true to finite differences."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.classify.grain_network import (
    BOXES,
    STEPS,
    TREE_LAYERS,
    WIDTH,
    Batch,
    Matrix,
    Network,
    forward,
    standard,
)
from zrno.train.grain_gradient import Step, fresh

FEATURES, CLASSES = 6, 2
CHANGE = 1e-3  # of a weight, far above the rounding of the means, which are kept in single precision
TARGETS = np.random.default_rng(8).integers(0, 2, (22, CLASSES)).astype(np.float64)


def network(seed: int = 0) -> Network:
    chance = np.random.default_rng(seed)
    made = fresh(FEATURES, CLASSES, seed, np.zeros(FEATURES, np.float32), np.ones(FEATURES, np.float32))
    # Biases of nothing would hide mistakes in them; and all in double precision for the differences.
    return Network(
        {
            name: weight.astype(np.float64)
            + (0.1 * chance.standard_normal(weight.shape) if "." in name else 0)
            for name, weight in made.weights.items()
        }  # type: ignore[arg-type]
    )


def batch() -> Batch:
    """Pages of 3, 18 and 1 blocks, with boxes that nest and makes that recur."""
    chance = np.random.default_rng(4)
    starts = np.array([0, 3, 21, 22])
    page = np.repeat([0, 1, 2], [3, 18, 1])
    first, last = starts[page], starts[page + 1]
    small_first, small_last = first.copy(), last.copy()
    small_first[5:9], small_last[5:9] = 5, 9
    small_first[9:12], small_last[9:12] = 7, 12  # a box around a block need not begin with it
    boxes = [(small_first, small_last), *[(first, last)] * (BOXES - 1)]
    groups = np.array([0, 1, 0, *(2 + np.arange(18) % 3), 5])
    return Batch(chance.standard_normal((22, FEATURES)), starts, boxes, groups)  # type: ignore[arg-type]


def loss(logits: Matrix) -> tuple[float, Matrix]:
    """Cross-entropy, the mean over blocks."""
    entropy = np.logaddexp(0, logits) - TARGETS * logits
    share = 1 / (1 + np.exp(-logits))
    return float(entropy.sum()) / len(logits), (share - TARGETS) / len(logits)


def run(made: Network, dropout: float = 0.0, seed: int = 0) -> tuple[float, dict[str, Matrix]]:
    one = batch()
    return Step(made, one, standard(made, one.values), dropout, seed).run(loss)


def test_without_dropout_a_step_goes_the_way_of_the_method() -> None:
    seen: list[Matrix] = []

    def kept(logits: Matrix) -> tuple[float, Matrix]:
        seen.append(logits)
        return loss(logits)

    made, one = network(), batch()
    value, _ = Step(made, one, standard(made, one.values), 0.0, 0).run(kept)
    expected = forward(made, one)
    np.testing.assert_allclose(seen[0], expected, rtol=1e-5, atol=1e-6)
    assert value == pytest.approx(loss(expected)[0], rel=1e-6)


def test_there_is_a_gradient_for_every_weight_that_learns() -> None:
    made = network()
    _, gradient = run(made)
    assert set(gradient) == set(made.weights) - {"mean", "scale"}
    for name, found in gradient.items():
        assert found.shape == made[name].shape, name


NAMES = sorted(set(network().weights) - {"mean", "scale"})


@pytest.mark.parametrize("name", NAMES)
def test_the_gradient_is_that_of_finite_differences(name: str) -> None:
    made = network()
    _, gradient = run(made)
    # Along the gradient itself: every entry takes part, and its length is what the difference has to be.
    direction = gradient[name] / np.linalg.norm(gradient[name])

    def at(distance: float) -> float:
        moved = Network({**made.weights, name: made[name] + distance * direction})
        return loss(forward(moved, batch()))[0]

    slope = (at(CHANGE) - at(-CHANGE)) / (2 * CHANGE)
    assert slope == pytest.approx(float(np.linalg.norm(gradient[name])), rel=0.02)


@pytest.mark.parametrize("seed", range(3))
def test_along_any_direction_too(seed: int) -> None:
    made = network()
    _, gradient = run(made)
    chance = np.random.default_rng(seed)
    # The sum of many random parts is often near nothing; their signs are those of the gradient.
    way = {name: np.abs(chance.standard_normal(g.shape)) * np.sign(g) for name, g in gradient.items()}
    length = np.sqrt(sum(float((part**2).sum()) for part in way.values()))

    def at(distance: float) -> float:
        moved = {name: made[name] + distance / length * way[name] for name in way}
        return loss(forward(Network({**made.weights, **moved}), batch()))[0]

    slope = (at(CHANGE) - at(-CHANGE)) / (2 * CHANGE)
    expected = sum(float((gradient[name] * way[name]).sum()) for name in way) / length
    assert slope == pytest.approx(expected, rel=0.02)


def test_dropout_is_drawn_from_the_seed() -> None:
    made = network()
    one, same, other = (run(made, 0.5, seed)[0] for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_a_fresh_network_has_the_shapes_of_its_parts_and_follows_the_seed() -> None:
    zeros = np.zeros(FEATURES, np.float32)
    made = fresh(FEATURES, CLASSES, 5, zeros, zeros + 1)
    assert made["in.w"].shape == (FEATURES, WIDTH)
    assert made["out.w"].shape == (WIDTH, CLASSES)
    assert {name for name in made.weights if name.startswith("tree")} == {
        f"tree{layer}.{part}" for layer in TREE_LAYERS for part in "wb"
    }
    assert made[f"conv{len(STEPS) - 1}.w"].shape == (WIDTH, 3 * WIDTH)
    assert all(weight.dtype == np.float32 for weight in made.weights.values())
    again, another = (fresh(FEATURES, CLASSES, seed, zeros, zeros + 1) for seed in (5, 6))
    assert (made["in.w"] == again["in.w"]).all()
    assert (made["in.w"] != another["in.w"]).any()
