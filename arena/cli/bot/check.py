"""`arena bot check`: test a bot in ten steps."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from arena.cli.bot.check_output import CheckOutput, check_report_path, write_junit
from arena.cli.finish import FAILED
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, FixedSeed, Quiet, Runner, TimeControl
from arena.cli.output import print_remark, say_json
from arena.service.bots import Bot, resolve_bot
from arena.service.bots.registered import bot_finder
from arena.service.check.check import SEED
from arena.service.check.check import check as check_bot
from arena.service.check.report import Report
from arena.service.common.text import parse_clock
from arena.service.errors import INTERRUPTED
from arena.service.replay.position_check import check_positions
from arena.service.replay.positions import SuitePosition, read_positions
from arena.service.sandboxes import prepare_bot
from arena.service.tournaments.setup.settings import RUNNERS


@examples(
    "arena bot check ./mybot",
    "arena bot check mybot.py -r mau-mau -r blind --junit report.xml",
    "arena bot check ./mybot --step 3 -r blind --seed check     # one step alone",
    "arena bot check ./mybot --runner docker",
    "arena bot check ./mybot --positions mine.positions.toml",
)
def check(  # noqa: PLR0913 - one parameter for each option
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="builtin:NAME, path/to/bot.py[:Class], a folder, image:REF, or a registered name.",
        ),
    ],
    rulesets: Annotated[
        list[str] | None,
        typer.Option(
            "--ruleset",
            "-r",
            metavar="RULESET",
            help="Ruleset to check; repeat for several. Default: all that it plays.",
        ),
    ] = None,
    steps: Annotated[
        list[int] | None,
        typer.Option("--step", metavar="N", min=1, max=10, help="Step to run; repeat it. Default: all."),
    ] = None,
    seed: FixedSeed = None,
    positions: Annotated[
        Path | None,
        typer.Option("--positions", metavar="FILE", help="Only ask what it would play in these positions."),
    ] = None,
    clock: TimeControl = None,
    runner: Runner = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Also write the report as JUnit XML.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Test whether a bot behaves, before it plays.

    The bot must start, say Hello, answer every kind of question with the fewest and with the most players,
    play many games at once, wait for slow opponents, finish games and exit. Then its memory and time are
    measured. The check itself plays the opponents. With --quiet only failures are shown.

    With --positions the bot is asked about decisions of recorded games, with everything that the seat had
    received until then; see `arena replay position`.

    Exit code 1: a step or a position failed.
    """
    runner = runner or RUNNERS[0]
    if positions and (rulesets or steps or seed):
        raise typer.BadParameter("--positions goes without --ruleset, --step and --seed")
    if junit:
        check_report_path(junit)  # before the check, or its report would be lost
    suite = read_positions(positions) if positions else ()
    resolved = resolve_bot(bot, look=bot_finder(db))
    output = CheckOutput(quiet=quiet, silent=as_json, noun="position" if suite else "step")
    try:
        if suite:
            report = _ask_positions(resolved, runner, output, suite, clock)
        else:
            report = _run_check(resolved, runner, output, rulesets or [], steps or [], seed, clock)
    except KeyboardInterrupt:
        output.interrupted()
        raise typer.Exit(INTERRUPTED) from None
    output.end(report)
    if as_json:
        say_json({"passed": report.passed, **asdict(report)})
    if junit:
        write_junit(report, junit)
    if not report.passed:
        raise typer.Exit(FAILED)


def _run_check(
    bot: Bot,
    runner: str,
    output: CheckOutput,
    rulesets: list[str],
    steps: list[int],
    seed: str | None,
    clock: str | None,
) -> Report:
    time_control = parse_clock(clock) if clock else None
    made = prepare_bot(bot, runner, print_remark)
    with output.begin(made, runner):
        return check_bot(
            made,
            runner=runner,
            rulesets=rulesets,
            on_step=output.step,
            on_progress=output.progress,
            seed=seed or SEED,
            steps=steps,
            clock=time_control,
        )


def _ask_positions(
    bot: Bot, runner: str, output: CheckOutput, suite: tuple[SuitePosition, ...], clock: str | None
) -> Report:
    made = prepare_bot(bot, runner, print_remark)
    with output.begin(made, runner):
        return check_positions(made, suite, runner, parse_clock(clock) if clock else None, output.step)
