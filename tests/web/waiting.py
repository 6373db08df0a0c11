"""Waiting for what other processes do."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path


def until(true: Callable[[], bool]) -> None:
    """Waits for something to become true, at most some minutes: the machine may have much else to do."""
    end = time.monotonic() + 200
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended (it may wait for somebody to hear of that)."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def children(pid: int) -> Iterator[int]:
    """The processes that it has started."""
    for path in Path(f"/proc/{pid}/task").glob("*/children"):
        yield from map(int, path.read_text().split())


def descendants(pid: int) -> Iterator[int]:
    """The processes that it has started, and those that they have."""
    for child in children(pid):
        yield child
        yield from descendants(child)
