"""Pools of processes. The processes end together with their parent process, however that ends."""

import fcntl
import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process


def make_pool(processes: int, prepare: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Return a pool of spawned processes. `prepare` is called once in each of them and must be importable."""
    return ProcessPoolExecutor(processes, get_context("spawn"), _start, (prepare,))


def _start(prepare: Callable[[], None] | None) -> None:
    _end_with_parent()
    if prepare:
        prepare()


def _end_with_parent() -> None:
    """Have the kernel end this process when the parent process has ended.

    The kernel then closes the parent's end of a pipe and sends us SIGIO. A thread that reads the pipe would
    not do: it would have to wait for the interpreter. A parent-death signal would come too early, when the
    *thread* ends that started this process.
    """
    parent = parent_process()
    assert parent
    pipe = parent.sentinel
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if not parent.is_alive():
        os._exit(1)
