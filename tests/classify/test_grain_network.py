"""The way forward through the network, piece by piece and as a whole."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from zrno.classify.grain_network import (
    BOXES,
    CLIP,
    TREE_LAYERS,
    Batch,
    Network,
    box_runs,
    even,
    forward,
    group_means,
    neighbours,
    page_means,
    relu,
    standard,
    surroundings,
)
from zrno.train.grain_gradient import fresh

FEATURES, CLASSES = 7, 3


def network(seed: int = 3) -> Network:
    mean, scale = np.full(FEATURES, 0.5, np.float32), np.full(FEATURES, 2.0, np.float32)
    return fresh(FEATURES, CLASSES, seed, mean, scale)


def batch(sizes: Sequence[int], seed: int = 1) -> Batch:
    """Pages of random blocks; each box grows by halves of the page, the makes alternate."""
    chance = np.random.default_rng(seed)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    page = np.repeat(np.arange(len(sizes)), sizes)
    first, last = starts[page], starts[page + 1]
    middle = (first + last + 1) // 2
    upper = np.arange(len(page)) < middle
    half = (np.where(upper, first, middle), np.where(upper, middle, last))
    return Batch(
        values=chance.standard_normal((len(page), FEATURES)).astype(np.float32),
        starts=starts,
        boxes=[half, *[(first, last)] * (BOXES - 1)],
        groups=2 * page + np.arange(len(page)) % 2 if min(sizes) > 1 else page,
    )


def alone(whole: Batch, page: int) -> Batch:
    start, end = whole.starts[page : page + 2].tolist()
    groups = whole.groups[start:end]
    return Batch(
        values=whole.values[start:end],
        starts=np.array([0, end - start]),
        boxes=[(first[start:end] - start, last[start:end] - start) for first, last in whole.boxes],
        groups=groups - groups.min(),
    )


def test_pages_of_a_batch_do_not_hear_each_other() -> None:
    whole = batch((5, 40, 2))
    together = forward(network(), whole)
    apart = [forward(network(), alone(whole, page)) for page in range(3)]
    assert together.shape == (47, CLASSES)
    np.testing.assert_allclose(together, np.concatenate(apart), rtol=1e-4, atol=1e-5)


def test_one_page_changes_nothing_of_the_other() -> None:
    one = batch((6, 9))
    values = one.values.copy()
    values[6:] = 5
    other = Batch(values, one.starts, one.boxes, one.groups)
    before, after = forward(network(), one), forward(network(), other)
    np.testing.assert_allclose(before[:6], after[:6], rtol=1e-4, atol=1e-5)
    assert np.abs(before[6:] - after[6:]).max() > 0.01


def test_a_block_hears_the_rest_of_its_page() -> None:
    one = batch((60,))
    values = one.values.copy()
    values[59] = 5
    other = Batch(values, one.starts, one.boxes, one.groups)
    assert np.abs(forward(network(), one)[0] - forward(network(), other)[0]).max() > 1e-4


def test_a_page_of_one_block() -> None:
    logits = forward(network(), batch((1,)))
    assert logits.shape == (1, CLASSES)
    assert np.isfinite(logits).all()


def test_standard_counts_deviations_and_clips() -> None:
    values = np.array([[0.5, 1.5, 1000, -1000, 0, 0, 0]], np.float32)
    assert standard(network(), values).tolist() == [[0, 2, CLIP, -CLIP, -1, -1, -1]]


def test_relu() -> None:
    assert relu(np.array([-1.0, 0.0, 2.0], np.float32)).tolist() == [0, 0, 2]


def test_even_has_mean_zero_and_deviation_one() -> None:
    evened, inverse = even(np.array([[1, 3], [5, 5]], np.float32))
    np.testing.assert_allclose(evened, [[-1, 1], [0, 0]], atol=1e-4)
    np.testing.assert_allclose(inverse[0], [1], atol=1e-4)


def test_neighbours_by_hand() -> None:
    # Each row says (to the one after, to itself, to the one before).
    heard = np.array([[1, 10, 100], [2, 20, 200], [3, 30, 300], [4, 40, 400]], np.float32)
    one = batch((4,))
    assert neighbours(heard, one, 1).ravel().tolist() == [10 + 200, 20 + 1 + 300, 30 + 2 + 400, 40 + 3]
    assert neighbours(heard, one, 2).ravel().tolist() == [10 + 300, 20 + 400, 30 + 1, 40 + 2]
    assert neighbours(heard, one, 4).ravel().tolist() == [10, 20, 30, 40]
    assert neighbours(heard, batch((2, 2)), 1).ravel().tolist() == [10 + 200, 20 + 1, 30 + 400, 40 + 3]


def test_means_of_pages() -> None:
    state = np.array([[1], [3], [5]], np.float32)
    assert page_means(state, batch((2, 1))).tolist() == [[2], [5]]


def test_means_of_makes() -> None:
    state = np.array([[1], [10], [3], [20]], np.float32)
    page = Batch(state, np.array([0, 4]), (), np.array([1, 0, 1, 0]))
    assert group_means(state, page).tolist() == [[2], [15], [2], [15]]


def test_surroundings_are_the_boxes_and_then_the_make() -> None:
    state = np.array([[1], [3], [5], [7]], np.float32)
    found = surroundings(state, batch((4,)))
    assert found[:, 0].tolist() == [2, 2, 6, 6]  # the halves
    assert found[:, 1:BOXES].tolist() == [[4] * (BOXES - 1)] * 4  # the page
    assert found[:, BOXES].tolist() == [3, 5, 3, 5]  # every second


def test_runs_of_blocks_with_the_same_box() -> None:
    runs, sizes = box_runs(np.array([0, 0, 2, 2, 2, 0]), np.array([6, 6, 4, 4, 5, 6]))
    assert runs.tolist() == [0, 2, 4, 5]
    assert sizes.tolist() == [2, 2, 1, 1]
    assert [part.tolist() for part in box_runs(np.array([3]), np.array([4]))] == [[0], [1]]


@pytest.mark.parametrize("layer", TREE_LAYERS)
def test_every_tree_layer_counts(layer: int) -> None:
    made = network()
    without = Network({**made.weights, f"tree{layer}.w": np.zeros_like(made[f"tree{layer}.w"])})
    one = batch((12,))
    assert np.abs(forward(made, one) - forward(without, one)).max() > 1e-4
