"""`arena compare`: test whether one bot is better than another."""

from dataclasses import dataclass, replace
from typing import Annotated

import typer

from arena.cli.cluster_options import Cluster, ClusterOptions, connect_to, option_text
from arena.cli.finish import command_line, exit_if_faults
from arena.cli.lazy import examples
from arena.cli.options import (
    AsJson,
    Database,
    Jobs,
    Quiet,
    RulesetName,
    Runner,
    Seed,
    TimeControl,
    resume_id,
)
from arena.cli.output import print_remark, say, say_json
from arena.cli.progress import duration
from arena.cli.run.compare_progress import show_progress
from arena.cli.run.compare_tables import report
from arena.cli.tables.standings import report_faults
from arena.service.bots import resolve_bot
from arena.service.bots.registered import bot_finder
from arena.service.common.text import parse_clock
from arena.service.compare.compare import (
    CompareSettings,
    create_comparison,
    sequential_test,
    unfinished_comparison,
)
from arena.service.compare.report import CompareResult
from arena.service.compare.run import compare as play
from arena.service.database import open_database, open_existing
from arena.service.errors import INTERRUPTED
from arena.service.formats import PAIR
from arena.service.replay.find import find_first_replay
from arena.service.reports.bot_output import fault_reports
from arena.service.sandboxes import prepare
from arena.service.tournaments.setup.settings import CLOCK, RUNNERS
from arena.viewer.printable import printable


def _number(name: str, metavar: str, help: str) -> typer.models.OptionInfo:
    option: typer.models.OptionInfo = typer.Option(name, metavar=metavar, help=help)
    return option


@dataclass(frozen=True, slots=True)
class CompareOptions:
    """The options that describe a comparison. An option that is None has its default value."""

    elo0: Annotated[float | None, _number("--elo0", "ELO", "Difference under H0. Default: 0.")] = None
    elo1: Annotated[float | None, _number("--elo1", "ELO", "Difference under H1. Default: 20.")] = None
    alpha: Annotated[
        float | None, _number("--alpha", "P", "Risk of accepting H1 at elo0. Default: 0.05.")
    ] = None
    beta: Annotated[float | None, _number("--beta", "P", "Risk of accepting H0 at elo1. Default: 0.05.")] = (
        None
    )
    model: Annotated[
        str | None,
        typer.Option(
            "--model",
            metavar="MODEL",
            help="logistic (default): differences in Elo. normalised: in nElo, relative to the game's luck.",
        ),
    ] = None
    ruleset: RulesetName = None
    boards: Annotated[
        int | None,
        typer.Option(
            "--boards",
            "-n",
            metavar="N",
            min=1,
            help="Maximum of boards, each played in every seating. Default: 20,000 games.",
        ),
    ] = None
    seats: Annotated[
        int | None, typer.Option("--seats", "-k", metavar="K", help="Seats at a table, 2 to 5. Default: 2.")
    ] = None
    others: Annotated[
        list[str] | None,
        typer.Option(
            "--with", metavar="BOT", help="Another bot at the table; repeatable. Default: A and B fill it."
        ),
    ] = None
    seed: Seed = None
    clock: TimeControl = None
    runner: Runner = None

    def settings(self, bots: list[str], db: str | None) -> CompareSettings:
        """Return the settings of a comparison of these bots. Raise BadParameter or UserError if they are
        invalid.
        """
        if len(bots) != PAIR:
            raise typer.BadParameter(f"name two bots to compare, not {len(bots)}; seat others with --with")
        names = (*bots, *(self.others or ()))
        first, second, *others = (resolve_bot(bot, look=bot_finder(db)) for bot in names)
        return CompareSettings(
            first,
            second,
            sequential_test(self.elo0, self.elo1, self.alpha, self.beta, self.model),
            ruleset=self.ruleset or "mau-mau",
            seats=PAIR + len(others) if self.seats is None else self.seats,
            others=tuple(others),
            boards=self.boards,
            seed=self.seed,
            clock=CLOCK if self.clock is None else parse_clock(self.clock),
            runner=self.runner or RUNNERS[0],
        )


@examples(
    "arena compare mybot.py greedy",
    "arena compare new.py old.py --elo1 10 -r detailed -j 2",
    "arena compare new.py old.py --elo0 -10 --elo1 0   # is it no worse?",
    "arena compare mybot.py greedy -k 4                # at tables of four",
    "arena compare mybot.py greedy --with counting     # at tables of three",
    "arena compare --resume             # the newest unfinished one",
)
def compare(  # noqa: PLR0913 - options
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="A B", help="Two bots, named as in `arena run`; with --resume an ID or nothing."
        ),
    ] = None,
    *,
    comparison: CompareOptions,
    jobs: Jobs = None,
    cluster_options: ClusterOptions,
    resume: Annotated[
        bool, typer.Option("--resume", help="Continue the comparison ID, or the newest unfinished one.")
    ] = False,
    db: Database = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Test whether one bot is better than another.

    Plays boards, each in every seating, until a sequential test (SPRT) decides between H0 (A is elo0 Elo
    better than B) and H1 (A is elo1 Elo better). It decides after 50 board results at the earliest. The same
    seed gives the same decision. The games are stored but not rated: a test that stops on a score would bias
    the ladder.

    At tables of 3 to 5, A plays alone among Bs, then B alone among As; with --with, both sit among the other
    bots and swap seats.

    Exit code 0: finished, decided or not. 3: finished, but a bot was at fault.
    """
    cluster = cluster_options.cluster()
    settings = None
    if resume:
        if comparison != CompareOptions():
            raise typer.BadParameter("--resume keeps the comparison's settings: leave out the other options")
    else:
        settings = comparison.settings(bots or [], db)
        first, second, *others = prepare(settings.bots, settings.runner, print_remark)
        settings = replace(settings, first=first, second=second, others=tuple(others))
        _warn_if_same(settings)
    opened = open_existing if resume else open_database
    with opened(db) as store, connect_to(cluster, jobs) as executor:
        if settings:
            number = create_comparison(store, settings)
        else:
            resumed = resume_id(bots or [], "comparison")
            number = unfinished_comparison(store) if resumed is None else resumed
        with show_progress(quiet) as on_progress:
            result = play(store, number, jobs, on_progress, executor=executor)
        report_faults(fault_reports(store, number))
        replay = None if as_json else find_first_replay(store, number)
    if as_json:
        say_json(result)
    else:
        say(*report(result))
    _finish(result, db, replay, cluster)


def _warn_if_same(settings: CompareSettings) -> None:
    if settings.first.version == settings.second.version:
        name = printable(settings.first.name)
        print_remark(f"{name} is compared with itself: H1 would be a false alarm.")


def _finish(result: CompareResult, db: str | None, replay: str | None, cluster: Cluster | None) -> None:
    """Print the last lines of a comparison. `replay`: the number of a game to watch, such as "7.1.1/1", or
    None.

    Raise Exit unless the comparison finished without faults of bots.
    """
    if not result.finished:
        print_remark(f"{result.games_played} games are stored. To continue:")
        print_remark(f"  {command_line(f'compare --resume {result.tournament}{option_text(cluster)}', db)}")
        raise typer.Exit(INTERRUPTED)
    if replay:
        print_remark(f"To watch a game: {command_line(f'replay show {replay}', db)}")
    print_remark(
        f"Comparison {result.tournament}: {result.games_played} games in {duration(result.seconds)}. "
        f"To repeat it: --seed {result.secret}"
    )
    exit_if_faults(result.faults)
