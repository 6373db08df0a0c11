"""The command `arena`: build its commands, run one, report an error."""

import os
import sys
from functools import cache
from io import TextIOWrapper
from typing import Annotated, Final

import typer
import typer.core
import typer.main

from arena.cli.commands import COMMANDS
from arena.cli.errors import report_error
from arena.cli.lazy import add_commands, example_text, set_default_db
from arena.cli.options import Database
from arena.cli.panels import PanelGroup
from arena.service.admin.telemetry.log_output import configure_from_environment

_NAMES: Final = ("stdin", "stdout", "stderr")


def prepare_streams() -> None:
    """Replace closed standard streams by the null device, and set the encoding of stdout.

    Call this before any file is opened: a file could get the descriptor number of a closed stream.
    """
    for number, name in enumerate(_NAMES):
        if getattr(sys, name) is None:
            setattr(sys, name, _open_null(number))
    _set_encoding()


def _open_null(number: int) -> TextIOWrapper:
    """Return the null device, opened with the file descriptor `number`."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    if descriptor != number:
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.set_inheritable(number, True)
    return open(number, "w" if number else "r", encoding="utf-8")


def _set_encoding() -> None:
    """Make stdout write UTF-8. A terminal keeps its own encoding, with "?" for characters that it lacks."""
    out = sys.stdout
    if not isinstance(out, TextIOWrapper):
        return
    if out.isatty():
        out.reconfigure(errors="replace")
    else:
        out.reconfigure(encoding="utf-8", errors="backslashreplace")


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version as installed_version  # slow to import

        print(f"arena {installed_version('maumau-arena')}")
        raise typer.Exit


def _show_help(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    db: Database = None,
) -> None:
    """Bots play Mau-Mau card games against each other: matches, rated tournaments, replays."""
    set_default_db(context, db)
    if context.invoked_subcommand is None:
        print(context.get_help())


@cache
def root_command() -> typer.core.TyperGroup:
    """Build the command `arena` with all its subcommands."""
    app = typer.Typer(
        cls=PanelGroup,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback(
        invoke_without_command=True, epilog=example_text(("arena demo", "arena play greedy counting"))
    )(_show_help)
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperGroup)
    add_commands(command, COMMANDS)
    return command


def main() -> None:
    """Run `arena` with this process's arguments, then exit."""
    prepare_streams()
    sys.exit(run_command_line(sys.argv[1:]))


def run_command_line(arguments: list[str]) -> int:
    """Run a command line and return its exit code. An error is reported as one line on stderr."""
    try:
        if "ARENA_LOG" in os.environ:
            configure_from_environment()
        code: int | None = root_command()(args=arguments, prog_name="arena", standalone_mode=False)
        sys.stdout.flush()
    except BrokenPipeError:
        # The program that read our output has ended: Python must flush nothing into the closed pipe at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return report_error(error, as_json="--json" in arguments)
    return code or 0
