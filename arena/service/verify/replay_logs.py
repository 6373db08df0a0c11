"""Replays game logs by the rules and returns the facts in them, to compare these with database rows."""

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


class LogFacts(NamedTuple):
    """The facts in a valid log. Tuples are by seat."""

    ruleset: str
    ruleset_hash: str
    rules: str
    name: str
    board: int
    rotation: int
    bots: tuple[tuple[str, str], ...]  # name and version
    places: tuple[int, ...]
    points: tuple[int, ...]
    termination: str
    secret: str
    plies: int
    game_digest: str
    log_digest: str
    verdicts: tuple[str, ...]
    answers: tuple[int, ...]  # decisions that were answered
    ms: tuple[float, ...]  # time charged for the answered decisions
    as_stored: bool  # True if packing the log again gives the stored bytes


ReplayedLogs = (
    tuple[LogFacts | str, ...] | str
)  # for each log in a `game_log` row its facts or its error; or the error of the row
Chunk = tuple[T, Sequence[bytes]]
Replay = Callable[[Iterable[Chunk[T]]], Iterator[tuple[T, list[ReplayedLogs]]]]


def replay_logs(stored: bytes) -> ReplayedLogs:
    """Replay the logs that are stored together in one row.

    Errors are returned as texts; nothing is raised.
    """
    try:
        logs = unpack(stored)
    except BadLog as bad:
        return str(bad)
    found = [verify(log) for log in logs.values()]
    as_stored = all(one.contents for one in found) and _repack(logs.values(), stored) == stored
    return tuple(_facts(one.contents, as_stored) if one.contents else str(one.difference) for one in found)


def _repack(logs: Iterable[bytes], stored: bytes) -> bytes:
    """Return the bytes in which these logs would be stored; empty if they cannot be stored together."""
    try:
        return repack(logs, stored)
    except ValueError:
        return b""


def _facts(log: LogContents, as_stored: bool) -> LogFacts:
    head, foot = log.header, log.footer
    return LogFacts(
        ruleset=head.ruleset,
        ruleset_hash=head.ruleset_hash,
        rules=head.rules,
        name=head.game,
        board=head.board,
        rotation=head.rotation,
        bots=tuple((bot.name, bot.version) for bot in head.bots),
        places=foot.places,
        points=foot.points,
        termination=foot.termination,
        secret=foot.secret,
        plies=log.plies,
        game_digest=foot.game_digest,
        log_digest=foot.log_digest,
        verdicts=log.verdicts,
        answers=log.answers,
        ms=log.ms,
        as_stored=as_stored,
    )


def replay_here(
    chunks: Iterable[Chunk[T]], replay: Callable[[bytes], ReplayedLogs] = replay_logs
) -> Iterator[tuple[T, list[ReplayedLogs]]]:
    """Replay chunks of logs in this process. Yield each chunk's label with the results of its rows."""
    for what, logs in chunks:
        yield what, [replay(log) for log in logs]


def replay_in_pool(
    chunks: Iterable[Chunk[T]], pool: ProcessPoolExecutor, processes: int
) -> Iterator[tuple[T, list[ReplayedLogs]]]:
    """Replay chunks of logs in the processes of a pool, and yield the results in the order of the chunks."""
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
