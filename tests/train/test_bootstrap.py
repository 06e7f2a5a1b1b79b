"""Means under weights, and intervals that can be known."""

from __future__ import annotations

import numpy as np
import pytest

from zrno.train.bootstrap import Estimate, estimate, means, weights


def test_the_first_row_is_the_sample_itself() -> None:
    drawn = weights(["a", "b", "c"], draws=5)
    assert drawn.shape == (6, 3)
    assert drawn[0].tolist() == [1, 1, 1]
    assert (drawn[1:].sum(axis=1) == 3).all()


def test_pages_of_a_site_are_drawn_together() -> None:
    drawn = weights(["one", "two", "one", "two", "three"], draws=50)[1:]
    assert (drawn[:, 0] == drawn[:, 2]).all()
    assert (drawn[:, 1] == drawn[:, 3]).all()
    assert (drawn[:, [0, 1, 4]].sum(axis=1) == 3).all()
    assert len({tuple(row) for row in drawn.tolist()}) > 5


def test_a_seed_repeats() -> None:
    sites = list("abcdef")
    assert (weights(sites, seed=4) == weights(sites, seed=4)).all()
    assert (weights(sites, seed=4) != weights(sites, seed=5)).any()


def test_means_leave_out_what_is_no_number() -> None:
    drawn = np.array([[1.0, 1.0, 1.0], [2.0, 0.0, 1.0], [0.0, 3.0, 0.0]])
    found = means(np.array([0.4, np.nan, 1.0]), drawn)
    assert found[:2].tolist() == pytest.approx([0.7, (2 * 0.4 + 1.0) / 3])
    assert np.isnan(found[2])


def test_the_interval_is_between_percentiles_of_the_draws() -> None:
    figures = np.concatenate([[50.0], np.arange(101.0), [np.nan]])
    assert estimate(figures) == Estimate(50.0, 2.5, 97.5)


def test_pages_that_are_all_alike_leave_no_doubt() -> None:
    found = estimate(means(np.full(10, 0.25), weights(list("abcdefghij"))))
    assert found == Estimate(0.25, 0.25, 0.25)


def test_the_interval_covers_the_spread_of_a_mean() -> None:
    values = np.array([0.0, 1.0] * 50)  # standard error of the mean: 0.5 / 10
    found = estimate(means(values, weights([str(number) for number in range(100)])))
    assert found.value == 0.5
    assert found.low == pytest.approx(0.5 - 1.96 * 0.05, abs=0.015)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.05, abs=0.015)


def test_no_pages_at_all() -> None:
    assert weights([]).shape == (1001, 0)
