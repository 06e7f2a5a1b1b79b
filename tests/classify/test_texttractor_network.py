"""The network of method `texttractor`: its functions at points computed by hand, its file."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from zrno.classify.texttractor_network import (
    ACTIVATIONS,
    FILE,
    SIZES,
    Network,
    gaussian_slope,
    gaussian_symmetric,
    linear_slope,
    linear_symmetric,
    load,
    save,
    sigmoid_slope,
    sigmoid_stepwise,
)
from zrno.errors import SourceError

SHAPES = [(79, 39), (40, 19), (20, 9), (10, 1)]


def singles(*values: float) -> np.ndarray:
    return np.array(values, dtype=np.float32)


def constant_network(output: float, bias: float) -> Network:
    """All weights 0 but those of the output, so that layers 2 and 3 are 1 everywhere."""
    weights = [np.zeros(shape, dtype=np.float32) for shape in SHAPES]
    weights[-1][:-1], weights[-1][-1] = output, bias
    return Network(weights)


def test_the_published_layers() -> None:
    assert SIZES == (78, 39, 19, 9, 1)
    assert [each.steepness for each in ACTIVATIONS] == [0.65, 0.75, 0.75, 0.8]
    functions = [each.value for each in ACTIVATIONS]
    assert functions == [sigmoid_stepwise, gaussian_symmetric, gaussian_symmetric, linear_symmetric]


def test_the_stepwise_sigmoid_at_its_corners_and_between() -> None:
    # 1 / (1 + exp(-2 x)) is .75 at ln 3 / 2, .95 at ln 19 / 2 and .995 at ln 199 / 2
    corners = singles(0, math.log(3) / 2, math.log(19) / 2)
    assert sigmoid_stepwise(corners) == pytest.approx([0.5, 0.75, 0.95], abs=1e-6)
    assert sigmoid_stepwise(-corners) == pytest.approx([0.5, 0.25, 0.05], abs=1e-6)
    assert sigmoid_stepwise(singles(math.log(199) / 2 - 1e-3))[0] == pytest.approx(0.995, abs=1e-4)
    # half-way to the first corner; a third of the way between the first two
    assert sigmoid_stepwise(singles(math.log(3) / 4))[0] == pytest.approx(0.625, abs=1e-6)
    third = (2 * math.log(3) + math.log(19)) / 6
    assert sigmoid_stepwise(singles(third))[0] == pytest.approx(0.75 + 0.2 / 3, abs=1e-6)


def test_the_stepwise_sigmoid_jumps_behind_its_last_corner() -> None:
    assert sigmoid_stepwise(singles(2.65, 100, -2.65, -100)).tolist() == [1, 1, 0, 0]


def test_the_symmetric_gaussian() -> None:
    assert gaussian_symmetric(singles(0, 1, -1, 200)) == pytest.approx(
        [1, 2 / math.e - 1, 2 / math.e - 1, -1], abs=1e-6
    )


def test_the_saturated_line() -> None:
    assert linear_symmetric(singles(-3, -1, -0.4, 0.4, 3)) == pytest.approx([-1, -1, -0.4, 0.4, 1])


def test_slopes_as_fann_trains_with_them() -> None:
    assert sigmoid_slope(singles(0), singles(0.25))[0] == pytest.approx(2 * 0.25 * 0.75)
    assert sigmoid_slope(singles(9), singles(1))[0] == pytest.approx(2 * 0.99 * 0.01)  # kept off 0
    assert gaussian_slope(singles(0.5), singles(0.2))[0] == pytest.approx(-2 * 0.5 * 1.2)
    assert linear_slope(singles(5), singles(1)).tolist() == [1]  # saturated, but learned from


def test_a_network_by_hand() -> None:
    inputs = np.zeros((2, 78), dtype=np.float32)
    # layer 1 is .5, layers 2 and 3 are 1, so the output is .8 * (9 * w + bias)
    assert constant_network(0.1, 0.1).run(inputs) == pytest.approx([0.8, 0.8])
    assert constant_network(-0.05, 0).run(inputs) == pytest.approx([-0.36, -0.36])
    assert constant_network(5, 0).run(inputs).tolist() == [1, 1]


def test_the_steepness_multiplies_the_sum() -> None:
    network = constant_network(0, 0)
    network.weights[0][0, 0] = 1  # input 0 to neuron 0 of layer 1
    network.weights[1][0, 0] = 1  # and on to layer 2
    sums, values = network.layers(np.eye(1, 78, dtype=np.float32))
    assert sums[0][0, 0] == pytest.approx(0.65)
    first = 0.75 + 0.2 * (0.65 - math.log(3) / 2) / ((math.log(19) - math.log(3)) / 2)
    assert values[0][0, 0] == pytest.approx(first)
    assert sums[1][0, 0] == pytest.approx(0.75 * first)
    assert values[1][0, 0] == pytest.approx(2 * math.exp(-((0.75 * first) ** 2)) - 1)


def test_no_blocks_no_scores() -> None:
    assert constant_network(1, 1).run(np.zeros((0, 78), dtype=np.float32)).shape == (0,)


def test_many_blocks_are_scored_in_portions_as_if_at_once() -> None:
    draw = np.random.default_rng(1)
    network = Network([draw.uniform(-1, 1, shape).astype(np.float32) for shape in SHAPES])
    inputs = draw.uniform(0, 1, (9_000, 78)).astype(np.float32)
    assert network.run(inputs) == pytest.approx(network.layers(inputs)[1][-1][:, 0], abs=1e-5)


def test_the_file_keeps_the_weights(tmp_path: Path) -> None:
    save(constant_network(0.25, -0.5), tmp_path)
    found = load(tmp_path)
    assert [each.shape for each in found.weights] == SHAPES
    assert found.weights[-1][:, 0].tolist() == [0.25] * 9 + [-0.5]


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 broken"])
def test_a_broken_file_is_said(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(SourceError, match="the network cannot be read"):
        load(tmp_path)


def test_a_file_that_would_run_code_is_refused(tmp_path: Path) -> None:
    objects = {f"layer{number}": np.array([{}], dtype=object) for number in range(1, 5)}
    np.savez(tmp_path / FILE, **objects)
    with pytest.raises(SourceError):
        load(tmp_path)


def test_a_network_of_another_shape_is_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / FILE, **{f"layer{number}": np.zeros((2, 2)) for number in range(1, 5)})
    with pytest.raises(SourceError, match="no network of this method"):
        load(tmp_path)


def test_a_missing_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        load(tmp_path)
