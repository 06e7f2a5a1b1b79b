"""AdamW by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zrno.train.adam import AVERAGE, DECAY, WARM, Adam


def weights(*values: float) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]]:
    return {"w": np.array(values, np.float32), "fixed": np.array([7.0], np.float32)}


def gradient(*values: float) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float32]]]:
    return {"w": np.array(values, np.float32)}


def test_the_first_step_by_hand() -> None:
    # Both moments are corrected to g and g², so the step is the sign of the gradient plus the decay;
    # 200 steps: the rate is a fiftieth of its height, and the cosine has hardly begun.
    adam = Adam(weights(1.0, -2.0), frozenset({"fixed"}), 200, 0.1)
    adam.step(gradient(0.3, -0.4))
    rate = 0.1 / WARM * (0.5 + 0.5 * math.cos(math.pi / 200))
    assert rate == pytest.approx(0.00199988, rel=1e-5)
    expected = [1 - rate * (1 + DECAY * 1), -2 - rate * (-1 + DECAY * -2)]
    assert adam.weights["w"].tolist() == pytest.approx(expected, abs=1e-6)
    assert adam.weights["fixed"].tolist() == [7]


def test_the_second_step_by_hand() -> None:
    adam = Adam(weights(0.0), frozenset({"fixed"}), 1000, 0.1)
    adam.step(gradient(0.5))
    before = float(adam.weights["w"][0])
    adam.step(gradient(-0.1))
    # first: .9 * .05 - .01 = .035, corrected by 1 - .81; second: .999 * .00025 + .00001, by 1 - .998001
    direction = (0.035 / 0.19) / math.sqrt(0.00025975 / 0.001999)
    rate = 0.1 * 2 / WARM * (0.5 + 0.5 * math.cos(math.pi * 2 / 1000))
    assert adam.weights["w"][0] == pytest.approx(before - rate * (direction + DECAY * before), abs=1e-6)


def test_a_long_gradient_is_cut_to_length_one() -> None:
    adam = Adam(weights(0.0, 0.0), frozenset({"fixed"}), 100, 0.1)
    adam.step(gradient(30.0, 40.0))
    assert adam.first["w"].tolist() == pytest.approx([0.06, 0.08], rel=1e-5)


def test_the_last_step_stands_still() -> None:
    adam = Adam(weights(1.0), frozenset({"fixed"}), 3, 0.1)
    adam.step(gradient(1.0))
    adam.step(gradient(1.0))
    before = adam.weights["w"].copy()
    adam.step(gradient(1.0))
    assert adam.weights["w"].tolist() == pytest.approx(before.tolist(), abs=1e-7)


def test_weights_are_averaged_in_the_second_half() -> None:
    adam = Adam(weights(1.0), frozenset({"fixed"}), 4, 0.1)
    adam.step(gradient(1.0))
    assert adam.result()["w"] is adam.weights["w"]
    adam.step(gradient(1.0))
    second = float(adam.weights["w"][0])
    assert adam.result()["w"].tolist() == [second]
    adam.step(gradient(1.0))
    third = float(adam.weights["w"][0])
    assert third < second
    assert adam.result()["w"][0] == pytest.approx(AVERAGE * second + (1 - AVERAGE) * third, abs=1e-7)
    assert adam.result()["fixed"].tolist() == [7]


def test_it_finds_the_bottom_of_a_bowl() -> None:
    adam = Adam(weights(3.0, -4.0), frozenset({"fixed"}), 400, 0.1)
    bottom = np.array([1.0, 2.0], np.float32)
    for _ in range(400):
        adam.step({"w": 0.1 * (adam.weights["w"] - bottom)})
    assert adam.weights["w"].tolist() == pytest.approx([1, 2], abs=0.25)
