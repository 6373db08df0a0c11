"""`arena run`: a tournament, rated and stored."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from arena.cli.options import AsCsv, AsJson, Database, Jobs, Quiet, Runner, Seed, TimeControl, examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.cli.faults import Fault
    from arena.service.results import RunResult
    from arena.service.settings import TournamentSettings
    from arena.store.store import Store

EXAMPLES: Final = examples(
    "arena run random greedy counting",
    "arena run mybot.py builtin:counting -r mau-mau -r detailed -n 100 -j 2",
    "arena run tournament.toml",
    "arena run --resume            # the newest that is not over",
    "arena run --resume 7",
)

Bots = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="BOT",
        help="builtin:NAME or NAME, path/to/bot.py[:Class], a folder; or one FILE.toml; with --resume an ID.",
    ),
]


def run(  # noqa: PLR0913 - one parameter for each option
    bots: Bots = None,
    ruleset: Annotated[
        list[str] | None,
        typer.Option("--ruleset", "-r", metavar="RULESET", help="Repeat it for several. Default: mau-mau."),
    ] = None,
    boards: Annotated[
        int | None,
        typer.Option(
            "--boards", "-n", metavar="N", min=1, help="Boards a match, each played in every seating."
        ),
    ] = None,
    seed: Seed = None,
    clock: TimeControl = None,
    jobs: Jobs = None,
    runner: Runner = None,
    name: Annotated[str | None, typer.Option("--name", help="What the tournament is called.")] = None,
    unrated: Annotated[bool, typer.Option("--unrated", help="Leave the ratings alone.")] = False,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the tournament ID, or the newest.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
    quiet: Quiet = False,
) -> None:
    """Play a rated tournament, all against all.

    Every match is played on duplicate boards, each in every seating, and stored when it is over. Ctrl-C ends
    cleanly and prints the line that goes on from there. Exit code 3: it is finished, but some bot was at
    fault.
    """
    from arena.cli.faults import report
    from arena.cli.progress import shown
    from arena.service.database import open_database
    from arena.service.run import run as run_tournament
    from arena.service.sandboxes import prepare
    from arena.service.tournaments import create

    if as_json and as_csv:
        raise typer.BadParameter("either --json or --csv")
    settings = None
    if not resume:
        settings = _settings(_Wanted(bots or [], ruleset, boards, seed, clock, runner, name, unrated))
        prepare(settings.bots, settings.runner)
    with open_database(db) as store:
        number = create(store, settings) if settings else _to_resume(store, bots or [])
        with shown(quiet) as on_progress:
            result = run_tournament(store, number, jobs, on_progress)
        report(_faults(store, number))
    _show(result, as_json, as_csv)
    _leave(result, db)


class _Wanted(NamedTuple):
    """What was asked for; None: as the file says, or the default."""

    bots: list[str]
    rulesets: list[str] | None
    boards: int | None
    seed: str | None
    clock: str | None
    runner: str | None
    name: str | None
    unrated: bool


def _to_resume(store: "Store", ids: list[str]) -> int:
    from arena.service.tournaments import unfinished

    if not ids:
        return unfinished(store)
    if len(ids) > 1 or not ids[0].isdecimal():
        raise typer.BadParameter("with --resume comes nothing or the number of one tournament")
    return int(ids[0])


def _settings(wanted: _Wanted) -> "TournamentSettings":
    """The settings in the file, or of these bots, with what was asked for on the command line."""
    from arena.service.bots import resolve_bot
    from arena.service.clock import parse_clock
    from arena.service.settings import TournamentSettings, settings_from_file

    if len(wanted.bots) == 1 and wanted.bots[0].endswith(".toml"):
        settings = settings_from_file(Path(wanted.bots[0]))
    elif toml := [bot for bot in wanted.bots if bot.endswith(".toml")]:
        raise typer.BadParameter(f"{toml[0]} comes alone: name the bots in it")
    else:
        settings = TournamentSettings(tuple(resolve_bot(bot) for bot in wanted.bots))
    return replace(
        settings,
        rulesets=tuple(wanted.rulesets or settings.rulesets),
        boards=wanted.boards or settings.boards,
        seed=wanted.seed if wanted.seed is not None else settings.seed,
        clock=parse_clock(wanted.clock) if wanted.clock is not None else settings.clock,
        runner=wanted.runner or settings.runner,
        name=settings.name if wanted.name is None else wanted.name,
        rated=settings.rated and not wanted.unrated,
    )


def _faults(store: "Store", number: int) -> "Iterator[Fault]":
    from arena.cli.faults import Fault
    from arena.service.tables import fault_reports

    return (Fault(one.bot, one.verdict, one.detail, one.output) for one in fault_reports(store, number))


def _show(result: "RunResult", as_json: bool, as_csv: bool) -> None:
    from arena.cli.output import say, stdout
    from arena.cli.tables import crosstable, standings
    from arena.service.export import standings_csv, to_json

    if as_json:
        print(to_json(result))
    elif as_csv:
        print(standings_csv(*result.tables), end="")
    else:
        for table in result.tables:
            say(*standings(table), *crosstable(table, stdout().width))


def _leave(result: "RunResult", db: str | None) -> None:
    """The last lines, on stderr, and the exit code."""
    from arena.cli.output import arena, remark
    from arena.cli.progress import duration
    from arena.service.errors import FINISHED_WITH_FAULTS, INTERRUPTED

    if not result.finished:
        remark(f"{result.games} of {result.games_total} games are stored. To go on:")
        remark(f"  {arena(f'run --resume {result.tournament}')}{f' --db {db}' if db else ''}")
        raise typer.Exit(INTERRUPTED)
    remark(
        f"Tournament {result.tournament}: {result.games} games in {duration(result.seconds)}.{_seed(result)}"
    )
    if result.faults:
        remark(f"In {result.faults} games some bot was at fault.")
        raise typer.Exit(FINISHED_WITH_FAULTS)


def _seed(result: "RunResult") -> str:
    if result.open_seed:
        return " Its seed can be guessed: it does not count in the ratings."
    return f" The same again: --seed {result.secret}"
