"""`arena doctor`: test this machine, and say how to fix what does not work."""

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
from arena.cli.output import count_text, say_json, stderr
from arena.service.admin.doctor.checks import CheckLine, CheckOrder, count, run_checks
from arena.service.admin.doctor.result import CheckState
from arena.viewer.printable import printable

_WIDTH: Final = 80
_INDENT: Final = 28  # columns before the text of a result: its state and its name
_NAME_WIDTH: Final = 16
_MAX_TEXT: Final = 1_000  # characters


@examples(
    "arena doctor",
    "arena doctor --runner docker     # containers must work",
    "arena doctor --sweep             # remove leftovers of killed runs",
    "arena doctor --json --db postgresql://arena@db/arena",
)
def doctor(
    runner: Annotated[
        str | None,
        typer.Option(
            "--runner",
            metavar="RUNNER",
            help="docker: containers must work. process: skip containers. Default: test both; a missing "
            "Docker is only a warning.",
        ),
    ] = None,
    sweep: Annotated[bool, typer.Option("--sweep", help="Remove the leftovers of killed runs.")] = False,
    db: Database = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Test what works on this machine and how to fix the rest.

    Tests versions, disks, sockets, the clock, the database, bots as plain processes and bots in containers,
    where a program tries everything that a bot must not do. Nothing is changed, except that a missing image
    is built and containers of killed runs are removed. --quiet prints only problems. Exit code 1: a test
    failed; warnings do not count.
    """
    lines = _examine(CheckOrder(db, runner, sweep), silent=as_json, quiet=quiet)
    if as_json:
        _print_json(lines)
    if count(lines, CheckState.FAILED):
        raise typer.Exit(FAILED)


def _examine(order: CheckOrder, silent: bool, quiet: bool) -> list[CheckLine]:
    """Run all checks, print each result when it is known, and return the results.

    `silent`: print nothing. `quiet`: print only problems.
    """
    lines: list[CheckLine] = []
    part = ""
    with _open_output() as output:
        for line in run_checks(order, output.show_check):
            lines.append(line)
            if silent or (quiet and not line.finding.to_do):
                continue
            if line.part != part:
                output.say(*([""] if part else []), line.part)
                part = line.part
            output.say(*result_lines(line))
        if not silent:
            output.say(*([""] if part else []), _summary(lines))
    return lines


def result_lines(line: CheckLine) -> Iterator[str]:
    """Yield the lines that show a check's result: state, name and text, wrapped, and the advice below."""
    finding = line.finding
    head, indent = f"  {finding.state:<8} {finding.name:<{_NAME_WIDTH}}", " " * _INDENT
    text = printable(finding.found, _MAX_TEXT)
    first, *more = wrap(text, _WIDTH - _INDENT, break_on_hyphens=False) or [""]
    yield f"{head:<{_INDENT - 1}} {first}"
    yield from (f"{indent}{text}" for text in more)
    if finding.to_do:
        advice = f"-> {printable(finding.to_do, _MAX_TEXT)}"
        lines = wrap(advice, _WIDTH - _INDENT, break_on_hyphens=False)
        yield from (f"{indent}{'' if number == 0 else '   '}{text}" for number, text in enumerate(lines))


def _summary(lines: list[CheckLine]) -> str:
    warnings = count_text(count(lines, CheckState.WARNING), "warning")
    return f"{count(lines, CheckState.OK)} ok, {warnings}, {count(lines, CheckState.FAILED)} failed."


def _print_json(lines: list[CheckLine]) -> None:
    say_json(
        {
            "passed": not count(lines, CheckState.FAILED),
            **{state.value: count(lines, state) for state in CheckState},
            "findings": [
                {
                    "part": line.part,
                    "name": line.finding.name,
                    "state": line.finding.state.value,
                    "found": line.finding.found,
                    "to_do": line.finding.to_do,
                }
                for line in lines
            ],
        }
    )


class _DoctorOutput:
    """The output of `arena doctor`: lines of results and, on a terminal, a status line."""

    def __init__(self, status: Status | None) -> None:
        self._status = status

    def show_check(self, name: str) -> None:
        if self._status:
            self._status.update(f"testing: {name}")

    def say(self, *lines: str) -> None:
        if self._status:
            self._status.stop()
        print(*lines, sep="\n", flush=True)
        if self._status:
            self._status.start()


@contextmanager
def _open_output() -> Iterator[_DoctorOutput]:
    """Yield the output of `arena doctor`; on a terminal it shows the name of the running check."""
    if not sys.stderr.isatty():
        yield _DoctorOutput(None)
        return
    with stderr().status("starting") as status:
        yield _DoctorOutput(status)
