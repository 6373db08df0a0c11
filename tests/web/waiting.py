"""Waiting for what other processes do."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path


def until(true: Callable[[], bool], pause_s: float = 0.01) -> None:
    """Waits for something to become true, at most some minutes: the machine may have much else to do.

    `pause_s`: between two looks; longer if a look takes much of the machine.
    """
    end = time.monotonic() + 200
    while not true():
        assert time.monotonic() < end
        time.sleep(pause_s)


def is_running(pid: int) -> bool:
    """Whether there is such a process that has not ended (it may wait for somebody to hear of that)."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] not in "ZX"


def children(pid: int) -> Iterator[int]:
    """The processes that it has started, by whichever of its threads: they come and go."""
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with suppress(OSError):
                yield from map(int, Path(f"/proc/{pid}/task/{thread}/children").read_text().split())


def matches(pid: int) -> list[int]:
    """The match processes: children of the fork server, like the bots."""
    return [match for server in _fork_servers(pid) for match in children(server) if is_arena(match)]


def of_matches(pid: int) -> Iterator[int]:
    """Yield the match processes below `pid`, their bots, and all processes that these have started."""
    for server in _fork_servers(pid):
        yield from descendants(server)


def _fork_servers(pid: int) -> Iterator[int]:
    yield from filter(is_arena, children(pid))


def is_arena(pid: int) -> bool:
    """True for a fork server or a match process."""
    try:
        return b"arena.referee" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def descendants(pid: int) -> Iterator[int]:
    """The processes that it has started, and those that they have."""
    for child in children(pid):
        yield child
        yield from descendants(child)
