"""`arena doctor`: what works on this machine, and what to do about the rest."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from textwrap import wrap
from typing import Annotated, Final

import typer
from rich.status import Status

from arena.cli.finish import FAILED
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Quiet
from arena.cli.output import counted, say_json, stderr
from arena.service.admin.doctor.checks import CheckLine, CheckOrder, count, examine
from arena.service.admin.doctor.result import State
from arena.viewer.printable import printable

_WIDTH: Final = 80
_HEAD: Final = 28  # characters before what was found: how it is, and its name
_NAME: Final = 16
_MOST: Final = 1_000  # characters of a finding


@examples(
    "arena doctor",
    "arena doctor --runner docker     # containers have to work",
    "arena doctor --sweep             # remove what killed runs left behind",
    "arena doctor --json --db postgresql://arena@db/arena",
)
def doctor(
    runner: Annotated[
        str | None,
        typer.Option(
            "--runner",
            metavar="RUNNER",
            help="docker: containers have to work. process: they are not looked at. Default: both, and "
            "Docker may be missing.",
        ),
    ] = None,
    sweep: Annotated[
        bool, typer.Option("--sweep", help="Remove what is left of runs that were killed.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Test what works on this machine and how to fix the rest.

    Versions, disks, sockets, the clock and the database; bots as plain processes; and containers: a program
    tries in one whatever a bot may not do. Nothing is changed; but a missing image is built, and containers
    of runs that were killed are removed, as before any run. With --quiet only what is not in order is shown.
    Exit code 1: something failed; warnings are no failures.
    """
    lines = _shown(CheckOrder(db, runner, sweep), silent=as_json, quiet=quiet)
    if as_json:
        _document(lines)
    if count(lines, State.FAILED):
        raise typer.Exit(FAILED)


def _shown(order: CheckOrder, silent: bool, quiet: bool) -> list[CheckLine]:
    """All that is found, each told when it is."""
    found: list[CheckLine] = []
    part = ""
    with _trying() as told:
        for line in examine(order, told.trying):
            found.append(line)
            if silent or (quiet and not line.finding.to_do):
                continue
            if line.part != part:
                told.say(*([""] if part else []), line.part)
                part = line.part
            told.say(*printed(line))
        if not silent:
            told.say(*([""] if part else []), _summary(found))
    return found


def printed(line: CheckLine) -> Iterator[str]:
    """The line of a finding, on more of them where it is long, and what to do below it."""
    one = line.finding
    head, indent = f"  {one.state:<8} {one.name:<{_NAME}}", " " * _HEAD
    first, *more = wrap(printable(one.found, _MOST), _WIDTH - _HEAD, break_on_hyphens=False) or [""]
    yield f"{head:<{_HEAD - 1}} {first}"
    yield from (f"{indent}{text}" for text in more)
    if one.to_do:
        to_do = wrap(f"-> {printable(one.to_do, _MOST)}", _WIDTH - _HEAD, break_on_hyphens=False)
        yield from (f"{indent}{'' if number == 0 else '   '}{text}" for number, text in enumerate(to_do))


def _summary(found: list[CheckLine]) -> str:
    warnings = counted(count(found, State.WARNING), "warning")
    return f"{count(found, State.OK)} ok, {warnings}, {count(found, State.FAILED)} failed."


def _document(found: list[CheckLine]) -> None:
    say_json(
        {
            "passed": not count(found, State.FAILED),
            **{state.value: count(found, state) for state in State},
            "findings": [
                {
                    "part": line.part,
                    "name": line.finding.name,
                    "state": line.finding.state.value,
                    "found": line.finding.found,
                    "to_do": line.finding.to_do,
                }
                for line in found
            ],
        }
    )


class _DoctorOutput:
    """Lines at once, for whoever reads along; progress gives way to them."""

    def __init__(self, status: Status | None) -> None:
        self._status = status

    def trying(self, what: str) -> None:
        if self._status:
            self._status.update(f"trying: {what}")

    def say(self, *lines: str) -> None:
        if self._status:
            self._status.stop()
        print(*lines, sep="\n", flush=True)
        if self._status:
            self._status.start()


@contextmanager
def _trying() -> Iterator[_DoctorOutput]:
    """While the block lasts, what is tried is shown at a terminal."""
    if not sys.stderr.isatty():
        yield _DoctorOutput(None)
        return

    with stderr().status("looking around") as status:
        yield _DoctorOutput(status)
