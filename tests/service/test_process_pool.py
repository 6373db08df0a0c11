"""Processes of a pool are killed with their parent, also when they are busy."""

import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from typing import Any

import pytest

from arena.service.common.processes import make_pool, submit_ahead
from tests.web.waiting import descendants, is_running, until

PARENT = """
import sys, time
from threading import Thread
from arena.service.verify.replay_logs import replay_in_pool
from arena.service.common.processes import make_pool

def verify():
    def chunks():
        for number in range(3):
            yield number, [b"not a log"]
        print("verifying", flush=True)
        time.sleep(600)
    with make_pool(2) as pool:
        list(replay_in_pool(chunks(), pool, 2))

def judge():
    pool = make_pool(1)
    pool.submit(int).result()
    pool.submit(pow, 7, 10**9)  # holds the interpreter
    print("judging", flush=True)
    time.sleep(600)

judging = {"idle": verify, "busy": judge}[sys.argv[1]]
starter = Thread(target=judging)
starter.start()
starter.join()
"""


@pytest.mark.parametrize("what", ["idle", "busy"])
def test_a_pool_ends_with_a_killed_parent(what: str) -> None:
    with subprocess.Popen((sys.executable, "-c", PARENT, what), stdout=subprocess.PIPE) as parent:
        assert parent.stdout and parent.stdout.readline()
        started = list(descendants(parent.pid))
        assert started
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        until(lambda: not any(map(is_running, started)))


def test_ctrl_c_is_for_the_parent() -> None:
    """A terminal sends it to all processes."""
    with make_pool(1) as pool:
        child = pool.submit(os.getpid).result()
        os.kill(child, signal.SIGINT)
        assert pool.submit(os.getpid).result() == child


class RecordingPool:
    """A pool whose calls never end, except the first."""

    def __init__(self) -> None:
        self.futures: list[Future[int]] = []

    def submit(self, function: Any, item: int) -> "Future[int]":  # noqa: ANN401 - as of a pool
        self.futures.append(Future())
        if item == 0:
            self.futures[0].set_result(item)
        return self.futures[-1]


def test_calls_that_nobody_waits_for_are_cancelled() -> None:
    pool = RecordingPool()
    results = submit_ahead(pool, 1, abs, range(100))  # type: ignore[arg-type] # as much of a pool as is used
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined] # a generator
    assert len(pool.futures) < 10
    assert all(future.cancelled() for future in pool.futures[1:])
