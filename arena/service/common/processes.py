"""Start process pools, and end processes on SIGTERM, on Ctrl-C or with their parent."""

import fcntl
import os
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from itertools import count
from multiprocessing import get_context, parent_process
from types import FrameType
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

SIGNALS = (signal.SIGINT, signal.SIGTERM)
_STDIN = 0
_WAITING: Final = 3  # items per process of a pool, so that no process is idle and few items are in memory


@contextmanager
def interruptions(wanted: threading.Event) -> Iterator[None]:
    """Set the event `wanted` at the first SIGINT or SIGTERM in the block.

    Raise KeyboardInterrupt at each further signal. Do nothing in other threads than the main thread, because
    only the main thread gets signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    signals = count()

    def on_signal(_: int, __: FrameType | None) -> None:
        wanted.set()
        if next(signals):
            raise KeyboardInterrupt

    before = {number: signal.signal(number, on_signal) for number in SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def listen_to_parent(ended: threading.Event, wake: threading.Event | None = None) -> None:
    """Start a thread that sets the event `ended` when stdin ends, because then the parent process has ended.

    `wake`: an event that the thread sets whenever data arrives on stdin, and when stdin ends.
    """

    def listen() -> None:
        while os.read(_STDIN, 4_096):
            if wake:
                wake.set()
        ended.set()
        if wake:
            wake.set()

    threading.Thread(target=listen, daemon=True).start()


def make_pool(processes: int, prepare: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Return a pool of new processes, started with "spawn".

    The processes ignore Ctrl-C. They end when this process ends.

    `prepare`: an importable function that is called once in each process.
    """
    return ProcessPoolExecutor(processes, get_context("spawn"), _start, (prepare,))


def submit_ahead(
    pool: ProcessPoolExecutor, processes: int, function: Callable[[T], R], items: Iterable[T]
) -> Iterator[R]:
    """Call `function` for each item in a pool, and yield the results in the order of the items.

    `processes`: the number of processes in the pool. Few items and results are in memory at a time.
    """
    pending: deque[Future[R]] = deque()
    try:
        for item in items:
            pending.append(pool.submit(function, item))
            if len(pending) > _WAITING * processes:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


def _start(prepare: Callable[[], None] | None) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _end_with_parent()
    if prepare:
        prepare()


def _end_with_parent() -> None:
    """Ask the kernel to end this process when its parent process ends."""
    parent = parent_process()
    assert parent
    # When the parent ends, the kernel closes its end of the pipe and sends SIGIO. Two simpler ways fail. A
    # thread at the pipe cannot run while another thread holds the interpreter lock. A parent-death signal
    # comes too early: when the *thread* that started this process ends.
    pipe = parent.sentinel
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if not parent.is_alive():
        os._exit(1)
