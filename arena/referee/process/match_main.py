"""The main function of a match process: read the match spec from stdin, write the match record to stdout.

The process ends when the match is finished or its stdin ends. Each byte on stdin after the spec is a request
to send plies for spectators during the next few seconds.
"""

import asyncio
import ctypes
import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

from arena.record.match import MatchRecord, MatchSpec
from arena.referee.live.feed import LiveFeed
from arena.referee.live.progress import GAME, RECORD, ProgressPipe
from arena.referee.match.piece import play_piece
from arena.referee.match.seating import raise_unavailable
from arena.referee.net.arrival_times import LagSelector
from arena.referee.process.codec import decode, encode
from arena.referee.process.match_process import UNAVAILABLE, UNWANTED
from arena.sandbox.priority import lower_priority
from arena.sandbox.protocol import Unavailable
from arena.sandbox.remove_tree import remove_folder

# Detects that this process stood still for a while, because the computer slept or somebody stopped the
# process.
#
# Times that were measured meanwhile are wrong: a bot that seems late may have been in time.

AWAY_S: Final = 3.0
_BEAT_S: Final = 0.5


class WasAway(Exception):
    """The match process was suspended (the message says how long), so its time measurements are wrong."""


class Pulse:
    """A watchdog that detects whether this process was suspended, for example because the computer slept.

    Its timer fires every half second. If it fires late although the process was idle, `away` is called once.
    """

    def __init__(self, away: Callable[[], object], now: Callable[[], float] = time.monotonic) -> None:
        self._away = away
        self._now = now
        self._last, self._worked = now(), time.process_time()
        self._next: asyncio.TimerHandle | None = None
        self.missed_s = 0.0

    def start(self) -> None:
        self._last, self._worked = self._now(), time.process_time()
        self._next = asyncio.get_running_loop().call_later(_BEAT_S, self._beat)

    def stop(self) -> None:
        if self._next:
            self._next.cancel()

    def check(self) -> None:
        """Raise WasAway if this process was suspended while the watchdog ran."""
        self._measure()
        if self.missed_s:
            raise WasAway(f"the referee stood still for {self.missed_s:.1f} s")

    def _beat(self) -> None:
        self._measure()
        if self.missed_s:
            self._away()
        else:
            self.start()

    def _measure(self) -> None:
        gap, worked = self._now() - self._last, time.process_time() - self._worked
        if gap > AWAY_S and worked < gap / 2:
            self.missed_s = self.missed_s or gap


_STDIN: Final = 0
_STDOUT: Final = 1
_CHUNK: Final = 1 << 16
_ALIVE_INTERVAL_S: Final = 5.0
_MAX_INPUT: Final = 4_096  # bytes after the spec; their content does not matter
_T = TypeVar("_T")

# gRPC allocates buffers of this size for everything it expects to read: hundreds of megabytes in a flood. As
# maps of their own (see mallopt(3)) they take almost no memory until they are filled, and are freed at once.
_BUFFER_BYTES: Final = 65_536
_MMAP_THRESHOLD: Final = -3  # M_MMAP_THRESHOLD of malloc.h


def main() -> int:
    """Play the match whose spec comes on stdin, and return the exit code.

    The only command line argument is the run directory.
    """
    line, is_watched = _first_line()
    spec = decode(MatchSpec, line)
    run = Path(sys.argv[1])
    if spec.viewer is None:
        lower_priority()
    limit_memory(spec.limits.memory_bytes)
    gc.set_threshold(100_000, 20, 50)
    total = len(spec.secrets) * spec.rotations
    progress = ProgressPipe(spec.id, total, _STDOUT, [0.0] * len(spec.bots))
    following = LiveFeed(_STDOUT, spec.viewer)

    async def play(arrival_selector: LagSelector) -> MatchRecord:
        if is_watched:
            following.keep_running()
        reporting = asyncio.create_task(_report_alive(progress))
        try:
            return await play_piece(spec, run, arrival_selector, progress, following)
        finally:
            reporting.cancel()

    try:
        record = run_while_wanted(play, run, following.keep_running)
    except Unavailable as why:
        sys.stderr.write(str(why))
        return UNAVAILABLE
    if record is None:
        return UNWANTED
    with os.fdopen(_STDOUT, "wb", closefd=False) as stdout:
        for game in record.games:
            stdout.write(GAME + encode(game).encode() + b"\n")
        stdout.write(RECORD + encode(replace(record, games=())).encode() + b"\n")
    return 0


def limit_memory(data_bytes: int) -> None:
    """Limit the data of this process (heap, stacks and the like) to `data_bytes`."""
    # Not the address space: gRPC reserves much of it and uses little.
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if hard == resource.RLIM_INFINITY or data_bytes < hard:
        resource.setrlimit(resource.RLIMIT_DATA, (data_bytes, hard))


def run_while_wanted(
    work: Callable[[LagSelector], Coroutine[Any, Any, _T]],
    run: Path,
    on_input: Callable[[], None] = lambda: None,
) -> _T | None:
    """Run a coroutine and return its result. On SIGTERM, or when stdin ends, cancel it and return None.

    `work`: makes the coroutine; its argument is the event loop's selector, which records when bytes arrive.
    `run`: the run directory, which is removed at the end. `on_input`: called when bytes come on stdin.

    Raise Unavailable if no bot can be started, WasAway if this process was suspended meanwhile.
    """
    with suppress(AttributeError):  # not glibc
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, _BUFFER_BYTES)
    selector = LagSelector()
    try:
        with (
            raise_unavailable(),
            asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(selector)) as runner,
        ):
            return runner.run(_until_unwanted(work(selector), on_input))
    finally:
        remove_folder(run)  # the process that made it may be gone


async def _until_unwanted(work: Coroutine[Any, Any, _T], on_input: Callable[[], None]) -> _T | None:
    loop = asyncio.get_running_loop()
    working = asyncio.create_task(work)
    loop.add_signal_handler(signal.SIGTERM, working.cancel)
    loop.add_reader(_STDIN, _read_stdin, loop, working, on_input)
    pulse = Pulse(working.cancel)
    pulse.start()
    try:
        result = await working
    except asyncio.CancelledError:
        result = None
    finally:
        pulse.stop()
    pulse.check()
    return result


def _read_stdin(
    loop: asyncio.AbstractEventLoop, working: asyncio.Task[_T], on_input: Callable[[], None]
) -> None:
    if os.read(_STDIN, _MAX_INPUT):
        on_input()
        return
    loop.remove_reader(_STDIN)
    working.cancel()


async def _report_alive(progress: ProgressPipe) -> None:
    while True:
        await asyncio.sleep(_ALIVE_INTERVAL_S)
        progress.alive()


def _first_line() -> tuple[bytes, bool]:
    """Return the first line of stdin, and whether more bytes came with it."""
    data = bytearray()
    while b"\n" not in data and (chunk := os.read(_STDIN, _CHUNK)):
        data += chunk
    line, _, more = bytes(data).partition(b"\n")
    return line, bool(more)
