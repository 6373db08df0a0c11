"""The loop of `arena referee`, which plays the tournaments of the ladder, one after the other."""

import logging
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from typing import Final, NamedTuple

from arena.sandbox.docker.cleanup import sweep_regularly
from arena.service.bots import Bot
from arena.service.common.files import hold_lock
from arena.service.common.paths import data_folder
from arena.service.common.processes import interruptions
from arena.service.errors import BadSettings, RunError, UserError
from arena.service.ladder_service.matchmaking import (
    DueTournament,
    LadderSettings,
    describe,
    find_due,
    find_running,
)
from arena.service.results import RunResult
from arena.service.sandboxes import DOCKER, ImageFailed, prepare_bot
from arena.service.tournaments.play.executor import Executor
from arena.service.tournaments.play.run import report_run, run
from arena.service.tournaments.setup.create import create
from arena.store.database.failures import StoreFailed
from arena.store.database.private_files import make_private_folder
from arena.store.database.store import Store
from arena.store.results.records import TournamentState

LOCK: Final = "referee.lock"  # its modification time is the referee's last sign of life
LOOK_INTERVAL_S: Final = 2.0
RETRY_S: Final = 10.0  # after a failure
LOG: Final = logging.getLogger("arena.duty")

Tell = Callable[[str], None]
GetExecutor = Callable[[], AbstractContextManager[Executor | None]]


def run_ladder_service(
    store: Store,
    ladder: LadderSettings,
    tell: Tell,
    jobs: int | None = None,
    executor: GetExecutor = nullcontext,
    ended: Event | None = None,
) -> None:
    """Play the tournaments of the ladder until SIGTERM, Ctrl-C or `ended` is set.

    If another referee with the same data folder is running, wait until it ends. An interrupted tournament
    continues at the next start.

    `tell` gets messages for the user. `jobs`: how many matches to play at once; None: chosen for this
    machine. `executor`: returns a context manager that yields the executor for one tournament.
    """
    ended = ended or Event()
    unfit: set[str] = set()  # versions of bots that could not be prepared
    swept = sweep_regularly() if ladder.runner == DOCKER else nullcontext()
    with interruptions(ended), _hold_ladder_lock(ended) as seen, swept:
        while not ended.is_set():
            seen()
            try:
                pause = (
                    LOOK_INTERVAL_S
                    if _play_next(store, ladder, _PlayContext(jobs, executor, tell, seen), unfit, ended)
                    else 0
                )
            except (UserError, RunError, StoreFailed) as problem:
                LOG.error("%s", problem)
                pause = RETRY_S
            ended.wait(pause)


def wait_for_signal() -> None:
    """Hold the referee's lock until SIGTERM or Ctrl-C, without playing tournaments.

    `arena referee` calls this function if the ladder is turned off.
    """
    ended = Event()
    with interruptions(ended), _hold_ladder_lock(ended) as seen:
        while not ended.wait(LOOK_INTERVAL_S):
            seen()


class _PlayContext(NamedTuple):
    """The settings and functions with which tournaments are played."""

    jobs: int | None
    executor: GetExecutor
    tell: Tell  # gets messages for the user
    seen: Callable[[], None]  # called regularly as a sign of life


def _play_next(
    store: Store, ladder: LadderSettings, context: _PlayContext, unfit: set[str], ended: Event
) -> bool:
    """Play the ladder's running tournament, or create and play the next tournament. Return True if there is
    nothing to play.

    `unfit`: the versions of bots to leave out. Raise UserError, RunError or StoreFailed if the tournament
    cannot be played.
    """
    number = find_running(store)
    if number is not None:
        context.tell(f"Tournament {number} goes on.")
    else:
        wanted = find_due(store, ladder, unfit)
        fit = wanted and _fit(wanted, ladder, unfit, ended)
        if not fit:
            return True
        number = create(store, fit.settings(ladder))
        context.tell(f"Tournament {number}: {describe(fit)}.")
    stop = Event()
    result = _run(store, number, context, stop)
    if stop.is_set() and result.state == TournamentState.INTERRUPTED.value:
        ended.set()  # SIGTERM or Ctrl-C
    else:
        context.tell(f"Tournament {number} is {result.state}: {result.games} games, {result.faults} faults.")
    return False


def _run(store: Store, number: int, context: _PlayContext, stop: Event) -> RunResult:
    with context.executor() as executor:
        outcome = run(store, number, context.jobs, lambda _: context.seen(), stop, executor=executor)
    return report_run(store, outcome)


def _fit(
    wanted: DueTournament, ladder: LadderSettings, unfit: set[str], ended: Event
) -> DueTournament | None:
    """Prepare a tournament's bots. Return the tournament without the bots that cannot play.

    Add the versions of the bots that cannot play to `unfit`. Return None if too few bots remain. Raise
    RunError if Docker does not work.
    """
    new = tuple(_ready(wanted.newcomers, ladder.runner, unfit, ended))
    old = tuple(_ready(wanted.opponents, ladder.runner, unfit, ended))
    if ended.is_set() or not new or len(new) + len(old) < 2:  # noqa: PLR2004 - of two at a table
        return None
    return replace(wanted, newcomers=new, opponents=old)


def _ready(bots: tuple[Bot, ...], runner: str, unfit: set[str], ended: Event) -> Iterator[Bot]:
    for bot in bots:
        if ended.is_set():
            return
        try:
            yield prepare_bot(bot, runner)
        except (UserError, ImageFailed) as problem:
            unfit.add(bot.version)
            LOG.error("%s cannot play: %s", bot.name, problem)


@contextmanager
def _hold_ladder_lock(ended: Event) -> Iterator[Callable[[], None]]:
    """Wait for the ladder's lock and hold it during the block, so that only one referee plays.

    Yield a function that shows that the referee is alive; call it regularly. If `ended` is set, stop waiting
    and run the block without the lock. The function then does nothing.
    """
    with hold_lock(_lock_path(), ended) as lock:
        yield (lambda: None) if lock is None else partial(os.utime, lock)


def _lock_path() -> Path:
    folder = data_folder()
    try:
        make_private_folder(folder)
    except OSError as error:
        raise BadSettings(
            f"{folder} cannot be made: {error.strerror}; XDG_DATA_HOME names another"
        ) from error
    return folder / LOCK
