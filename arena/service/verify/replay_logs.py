"""Replay game logs by the rules, to compare their contents with database rows."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple, TypeVar

from arena.record.reader import BadLog
from arena.record.storage import repack, unpack
from arena.record.verify import verify
from arena.record.verify_fast import LogContents
from arena.service.common.processes import submit_ahead

T = TypeVar("T")


class ReplayedRow(NamedTuple):
    """The contents of the logs in one `game_log` row, after a replay."""

    logs: tuple[LogContents | str, ...]  # an error message for an invalid log
    as_stored: bool  # True if packing the logs again gives the stored bytes


ReplayedLogs = ReplayedRow | str  # or the error of the whole row
Chunk = tuple[T, Sequence[bytes]]
Replay = Callable[[Iterable[Chunk[T]]], Iterator[tuple[T, list[ReplayedLogs]]]]


def replay_logs(stored: bytes) -> ReplayedLogs:
    """Replay the logs of one `game_log` row and return their contents.

    `stored`: the bytes in the row. For an invalid log or row, return an error message instead; raise nothing.
    """
    try:
        logs = unpack(stored)
    except BadLog as bad:
        return str(bad)
    found = [verify(log) for log in logs.values()]
    as_stored = all(one.contents for one in found) and _repack(logs.values(), stored) == stored
    return ReplayedRow(tuple(one.contents or str(one.difference) for one in found), as_stored)


def _repack(logs: Iterable[bytes], stored: bytes) -> bytes:
    """Pack logs again in the format of the stored `game_log` row, to compare the bytes.

    Return the packed bytes; b"" if the logs cannot be packed. `stored`: the bytes of the stored row.
    """
    try:
        return repack(logs, stored)
    except ValueError:
        return b""


def replay_here(
    chunks: Iterable[Chunk[T]], replay: Callable[[bytes], ReplayedLogs] = replay_logs
) -> Iterator[tuple[T, list[ReplayedLogs]]]:
    """Replay chunks of logs in this process. Yield each chunk's label and its results, one per row.

    `chunks`: pairs of a label and the contents of several `game_log` rows. `replay`: replays one row.
    """
    for what, logs in chunks:
        yield what, [replay(log) for log in logs]


def replay_in_pool(
    chunks: Iterable[Chunk[T]], pool: ProcessPoolExecutor, processes: int
) -> Iterator[tuple[T, list[ReplayedLogs]]]:
    """Replay chunks of logs in a pool of processes. Yield each chunk's label and its results, one per row.

    `chunks`: pairs of a label and the contents of several `game_log` rows; their order is kept. `processes`:
    the number of processes in the pool.
    """
    labels: deque[T] = deque()

    def rows() -> Iterator[Sequence[bytes]]:
        for what, logs in chunks:
            labels.append(what)
            yield logs

    for replayed in submit_ahead(pool, processes, _replay_all, rows()):
        yield labels.popleft(), replayed


def _replay_all(logs: Sequence[bytes]) -> list[ReplayedLogs]:
    return [replay_logs(log) for log in logs]
