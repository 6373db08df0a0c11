"""`arena bot submit`: register a bot under its name, here or at another arena."""

import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from typing import Annotated, Final

import typer

from arena.cli.bot.check_output import CheckOutput
from arena.cli.bot.show import qualification_text
from arena.cli.bot.upload import follow, send
from arena.cli.finish import FAILED, command_line
from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database, Jobs, Quiet, Runner
from arena.cli.output import command_to_copy, count_text, print_remark, say_json
from arena.cli.run.plan_summary import wrap_line
from arena.referee.process.match_process import MatchCancelled
from arena.service.bots import Bot, resolve_bot
from arena.service.bots.registered import bot_finder, short_name
from arena.service.check.report import CheckProgress, CheckStep, Report
from arena.service.database import open_database
from arena.service.errors import INTERRUPTED, ArenaError
from arena.service.submission import submit as submission
from arena.service.submission.client import TOKEN, Arena
from arena.service.submission.listing import RegisteredVersion, registered_version
from arena.service.submission.qualification import MatchDone
from arena.service.submission.submit import SubmitResult
from arena.service.tournaments.setup.settings import RUNNERS, runner_option
from arena.store.bots.submissions import StoredVersion
from arena.viewer.printable import last_lines, printable

MAX_LINES: Final = 20


@examples(
    "arena bot submit ./mybot",
    "arena bot submit mybot.py --name clever -r mau-mau -r detailed",
    "arena bot submit mybot.zip --runner docker",
    "arena bot submit image:mybot:1.2 --runner docker",
    "arena bot submit ./mybot --to https://arena.example.org",
)
def submit(  # noqa: PLR0913 - the options
    path: Annotated[
        str | None,
        typer.Argument(
            metavar="PATH", help="path/to/bot.py[:Class], a folder, a .zip, .tar or .tar.gz; or image:REF."
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option("--name", metavar="NAME", help="Default: the name in bot.toml or of the file."),
    ] = None,
    runner: Runner = None,
    ruleset: Annotated[
        list[str] | None,
        typer.Option(
            "--ruleset",
            "-r",
            metavar="RULESET",
            help="Ruleset it plays; repeat it. Default: bot.toml's, or all.",
        ),
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="URL", help="Send it to the arena at this address.")
    ] = None,
    token: Annotated[
        str | None,
        typer.Option("--token", metavar="TOKEN", help="Token for --to; better in ARENA_SERVER_TOKEN."),
    ] = None,
    followed: Annotated[
        str | None,
        typer.Option("--follow", metavar="ID", help="With --to: follow an earlier upload."),
    ] = None,
    jobs: Jobs = None,
    db: Database = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Register a bot, here or at another arena.

    Its files are copied. The same bytes are the same version, changed bytes are a new one.

    The bot is checked. Then it plays a few unrated boards in each of its rulesets against builtin:random and
    builtin:greedy. It is registered after the boards in the ladder's ruleset, or else in its first ruleset;
    the boards in its other rulesets follow. A bot that fails is stored as failed and does not play. Exit code
    1: the bot failed.

    With --to, the bot is packed and sent to another arena, which checks and registers it. `arena serve` must
    run there.
    """
    if to is not None:
        _check_remote_options(path, followed, runner, jobs, db)
        site = Arena(to, (token or os.environ.get(TOKEN, "")).strip())
        upload = followed or send(site, path or "", name, tuple(ruleset or ()), quiet or as_json)["id"]
        follow(site, upload, as_json, quiet)
        return
    if path is None or token is not None or followed is not None:
        raise typer.BadParameter(
            "give the PATH of a bot" if path is None else "--token and --follow need --to"
        )

    wishes = submission.SubmitOptions(
        name, runner or RUNNERS[0], tuple(dict.fromkeys(ruleset or ())), jobs=jobs
    )
    progress = ExitStack()
    listener = _SubmitOutput(CheckOutput(quiet=quiet, silent=as_json), wishes.runner, progress)
    try:
        with open_database(db) as store, progress:
            done = submission.submit(store, path, wishes, listener)
    except (MatchCancelled, KeyboardInterrupt):
        print_remark(f"Interrupted: {listener.registered_as or 'nothing'} was registered.")
        raise typer.Exit(INTERRUPTED) from None
    _print_result(done, db, as_json)
    if done.version.submission.failure:
        raise typer.Exit(FAILED)


def _check_remote_options(
    path: str | None, followed: str | None, runner: str | None, jobs: int | None, db: str | None
) -> None:
    """Raise BadParameter if options contradict `--to`, or if both or none of PATH and --follow are given."""
    if (path is None) == (followed is None):
        raise typer.BadParameter("--to needs the PATH of a bot, or --follow ID")
    if runner is not None or jobs is not None or db is not None:
        raise typer.BadParameter("--runner, --jobs and --db are for this machine; leave them out with --to")


class _SubmitOutput:
    """The printed output of a submission: check steps, then the progress of the qualification games."""

    def __init__(self, check: CheckOutput, runner: str, progress: ExitStack) -> None:
        self._check = check
        self._runner = runner
        self._progress = progress
        self.registered_as = ""

    def tell(self, line: str) -> None:
        print_remark(line)

    def begin(self, bot: Bot) -> None:
        self._progress.enter_context(self._check.begin(bot, self._runner))

    def step(self, step: CheckStep) -> None:
        if not self.registered_as or not step.passed:
            self._check.step(step)

    def progress(self, progress: CheckProgress) -> None:
        if not self.registered_as:
            self._check.progress(progress)
        elif progress.of:
            self._check.line.update(f"other rulesets  {progress.done}/{progress.of} {progress.what}")

    def checked(self, report: Report) -> None:
        if self.registered_as and report.passed:
            return
        self._check.end(report)
        if report.passed:
            self._show_status("plays against the builtins")

    def match(self, match: MatchDone) -> None:
        figures = match.figures
        part = f"{match.done}/{match.total} {figures.ruleset} against {figures.opponent}"
        self._check.line.update(f"plays against the builtins  {part}")

    def registered(self, version: StoredVersion, untried: Sequence[str]) -> None:
        self.registered_as = short_name(version)
        self._progress.close()
        print_remark(
            f"{self.registered_as} is registered. Trying it in {count_text(len(untried), 'more ruleset')}."
        )
        self._show_status("other rulesets")

    def _show_status(self, text: str) -> None:
        self._progress.close()
        self._progress.enter_context(self._check.line.show(text))


def _print_result(done: SubmitResult, db: str | None, as_json: bool) -> None:
    version = registered_version(done.version)
    if as_json:
        say_json({"again": done.again, **asdict(version), "check": done.report})
    elif version.state == "failed":
        _print_failed(version, done.output)
    else:
        _print_registered(version, done.again, db)


def _print_failed(version: RegisteredVersion, output: bytes) -> None:
    print(*wrap_line(f"{version.short} did not qualify: {printable(version.failure, 1000)}"), sep="\n")
    for line in last_lines(output, MAX_LINES):
        print(f"  | {line}")
    print("It is stored as failed and plays nowhere. To see it again:")
    print(f"  {command_to_copy(printable(version.repeat.removeprefix('arena '), 1000))}")


def _print_registered(version: RegisteredVersion, again: bool, db: str | None) -> None:
    if again:
        print(f"{version.short} is registered already with the same files; nothing was copied or tried.")
    else:
        print(*wrap_line(f"{version.short} is registered. {qualification_text(version)}", ""), sep="\n")
    run = ["run", _entry_name(version, db), "greedy", "counting", *runner_option(version.runner)]
    print("Next:")
    print(f"  {command_line(' '.join(run), db)}")
    print(f"  {command_line(f'bot show {version.name}', db)}")


def _entry_name(version: RegisteredVersion, db: str | None) -> str:
    """Return the name by which this version enters tournaments: NAME, or NAME@VERSION if NAME alone means
    another version.
    """
    try:
        is_it = resolve_bot(version.name, look=bot_finder(db)).version == version.version
    except ArenaError:
        is_it = False
    return version.name if is_it else version.short
