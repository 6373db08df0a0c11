"""`arena doctor`: test this machine, and say how to fix what does not work."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from textwrap import wrap
from typing import Annotated, Final

import typer

from arena.cli.finish import FAILED
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Quiet
from arena.cli.output import count_text, say_json
from arena.cli.status_line import StatusLine
from arena.service.admin.doctor.checks import run_checks
from arena.service.admin.doctor.result import CheckState, Finding
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

    Tests versions, disks, sockets, the clock, the database, and bots both as plain processes and in
    containers. In a container, a test program tries everything that a bot must not do. Nothing is changed,
    except that a missing image is built and containers of killed runs are removed. --quiet prints only
    problems. Exit code 1: a test failed; warnings do not count.
    """
    findings: list[Finding] = []
    part, output = "", StatusLine()
    with output.show("starting"):
        for finding in run_checks(db, runner, sweep, on_check=lambda name: output.update(f"testing: {name}")):
            findings.append(finding)
            if as_json or (quiet and not finding.to_do):
                continue
            if finding.part != part:
                output.say(*([""] if part else []), finding.part)
                part = finding.part
            output.say(*result_lines(finding))
        if not as_json:
            output.say(*([""] if part else []), _summary(count_states(findings)))
    if as_json:
        _print_json(findings)
    raise_if_failed(findings)


def result_lines(finding: Finding) -> Iterator[str]:
    """Yield the lines that show a check's result: its state, name and text, then the advice."""
    head, indent = f"  {finding.state:<8} {finding.name:<{_NAME_WIDTH}}", " " * _INDENT
    text = printable(finding.found, _MAX_TEXT)
    first, *more = wrap(text, _WIDTH - _INDENT, break_on_hyphens=False) or [""]
    yield f"{head:<{_INDENT - 1}} {first}"
    yield from (f"{indent}{text}" for text in more)
    if finding.to_do:
        advice = f"-> {printable(finding.to_do, _MAX_TEXT)}"
        lines = wrap(advice, _WIDTH - _INDENT, break_on_hyphens=False)
        yield from (f"{indent}{'' if number == 0 else '   '}{text}" for number, text in enumerate(lines))


def raise_if_failed(findings: Iterable[Finding]) -> None:
    """Raise Exit if a check failed."""
    if any(finding.state is CheckState.FAILED for finding in findings):
        raise typer.Exit(FAILED)


def count_states(findings: Iterable[Finding]) -> dict[str, int]:
    """Return how many results have each state."""
    counts = Counter(finding.state for finding in findings)
    return {state.value: counts[state] for state in CheckState}


def _summary(counts: Mapping[str, int]) -> str:
    return f"{counts['ok']} ok, {count_text(counts['warning'], 'warning')}, {counts['failed']} failed."


def _print_json(findings: Sequence[Finding]) -> None:
    counts = count_states(findings)
    listed = [{"part": finding.part, **asdict(finding)} for finding in findings]
    say_json({"passed": not counts["failed"], **counts, "findings": listed})
