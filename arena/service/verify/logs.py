"""What the logs of games say when they are played again by the rules: plain facts, to be compared with the
rows.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from typing import Final, NamedTuple, TypeVar

from arena.record.reader import BadLog
from arena.record.storage import repack, unpack
from arena.record.verify import verify
from arena.record.verify_fast import LogContents
from arena.service.common.process_pool import make_pool

T = TypeVar("T")


class LogFacts(NamedTuple):
    """What a log that is in order says. Lists are by seat."""

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
    ms: tuple[float, ...]  # charged for them
    as_stored: bool  # the stored bytes are those that the log comes to here


Facts = LogFacts | str  # or what is wrong with the log
Stored = tuple[Facts, ...] | str  # of each of the logs that lie together, or what is wrong with them all
Replay = Callable[[bytes], Stored]


def facts(stored: bytes) -> Stored:
    """Play the games of stored logs again. Raises nothing."""
    try:
        logs = unpack(stored)
    except BadLog as bad:
        return str(bad)
    found = [verify(log) for log in logs.values()]
    same = all(one.contents for one in found) and _repack_logs(logs.values(), stored) == stored
    return tuple(_log_facts(one.contents, same) if one.contents else str(one.difference) for one in found)


def _repack_logs(logs: Iterable[bytes], stored: bytes) -> bytes:
    """How these logs are stored; nothing if they cannot lie together."""
    try:
        return repack(logs, stored)
    except ValueError:
        return b""


def _log_facts(told: LogContents, as_stored: bool) -> LogFacts:
    head, foot = told.header, told.footer
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
        plies=told.plies,
        game_digest=foot.game_digest,
        log_digest=foot.log_digest,
        verdicts=told.verdicts,
        answers=told.answers,
        ms=told.ms,
        as_stored=as_stored,
    )


def _read_facts(logs: Sequence[bytes]) -> list[Stored]:
    return [facts(log) for log in logs]


Chunk = tuple[T, Sequence[bytes]]
Played = Iterator[tuple[T, list[Stored]]]
PlayAgain = Callable[[Iterable[Chunk[T]]], Played[T]]

_WAITING: Final = 3  # chunks for each process, so that none is idle and few lie in memory


def here(chunks: Iterable[Chunk[T]], replay: Replay = facts) -> Played[T]:
    """The facts of chunks of logs, in this process."""
    for what, logs in chunks:
        yield what, [replay(log) for log in logs]


def in_processes(chunks: Iterable[Chunk[T]], processes: int) -> Played[T]:
    """The same, in so many processes; in the order given."""
    under_way: deque[tuple[T, Future[list[Stored]]]] = deque()
    with make_pool(processes) as pool:
        for what, logs in chunks:
            under_way.append((what, pool.submit(_read_facts, logs)))
            if len(under_way) > _WAITING * processes:
                yield _result(under_way.popleft())
        while under_way:
            yield _result(under_way.popleft())


def _result(one: tuple[T, Future[list[Stored]]]) -> tuple[T, list[Stored]]:
    return one[0], one[1].result()
