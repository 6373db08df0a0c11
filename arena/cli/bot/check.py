"""`arena bot check`: whether a bot does what every bot has to."""

from pathlib import Path
from typing import Annotated

import typer

from arena.cli.bot.check_output import CheckOutput, check_folder, document, write_junit
from arena.cli.finish import FAILED
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Quiet, Runner, TimeControl
from arena.cli.output import remark
from arena.service.bots import Bot, resolve_bot
from arena.service.bots.registered import look_in
from arena.service.check import SEED, Report
from arena.service.check import check as check_bot
from arena.service.common.clock_notation import parse_clock
from arena.service.errors import INTERRUPTED
from arena.service.sandboxes import ready
from arena.service.tournaments.setup.settings import RUNNERS


@examples(
    "arena bot check ./mybot",
    "arena bot check mybot.py -r mau-mau -r blind --junit report.xml",
    "arena bot check ./mybot --step 3 -r blind --seed check     # one step alone",
    "arena bot check ./mybot --runner docker",
)
def check(  # noqa: PLR0913 - one parameter for each option
    bot: Annotated[
        str,
        typer.Argument(
            metavar="BOT",
            help="builtin:NAME, path/to/bot.py[:Class], a folder, image:REF, a registered name.",
        ),
    ],
    rulesets: Annotated[
        list[str] | None,
        typer.Option(
            "--ruleset",
            "-r",
            metavar="RULESET",
            help="Only this one; more than one by saying -r again.",
        ),
    ] = None,
    steps: Annotated[
        list[int] | None,
        typer.Option("--step", metavar="N", min=1, max=10, help="Only this step; more by saying it again."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="SEED", help="Other cards. Default: the same ones every time."),
    ] = None,
    clock: TimeControl = None,
    runner: Runner = None,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write the report there, as JUnit XML.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Test whether a bot behaves, before it plays.

    It starts, says Hello, decides whatever its rulesets ask at the smallest and the largest table, plays as
    many games at once as it says, waits for slow opponents, hears how games end, and ends; then what memory
    and time it needed. Its opponents are played by the check. With --quiet only what failed is shown. Exit
    code 1: a step failed.
    """

    runner = runner or RUNNERS[0]
    if junit:
        check_folder(junit)  # or the report would be lost
    found = resolve_bot(bot, look=look_in(db))
    shown = CheckOutput(quiet=quiet, silent=as_json)
    try:
        report = _checked(found, runner, shown, rulesets or [], steps or [], seed, clock)
    except KeyboardInterrupt:
        shown.interrupted()
        raise typer.Exit(INTERRUPTED) from None
    shown.end(report)
    if as_json:
        document(report)
    if junit:
        write_junit(report, junit)
    if not report.passed:
        raise typer.Exit(FAILED)


def _checked(
    bot: Bot,
    runner: str,
    shown: CheckOutput,
    rulesets: list[str],
    steps: list[int],
    seed: str | None,
    clock: str | None,
) -> Report:

    time_control = parse_clock(clock) if clock else None
    made = ready(bot, runner, remark)
    with shown.begin(made, runner):
        return check_bot(
            made,
            runner=runner,
            rulesets=rulesets,
            on_step=shown.step,
            on_progress=shown.progress,
            seed=seed or SEED,
            steps=steps,
            clock=time_control,
        )
