"""Import each command's module only when it is used, so that `arena --help` answers at once."""

import gc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from typing import Any, ParamSpec, TypeVar, get_type_hints

import typer
import typer.core
import typer.main

from arena.cli.options import Database
from arena.cli.panels import PanelCommand, PanelGroup
from arena.sandbox.fork_server import fork_server

_P = ParamSpec("_P")
_R = TypeVar("_R")


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in the table of commands."""

    target: str  # its function as "module:function", below `arena.cli`
    help: str  # the first line of the function's docstring
    plays: bool = False  # it plays matches on this machine


@dataclass(frozen=True, slots=True)
class CommandGroup:
    """A command with subcommands."""

    help: str
    examples: tuple[str, ...]
    entries: Mapping[str, Entry]
    default: str = ""  # the subcommand to run if none is named; empty: print the help
    has_db: bool = True


class LazyCommand(typer.core.TyperCommand):
    """A command whose module is imported only when it runs."""

    def __init__(self, name: str, entry: Entry) -> None:
        super().__init__(name, help=entry.help)
        self._entry = entry

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: Any = None,  # noqa: ANN401 - typer's types are private
        **options: Any,  # noqa: ANN401
    ) -> Any:  # noqa: ANN401
        """Import the real command and return its context, which typer needs to run it or to print its help.

        If the command plays matches here, start the fork server first, to save time.
        """
        assert self.name is not None
        if self._entry.plays and not {"-h", "--help"} & set(args):
            fork_server.start()  # it imports its modules meanwhile
        return load_command(self.name, self._entry.target).make_context(info_name, args, parent, **options)


def examples(*lines: str) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Return a decorator that adds these lines as examples to the end of a command's help."""

    def decorate(function: Callable[_P, _R]) -> Callable[_P, _R]:
        vars(function)["epilog"] = example_text(lines)
        return function

    return decorate


def example_text(lines: Sequence[str]) -> str:
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def load_function(target: str) -> Callable[..., None]:
    """Import and return a function. `target` is "module:function", below `arena.cli`."""
    module, _, name = target.partition(":")
    function: Callable[..., None] = getattr(import_module(f"arena.cli.{module}"), name)
    if not gc.isenabled():  # see `arena.__main__`
        gc.freeze()
        gc.enable()
    return function


@cache
def load_command(name: str, target: str) -> typer.core.TyperCommand:
    """Import a command's function and return the typer command that runs it."""
    function = load_function(target)
    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(name, cls=PanelCommand, epilog=vars(function)["epilog"])(spread_options(function))
    command = typer.main.get_command(app)
    assert isinstance(command, typer.core.TyperCommand)
    return command


def spread_options(function: Callable[..., None]) -> Callable[..., None]:
    """Return a command for typer that calls `function`, with one parameter for each option.

    If a parameter of `function` is a dataclass of options, each of its fields becomes an option.
    """
    declared = signature(function, eval_str=True)
    groups: dict[str, Any] = {
        name: one.annotation for name, one in declared.parameters.items() if is_dataclass(one.annotation)
    }
    parameters: list[Parameter] = []
    for name, parameter in declared.parameters.items():
        keyword = parameter.replace(kind=Parameter.KEYWORD_ONLY)
        parameters += _options_in(groups[name]) if name in groups else [keyword]

    def call(**options: object) -> None:
        given = {
            name: group(**{field.name: options.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        function(**options, **given)

    call.__doc__ = function.__doc__
    call.__annotations__ = {one.name: one.annotation for one in parameters}
    vars(call)["__signature__"] = declared.replace(parameters=parameters)
    return call


def _options_in(group: type) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(field.name, Parameter.KEYWORD_ONLY, default=field.default, annotation=hints[field.name])
        for field in fields(group)
    ]


def add_commands(group: typer.core.TyperGroup, table: Mapping[str, Entry | CommandGroup]) -> None:
    """Add the commands and groups of `table` to `group` as subcommands."""
    for name, entry in table.items():
        group.add_command(
            _make_group(name, entry) if isinstance(entry, CommandGroup) else LazyCommand(name, entry)
        )


def _make_group(name: str, group: CommandGroup) -> typer.core.TyperGroup:
    app = typer.Typer(
        name=name, cls=PanelGroup, add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False
    )

    def run_default(context: typer.Context, **options: object) -> None:
        if context.invoked_subcommand is not None:
            return
        if group.default:
            load_function(group.entries[group.default].target)(**options)
        else:
            print(context.get_help())

    def with_db(context: typer.Context, db: Database = None) -> None:
        set_default_db(context, db)
        run_default(context, db=db)

    def without_db(context: typer.Context) -> None:
        run_default(context)

    app.callback(invoke_without_command=True, help=group.help, epilog=example_text(group.examples))(
        with_db if group.has_db else without_db
    )
    made = typer.main.get_group(app)
    add_commands(made, group.entries)
    return made


def set_default_db(context: typer.Context, db: str | None) -> None:
    """Use a `--db` given before the subcommand's name as the default of the subcommand's own `--db`."""
    if db is not None:
        context.default_map = _default_dbs(context, context.command, db)


def _default_dbs(context: typer.Context, command: object, db: str) -> dict[str, Any]:
    defaults: dict[str, Any] = {"db": db}
    if isinstance(command, typer.core.TyperGroup):
        for name in command.list_commands(context):
            defaults[name] = _default_dbs(context, command.get_command(context, name), db)
    return defaults
