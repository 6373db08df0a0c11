"""All checks of `arena doctor`, in order."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.sandbox.docker.runtime import chosen_runtime
from arena.service.admin.doctor import containers, database, machine
from arena.service.admin.doctor.result import Finding, State, failed, ok, warning
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
    """The user's order. `runner` must work; None: check both, and Docker may be missing."""

    db: str | None = None
    runner: str | None = None
    sweep: bool = False


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A result and the part it belongs to."""

    part: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its part, its name while it runs, and the function that yields its results."""

    part: str
    name: str
    run: Callable[[], Iterable[Finding]]


def examine(order: CheckOrder, on_check: Callable[[str], None]) -> Iterator[CheckLine]:
    """Run all checks; call `on_check` with the name of each before it runs. Raise BadSettings."""
    return _run(order, (DATABASE, MACHINE, PROCESSES, CONTAINERS), on_check)


def examine_worker(order: CheckOrder) -> Iterator[CheckLine]:
    """Run the checks of a cluster worker, which has no database. Raise BadSettings."""
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
    """Yield a check's results; if it crashes, yield that and let the others run."""
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
    """Yield each check only if the ones it needs have passed."""
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
    """Split the problem into cause and cure, which stands at its end."""
    cause, cure = next((problem.split(mark, 1) for mark in ("): ", ". ") if mark in problem), (problem, ""))
    cause = f"{cause})" if cause.count("(") > cause.count(")") else cause
    if is_required:
        return failed("engine", cause, cure)
    return warning("engine", f"{cause}: run only your own bots without containers", cure)


def games(runner: str) -> Iterator[Finding]:
    """Play a board in both seatings: tests referee, sockets, protocol and record."""
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
    """Return the folders that the arena writes to."""
    places = [("scratch files", Path(tempfile.gettempdir())), ("copies of bots", data_folder())]
    if folder := database.place(order.db):
        places.insert(0, ("the database", folder))
    if order.runner != "process" and (root := containers.root_folder()):
        places.append(("images", root))
    return places


def count(lines: Sequence[CheckLine], state: State) -> int:
    """Count the results in a state."""
    return sum(line.finding.state is state for line in lines)
