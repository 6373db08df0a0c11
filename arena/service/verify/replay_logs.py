"""Replay game logs by the rules and return their contents, to compare them with database rows."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final, NamedTuple, TypeVar

from arena.record.reader import BadLog
from arena.record.storage import repack, unpack
from arena.record.verify import verify
from arena.record.verify_fast import LogContents

T = TypeVar("T")
_WAITING: Final = 3  # chunks per process, so that no process is idle and few chunks are in memory


class ReplayedRow(NamedTuple):
    """The contents of the logs in one `game_log` row, after they were replayed. An invalid log is represented
    by an error message.

    `as_stored`: True if packing the logs again gives exactly the stored bytes.
    """

    logs: tuple[LogContents | str, ...]
    as_stored: bool


ReplayedLogs = ReplayedRow | str  # or the error of the whole row
Chunk = tuple[T, Sequence[bytes]]
Replay = Callable[[Iterable[Chunk[T]]], Iterator[tuple[T, list[ReplayedLogs]]]]


def replay_logs(stored: bytes) -> ReplayedLogs:
    """Replay the logs of one `game_log` row and return their contents. `stored`: the bytes in the row.

    Errors are not raised. If the bytes cannot be unpacked, the result is an error message.
    """
    try:
        logs = unpack(stored)
    except BadLog as bad:
        return str(bad)
    found = [verify(log) for log in logs.values()]
    as_stored = all(one.contents for one in found) and _repack(logs.values(), stored) == stored
    return ReplayedRow(tuple(one.contents or str(one.difference) for one in found), as_stored)


def _repack(logs: Iterable[bytes], stored: bytes) -> bytes:
    """Pack these logs again and return the bytes as they would be stored. Return b"" if the logs do not fit
    into one row.
    """
    try:
        return repack(logs, stored)
    except ValueError:
        return b""


def replay_here(
    chunks: Iterable[Chunk[T]], replay: Callable[[bytes], ReplayedLogs] = replay_logs
) -> Iterator[tuple[T, list[ReplayedLogs]]]:
    """Replay chunks of logs in this process. For each chunk, yield its label and a list of results, one per
    row.

    A chunk is a pair: a label, and the contents of several `game_log` rows. `replay`: the function that
    replays one row.
    """
    for what, logs in chunks:
        yield what, [replay(log) for log in logs]


def replay_in_pool(
    chunks: Iterable[Chunk[T]], pool: ProcessPoolExecutor, processes: int
) -> Iterator[tuple[T, list[ReplayedLogs]]]:
    """Replay chunks of logs in the processes of a pool, and yield the same results in the same order as
    `replay_here`.

    `processes`: how many processes the pool has. Only a few chunks per process wait at a time.
    """
    pending: deque[tuple[T, Future[list[ReplayedLogs]]]] = deque()
    for what, logs in chunks:
        pending.append((what, pool.submit(_replay_all, logs)))
        if len(pending) > _WAITING * processes:
            yield _result(*pending.popleft())
    while pending:
        yield _result(*pending.popleft())


def _replay_all(logs: Sequence[bytes]) -> list[ReplayedLogs]:
    return [replay_logs(log) for log in logs]


def _result(what: T, replayed: Future[list[ReplayedLogs]]) -> tuple[T, list[ReplayedLogs]]:
    return what, replayed.result()
