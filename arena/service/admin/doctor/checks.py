"""All that is tried, in order."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.sandbox.docker.runtime import chosen_runtime
from arena.service.admin.doctor import bots, containers, database, machine
from arena.service.admin.doctor.result import Check, Finding, State, failed, warning
from arena.service.common.paths import data_folder
from arena.service.sandboxes import DOCKER
from arena.service.tournaments.setup.settings import check_runner

MACHINE: Final = "This machine"
DATABASE: Final = "Database"
BOTS: Final = "Bots as plain processes"
CONTAINERS: Final = "Bots in containers"

OnTrying = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class CheckOrder:
    """What is asked. `runner`: the one that has to work; None: both are tried, and Docker may be missing."""

    db: str | None = None
    runner: str | None = None
    sweep: bool = False


@dataclass(frozen=True, slots=True)
class CheckLine:
    """A finding, and the part that it belongs to."""

    part: str
    finding: Finding


def examine(order: CheckOrder, trying: OnTrying) -> Iterator[CheckLine]:
    """What is found, as it is found; `trying` is told what is tried next. Raises BadSettings."""
    if order.runner:
        check_runner(order.runner)
    for check in _checks(order):
        trying(check.trying)
        for finding in _seen(check):
            yield CheckLine(check.part, finding)


def examine_worker(order: CheckOrder) -> Iterator[CheckLine]:
    """What is found of a machine that plays for others, and has no database. Raises BadSettings."""
    if order.runner:
        check_runner(order.runner)
    for check in (*_of_machine(order), *_of_bots(order)):
        for finding in _seen(check):
            yield CheckLine(check.part, finding)


def _seen(check: Check) -> Iterator[Finding]:
    """A check that fails itself says nothing of the others."""
    try:
        yield from check.look()
    except Exception as error:
        what = f"could not be tried: {type(error).__name__}: {error}"
        yield failed(check.trying, what, "ARENA_DEBUG=1 tells more; please report it")


def _checks(order: CheckOrder) -> Iterator[Check]:
    yield from _of_machine(order)
    yield Check(DATABASE, "database", lambda: database.database(order.db))
    yield from _of_bots(order)


def _of_machine(order: CheckOrder) -> Iterator[Check]:
    yield Check(MACHINE, "Python", machine.python)
    yield Check(MACHINE, "libraries", machine.libraries)
    yield Check(MACHINE, "speed", machine.speed)
    yield Check(MACHINE, "SQLite", machine.sqlite)
    yield Check(MACHINE, "open files", machine.open_files)
    yield Check(MACHINE, "disks", lambda: machine.disks(_places(order)))
    yield Check(MACHINE, "sockets", machine.sockets)
    yield Check(MACHINE, "clock", machine.clock)


def _of_bots(order: CheckOrder) -> Iterator[Check]:
    if order.runner != DOCKER:
        yield Check(BOTS, "bots as processes", lambda: bots.games("process"))
    if order.runner != "process":
        yield from _in_containers(order)


def _in_containers(order: CheckOrder) -> Iterator[Check]:
    """What comes after is only tried if what came before is there."""
    if lacking := containers.engine_answers():
        asked_for = order.runner == DOCKER or bool(chosen_runtime())
        yield Check(CONTAINERS, "engine", lambda: _no_engine(lacking, asked_for))
        return
    yield Check(CONTAINERS, "engine", containers.engine)
    yield Check(CONTAINERS, "leftovers", lambda: containers.leftovers(order.sweep))
    yield Check(CONTAINERS, "user ids", containers.users)
    made: list[str] = []
    yield Check(CONTAINERS, "image", lambda: containers.image(made))
    if made:
        yield Check(CONTAINERS, "container", lambda: containers.in_a_container(made[0]))
        yield Check(CONTAINERS, "game in containers", lambda: bots.games(DOCKER))


def _no_engine(why: str, asked_for: bool) -> Iterable[Finding]:
    """An engine may be missing where nobody asked for one; the text says what to do at its end."""
    what, to_do = next((why.split(mark, 1) for mark in ("): ", ". ") if mark in why), (why, ""))
    what = f"{what})" if what.count("(") > what.count(")") else what
    if asked_for:
        return [failed("engine", what, to_do)]
    own = "enough for your own bots; run those of others in containers only"
    return [warning("engine", f"{what}: {own}", to_do)]


def _places(order: CheckOrder) -> Sequence[tuple[str, Path]]:
    """Where something is written."""
    found = [("scratch files", Path(tempfile.gettempdir())), ("copies of bots", data_folder())]
    if folder := database.place(order.db):
        found.insert(0, ("the database", folder))
    if order.runner != "process" and (root := containers.root_folder()):
        found.append(("images", root))
    return found


def count(lines: Sequence[CheckLine], state: State) -> int:
    """How many are so."""
    return sum(line.finding.state is state for line in lines)
