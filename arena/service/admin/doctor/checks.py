"""All checks of `arena doctor`, in order."""

import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from arena.sandbox.docker.engine import chosen_runtime
from arena.service.admin.doctor import containers, database, machine
from arena.service.admin.doctor.result import Finding, failed, ok, warning
from arena.service.bots.builtin import builtin_bot
from arena.service.common.paths import data_folder
from arena.service.database import database_url, file_of
from arena.service.errors import ArenaError
from arena.service.play import play_match, raise_if_paused
from arena.service.sandboxes import DOCKER
from arena.service.tournaments.setup.settings import check_runner

MACHINE: Final = "This machine"
DATABASE: Final = "Database"
PROCESSES: Final = "Bots as plain processes"
CONTAINERS: Final = "Bots in containers"
ALL_PARTS: Final = (DATABASE, MACHINE, PROCESSES, CONTAINERS)
WORKER_PARTS: Final = (MACHINE, PROCESSES, CONTAINERS)  # a cluster worker has no database
_PLAYERS: Final = ("greedy", "random")

Check = tuple[str, str, Callable[[], Iterable[Finding]]]  # its part, its name while it runs, its function


def run_checks(
    db: str | None = None,
    runner: str | None = None,
    sweep: bool = False,
    parts: Sequence[str] = ALL_PARTS,
    on_check: Callable[[str], None] = lambda name: None,
) -> Iterator[Finding]:
    """Run checks of `arena doctor` and yield their results.

    - `db`: the value of --db.
    - `runner`: the runner that must work, "process" or "docker". None: test both; a missing Docker engine is
      then only a warning.
    - `sweep`: also remove containers and free user ids that killed runs left behind.
    - `parts`: the groups of checks to run, such as `DATABASE` and `MACHINE`.
    - `on_check`: called with the name of each check before the check runs.

    Raise BadSettings if the runner is unknown.
    """
    if runner:
        check_runner(runner)
    for part, name, check in _checks(db, runner, sweep):
        if part in parts:
            on_check(name)
            for finding in _results(name, check):
                yield replace(finding, part=part)


def _results(name: str, check: Callable[[], Iterable[Finding]]) -> Iterator[Finding]:
    """Run a check and yield its results. If the check raises an exception, yield a failure instead."""
    try:
        yield from check()
    except Exception as error:
        found = f"could not be tested: {type(error).__name__}: {error}"
        yield failed(name, found, "please report it with the output of ARENA_DEBUG=1")


def _checks(db: str | None, runner: str | None, sweep: bool) -> Iterator[Check]:
    yield MACHINE, "Python", machine.python
    yield MACHINE, "libraries", machine.libraries
    yield MACHINE, "speed", machine.speed
    yield MACHINE, "games as data", machine.games_as_data
    yield MACHINE, "SQLite", machine.sqlite
    yield MACHINE, "open files", machine.open_files
    yield MACHINE, "disks", lambda: machine.disks(_list_written_folders(db, runner))
    yield MACHINE, "sockets", machine.sockets
    yield MACHINE, "clock", machine.clock
    yield DATABASE, "database", lambda: database.database(db)
    if runner != DOCKER:
        yield PROCESSES, "bots as processes", lambda: games("process")
    if runner != "process":
        yield from _container_checks(runner, sweep)


def _container_checks(runner: str | None, sweep: bool) -> Iterator[Check]:
    """Yield the checks of containers that can run on this machine.

    Without a Docker engine, yield only a check that reports the missing engine. Without an image for Python
    bots, omit the checks that start a container.
    """
    if problem := containers.engine_problem():
        is_required = runner == DOCKER or bool(chosen_runtime())
        yield CONTAINERS, "engine", lambda: [_missing_engine(problem, is_required)]
        return
    yield CONTAINERS, "engine", containers.engine
    yield CONTAINERS, "leftovers", lambda: containers.leftovers(sweep)
    yield CONTAINERS, "user ids", containers.users
    images: list[str] = []
    yield CONTAINERS, "image", lambda: containers.image(images)
    if images:
        yield CONTAINERS, "container", lambda: containers.container(images[0])
        yield CONTAINERS, "game in containers", lambda: games(DOCKER)


def _missing_engine(problem: str, is_required: bool) -> Finding:
    """Return the result if there is no Docker engine: a failure if one is required, else a warning.

    `problem`: the cause and the advice in one text, such as "no Docker (…): start it".
    """
    cause, cure = next((problem.split(mark, 1) for mark in ("): ", ". ") if mark in problem), (problem, ""))
    cause = f"{cause})" if cause.count("(") > cause.count(")") else cause
    if is_required:
        return failed("engine", cause, cure)
    return warning("engine", f"{cause}: run only your own bots without containers", cure)


def games(runner: str) -> Iterator[Finding]:
    """Let two example bots play one board in each seating, to test referee, sockets, protocol and game logs.

    Yield one result: ok if neither bot had a fault.
    """
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


def _list_written_folders(db: str | None, runner: str | None) -> Sequence[tuple[str, Path]]:
    """Return the folders that the arena writes to, each with a description, such as "copies of bots"."""
    places = [("scratch files", Path(tempfile.gettempdir())), ("copies of bots", data_folder())]
    if file := file_of(database_url(db)):
        places.insert(0, ("the database", file.parent))
    if runner != "process" and (root := containers.root_folder()):
        places.append(("images", root))
    return places
