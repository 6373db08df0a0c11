"""Processes of a pool are killed with their parent, also when they are busy."""

import signal
import subprocess
import sys

import pytest

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
