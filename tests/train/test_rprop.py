"""Rprop, step by step by hand, and the gradient against differences."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.classify.texttractor_network import Network
from zrno.train.rprop import first_network, gradient, train, update


def singles(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def test_one_step_by_hand() -> None:
    weights, steps = singles(1, 1, 1, 1), singles(0.1, 0.1, 0.1, 0.1)
    slopes, before = singles(3, -3, -3, 0), singles(2, -2, 2, 2)
    update(weights, steps, slopes, before)
    assert steps == pytest.approx([0.12, 0.12, 0.05, 0.12])  # it grows by 1.2 and shrinks by half
    assert weights == pytest.approx([1.12, 0.88, 1.05, 1])  # up, down, turned and so up, no slope
    assert slopes.tolist() == [3, -3, 0, 0]  # the turn is forgotten


def test_after_a_turn_the_next_slope_counts_as_the_first() -> None:
    weights, steps = singles(0), singles(0.1)
    update(weights, steps, slopes := singles(-1), singles(1))
    update(weights, steps, singles(-1), slopes)
    assert steps == pytest.approx([0.06])  # .1 * .5 * 1.2
    assert weights == pytest.approx([-0.01])  # .05 up at the turn, .06 down


def test_steps_and_weights_have_limits() -> None:
    weights, steps = singles(1499, 0), singles(49, 0)
    update(weights, steps, singles(1, -1), singles(1, 1))
    assert steps == pytest.approx([50, 0.00005])
    assert weights == pytest.approx([1500, 0.00005])


def sample(rows: int) -> tuple[np.ndarray, np.ndarray]:
    inputs = np.random.default_rng(3).uniform(0, 1, (rows, 78)).astype(np.float32)
    return inputs, np.where(inputs[:, 5] > inputs[:, 40], 1, -1).astype(np.float32)


def error_of(network: Network, inputs: np.ndarray, targets: np.ndarray) -> float:
    """The sum over all examples; a difference of 2 counts as 1."""
    return float((((targets - network.run(inputs)) / 2) ** 2).sum())


@pytest.mark.parametrize(("layer", "row", "column"), [(3, 0, 0), (3, 9, 0), (2, 4, 3), (1, 7, 2), (1, 39, 0)])
def test_slopes_are_differences_of_the_error(layer: int, row: int, column: int) -> None:
    # Layer 0 is left out: FANN trains the stepwise sigmoid with the slope of the smooth one.
    draw = np.random.default_rng(7)
    shapes = [(79, 39), (40, 19), (20, 9), (10, 1)]
    network = Network([draw.uniform(-0.3, 0.3, shape).astype(np.float32) for shape in shapes])
    inputs, targets = sample(50)
    assert abs(network.run(inputs)).max() < 1  # nowhere saturated, where slopes are not differences
    slopes, error = gradient(network, inputs, targets)
    assert error == pytest.approx(error_of(network, inputs, targets) / 50, rel=1e-5)
    weights, step = network.weights[layer], 0.01
    weights[row, column] += step
    above = error_of(network, inputs, targets)
    weights[row, column] -= 2 * step
    below = error_of(network, inputs, targets)
    assert slopes[layer][row, column] == pytest.approx((below - above) / (2 * step), rel=0.02, abs=0.01)


def test_training_learns_and_repeats() -> None:
    inputs, targets = sample(600)
    trained = train(first_network(0), inputs, targets, epochs=80)
    assert trained.errors[0] > 0.2
    assert min(trained.errors) < 0.05
    assert (np.sign(trained.network.run(inputs)) == targets).mean() > 0.95
    again = train(first_network(0), inputs, targets, epochs=80)
    assert all((a == b).all() for a, b in zip(trained.network.weights, again.network.weights, strict=True))


def test_the_best_epoch_is_kept() -> None:
    inputs, targets = sample(200)
    trained = train(first_network(1), inputs, targets, epochs=40)
    assert len(trained.errors) == 40
    best = error_of(trained.network, inputs, targets) / 200
    assert best == pytest.approx(min(trained.errors), rel=1e-4)


def test_the_given_network_is_not_changed() -> None:
    network = first_network(2)
    kept = [each.copy() for each in network.weights]
    train(network, *sample(50), epochs=3)
    assert all((a == b).all() for a, b in zip(network.weights, kept, strict=True))


def test_first_weights_are_small_and_of_the_seed() -> None:
    assert [each.shape for each in first_network(0).weights] == [(79, 39), (40, 19), (20, 9), (10, 1)]
    assert all(abs(each).max() <= 0.1 for each in first_network(0).weights)
    assert (first_network(0).weights[0] != first_network(1).weights[0]).any()


def test_an_input_that_never_occurs_keeps_its_weight() -> None:
    inputs, targets = sample(100)
    inputs[:, 11] = 0
    network = first_network(0)
    trained = train(network, inputs, targets, epochs=30).network
    assert (trained.weights[0][11] == network.weights[0][11]).all()
    assert (trained.weights[0][12] != network.weights[0][12]).any()
