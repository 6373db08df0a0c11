"""`arena bot show`, `disable` and `enable`: one registered bot."""

from typing import Annotated, Final

import typer
from rich.table import Table

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import command_to_copy, count_text, say, say_json
from arena.cli.output import table as empty
from arena.cli.run.plan_summary import wrap_line
from arena.cli.tables.cells import name_cell
from arena.service.database import open_existing
from arena.service.submission.listing import RegisteredVersion, versions_of
from arena.service.submission.listing import disable as let_rest
from arena.service.submission.listing import enable as let_play
from arena.viewer.printable import printable

NOT_KNOWN: Final = "–"

Name = Annotated[
    str,
    typer.Argument(metavar="NAME", help="Registered name; NAME@1a2b3c for one version."),
]


@examples("arena bot show mybot", "arena bot show mybot@1a2b3c --json")
def show(name: Name, db: Database = None, as_json: AsJson = False) -> None:
    """Show a registered bot and its versions."""
    with open_existing(db) as store:
        versions = versions_of(store, name)
    if as_json:
        say_json({"name": versions[0].name, "versions": versions})
        return
    say(table(versions), "")
    for line in _about(versions[0]):
        print(line)


@examples("arena bot disable mybot", "arena bot disable mybot@1a2b3c")
def disable(name: Name, db: Database = None, as_json: AsJson = False) -> None:
    """Stop a bot from being entered by its name.

    Its results stay, and tournaments that it has entered go on with it.
    """
    with open_existing(db) as store:
        _print_state(let_rest(store, name), "disabled", as_json)


@examples("arena bot enable mybot", "arena bot enable mybot@1a2b3c")
def enable(name: Name, db: Database = None, as_json: AsJson = False) -> None:
    """Let a disabled bot be entered by its name again."""
    with open_existing(db) as store:
        _print_state(let_play(store, name), "active", as_json)


def _print_state(versions: tuple[RegisteredVersion, ...], state: str, as_json: bool) -> None:
    if as_json:
        say_json({"name": versions[0].name, "versions": versions})
    else:
        names = ", ".join(one.short for one in versions)
        print(f"{names} {'is' if len(versions) == 1 else 'are'} {state} now.")


def table(versions: tuple[RegisteredVersion, ...]) -> Table:
    """Return the table of a registered bot's versions, with a row for each version."""
    made = empty("Registered", "Version", "Language", "State", ">Games", ">Score", ">ms", ">MB", narrow=True)
    for one in versions:
        score = sum(against.score for against in one.against)
        made.add_row(
            name_cell(one.name),
            one.version[:8],
            printable(one.language, 12),
            one.state,
            str(one.games),
            f"{100 * score / one.games:.0f} %" if one.games else NOT_KNOWN,
            _number(one.decision_ms, ".2f"),
            _number(one.memory_mb, ".0f"),
        )
    return made


def _number(value: float | None, form: str) -> str:
    return NOT_KNOWN if value is None else format(value, form)


def qualification_text(version: RegisteredVersion) -> str:
    """Return a sentence about the games by which a version qualified: their number, scores, time and
    memory.
    """
    played = [
        f"{100 * one.score / one.games:.0f} % against {one.opponent}" for one in version.against if one.games
    ]
    needed = [
        *([f"{version.decision_ms:.2g} ms per decision"] if version.decision_ms is not None else []),
        *([f"{version.memory_mb:.0f} MB"] if version.memory_mb is not None else []),
    ]
    rulesets = count_text(len({one.ruleset for one in version.qualified}), "ruleset")
    return f"{count_text(version.games, 'game')} in {rulesets}: {', '.join([*played, *needed])}."


def _about(version: RegisteredVersion) -> list[str]:
    """Return the lines about a version that are printed below the table of versions."""
    limits = ", ".join(f"{name} {value:g}" for name, value in version.limits.items())
    facts = {
        "what it does": version.description,
        "from": f"{version.origin}, {version.submitted_at:%Y-%m-%d %H:%M}, by {version.owner}",
        "started by": " ".join(version.command),
        "plays": ", ".join(version.rulesets) or "all rulesets",
        "promises": limits,
        "tried": f"{qualification_text(version)} Runner: {version.runner}." if version.games else "",
        "failed": version.failure,
    }
    lines = [f"  {what}: {printable(fact, 1000)}" for what, fact in facts.items() if fact]
    again = (
        f"  to repeat the failure: {command_to_copy(printable(version.repeat.removeprefix('arena '), 1000))}"
    )
    return [
        f"{version.short}:",
        *(part for line in lines for part in wrap_line(line)),
        f"  stored in: {printable(version.place, 1000)}",  # not wrapped, so that the path can be copied
        *([again] if version.repeat else []),
    ]
