"""Code that takes too long is stopped, and the alarm with it."""

from __future__ import annotations

import signal
import threading
import time

import pytest

from zrno.train.time_limit import OutOfTime, time_limit


def spin() -> None:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pass


def test_a_hanging_call_is_stopped() -> None:
    with pytest.raises(OutOfTime), time_limit(0.05):
        spin()


def test_code_that_swallows_everything_is_stopped_by_the_next_ring() -> None:
    def stubborn() -> None:
        try:
            spin()
        except BaseException:
            spin()

    with pytest.raises(OutOfTime), time_limit(0.05):
        stubborn()


def test_what_is_done_in_time_is_left_alone() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with time_limit(20):
        done = 1 + 1
    assert done == 2
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0
    assert signal.getsignal(signal.SIGALRM) is before


def test_another_thread_has_no_limit_but_runs() -> None:
    found: list[int] = []

    def work() -> None:
        with time_limit(0.001):
            time.sleep(0.02)
            found.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [1]
