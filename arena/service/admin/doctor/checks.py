"""All checks of `arena doctor`, in order."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.sandbox.docker.runtime import chosen_runtime
from arena.service.admin.doctor import containers, database, machine
from arena.service.admin.doctor.result import CheckState, Finding, failed, ok, warning
from arena.service.bots.builtin import builtin_bot
from arena.service.common.paths import data_folder
from arena.service.errors import ArenaError
from arena.service.play import play_match, raise_if_paused
from arena.service.sandboxes import DOCKER
from arena.service.tournaments.setup.settings import check_runner

MACHINE: Final = "This machine"
DATABASE: Final = "Database"
PROCESSES: Final = "Bots as plain processes"
CONTAINERS: Final = "Bots in containers"
_PLAYERS: Final = ("greedy", "random")


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """What the user wants checked. `runner`: must work; None: check both runners, but Docker may be missing.

    `sweep`: also remove what killed runs left behind.
    """

    db: str | None = None
    runner: str | None = None
    sweep: bool = False


@dataclass(frozen=True, slots=True)
class CheckLine:
    """The result of a check, and the heading that it is printed below."""

    part: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Check:
    """A check: the heading above its results, its name while it runs, and the function that runs it."""

    part: str
    name: str
    run: Callable[[], Iterable[Finding]]


def run_checks(order: CheckOrder, on_check: Callable[[str], None]) -> Iterator[CheckLine]:
    """Run all checks and yield their results. Call `on_check` with the name of each check before it runs.

    Raise BadSettings for an unknown runner.
    """
    return _run(order, (DATABASE, MACHINE, PROCESSES, CONTAINERS), on_check)


def examine_worker(order: CheckOrder) -> Iterator[CheckLine]:
    """Run the checks that a cluster worker needs, which has no database, and yield their results.

    Raise BadSettings for an unknown runner.
    """
    return _run(order, (MACHINE, PROCESSES, CONTAINERS), lambda _: None)


def _run(order: CheckOrder, parts: Sequence[str], on_check: Callable[[str], None]) -> Iterator[CheckLine]:
    if order.runner:
        check_runner(order.runner)
    for check in _checks(order):
        if check.part in parts:
            on_check(check.name)
            for finding in _results(check):
                yield CheckLine(check.part, finding)


def _results(check: Check) -> Iterator[Finding]:
    """Yield the results of a check. If the check crashes, yield a failure, so that other checks still run."""
    try:
        yield from check.run()
    except Exception as error:
        found = f"could not be tested: {type(error).__name__}: {error}"
        yield failed(check.name, found, "please report it with the output of ARENA_DEBUG=1")


def _checks(order: CheckOrder) -> Iterator[Check]:
    yield Check(MACHINE, "Python", machine.python)
    yield Check(MACHINE, "libraries", machine.libraries)
    yield Check(MACHINE, "speed", machine.speed)
    yield Check(MACHINE, "SQLite", machine.sqlite)
    yield Check(MACHINE, "open files", machine.open_files)
    yield Check(MACHINE, "disks", lambda: machine.disks(_list_written_folders(order)))
    yield Check(MACHINE, "sockets", machine.sockets)
    yield Check(MACHINE, "clock", machine.clock)
    yield Check(DATABASE, "database", lambda: database.database(order.db))
    if order.runner != DOCKER:
        yield Check(PROCESSES, "bots as processes", lambda: games("process"))
    if order.runner != "process":
        yield from _container_checks(order)


def _container_checks(order: CheckOrder) -> Iterator[Check]:
    """Yield the checks of containers; leave out a check if one that it depends on has failed."""
    if problem := containers.engine_problem():
        is_required = order.runner == DOCKER or bool(chosen_runtime())
        yield Check(CONTAINERS, "engine", lambda: [_missing_engine(problem, is_required)])
        return
    yield Check(CONTAINERS, "engine", containers.engine)
    yield Check(CONTAINERS, "leftovers", lambda: containers.leftovers(order.sweep))
    yield Check(CONTAINERS, "user ids", containers.users)
    images: list[str] = []
    yield Check(CONTAINERS, "image", lambda: containers.image(images))
    if images:
        yield Check(CONTAINERS, "container", lambda: containers.container(images[0]))
        yield Check(CONTAINERS, "game in containers", lambda: games(DOCKER))


def _missing_engine(problem: str, is_required: bool) -> Finding:
    """Return the result for a missing engine: a failure if it is required, else a warning.

    The advice is the end of the problem's text.
    """
    cause, cure = next((problem.split(mark, 1) for mark in ("): ", ". ") if mark in problem), (problem, ""))
    cause = f"{cause})" if cause.count("(") > cause.count(")") else cause
    if is_required:
        return failed("engine", cause, cure)
    return warning("engine", f"{cause}: run only your own bots without containers", cure)


def games(runner: str) -> Iterator[Finding]:
    """Let example bots play a board in both seatings. This tests referee, sockets, protocol and game logs."""
    name = "in containers" if runner == DOCKER else "as processes"
    advice = f"see what is wrong: arena play {' '.join(_PLAYERS)} --runner {runner}"
    started = time.monotonic()
    players = [builtin_bot(bot) for bot in _PLAYERS]
    try:
        result = play_match(players, "mau-mau", runner=runner, on_event=raise_if_paused)
    except ArenaError as error:
        yield failed(name, str(error), advice)
        return
    seconds = time.monotonic() - started
    if result.games_with_fault:
        yield failed(name, f"an example bot was at fault in {result.games_with_fault} games", advice)
    else:
        played = f"{' and '.join(_PLAYERS)} start and play {len(result.games)} games"
        yield ok(name, f"{played}, in {seconds:.1f} s")


def _list_written_folders(order: CheckOrder) -> Sequence[tuple[str, Path]]:
    """Return the folders that the arena writes to, each with what is stored in it."""
    places = [("scratch files", Path(tempfile.gettempdir())), ("copies of bots", data_folder())]
    if folder := database.place(order.db):
        places.insert(0, ("the database", folder))
    if order.runner != "process" and (root := containers.root_folder()):
        places.append(("images", root))
    return places


def count(lines: Sequence[CheckLine], state: CheckState) -> int:
    """Return how many results have this state."""
    return sum(line.finding.state is state for line in lines)
