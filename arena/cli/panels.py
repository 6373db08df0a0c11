"""Help texts in panels: the options of a command, or the subcommands of a group, under several headings."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import typer.core

OPTION_PANELS: Final[Mapping[str, tuple[str, ...]]] = {
    "Test": ("--elo0", "--elo1", "--alpha", "--beta", "--model"),
    "Field": ("--format", "--rounds", "--seats", "--pool", "--unrated", "--with"),
    "Cards and clock": ("--ruleset", "--boards", "--seed", "--clock"),
    "Address": ("--host", "--port", "--url", "--trusted-proxies"),
    "Submitted bots": ("--ladder", "--submit", "--allow-builds", "--referee"),
    "Another arena": ("--to", "--token", "--follow"),
    "Where it plays": ("--runner", "--jobs", "--slots"),
    "Cluster": ("--executor", "--scheduler", "--tls-ca", "--tls-cert", "--tls-key", "--images"),
    "Output": (
        "--text",
        "--out",
        "--junit",
        "--json",
        "--csv",
        "--log-format",
        "--metrics",
        "--quiet",
        "--verbose",
    ),
}
COMMAND_PANELS: Final[Mapping[str, tuple[str, ...]]] = {
    "Results and rules": ("tournament", "ratings", "compare", "ruleset"),
    "Operating": ("doctor", "db", "token", "referee", "scheduler", "worker"),
    "Changes": ("pause", "resume", "add", "withdraw", "permit", "end", "cancel"),
}
MIN_OPTIONS: Final = 10  # a command with fewer options has no panels
MAX_NAME_WIDTH: Final = 30

_Row = tuple[str, str]


class PanelCommand(typer.core.TyperCommand):
    """A command whose help lists its options in panels, if there are at least `MIN_OPTIONS` options."""

    def format_options(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's types are private
        """Write the help of the arguments, of the options without a panel, then the panels."""
        arguments: list[_Row] = []
        options: dict[str, _Row] = {}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx)
            if row and parameter.param_type_name == "argument":
                arguments.append((parameter.metavar or "", row[1]))
            elif row:
                options[parameter.opts[0]] = row
        _write(formatter, {"Arguments": arguments})
        _write(formatter, _group(options, OPTION_PANELS if len(options) >= MIN_OPTIONS else {}, "Options"))


class PanelGroup(typer.core.TyperGroup):
    """A group whose help lists its subcommands in panels."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401 - typer's types are private
        """Write the help of the subcommands without a panel, then the panels."""
        width = formatter.width - 4 - max(map(len, self.commands))
        rows = {name: (name, one.get_short_help_str(width)) for name, one in self.commands.items()}
        _write(formatter, _group(rows, COMMAND_PANELS, "Commands"))


def _group(
    rows: Mapping[str, _Row], panels: Mapping[str, Sequence[str]], others: str
) -> dict[str, list[_Row]]:
    """Return the rows of a help text, grouped by the heading of their panel. `others`: the heading for rows
    that are in no panel.
    """
    listed = {name: heading for heading, names in panels.items() for name in names}
    groups: dict[str, list[_Row]] = {heading: [] for heading in (others, *panels)}
    for name, row in rows.items():
        groups[listed.get(name, others)].append(row)
    return groups


def _write(formatter: Any, panels: Mapping[str, Sequence[_Row]]) -> None:  # noqa: ANN401
    """Write the panels as help texts, with their second columns aligned. Leave out empty panels."""
    width = min(MAX_NAME_WIDTH, max((len(name) for rows in panels.values() for name, _ in rows), default=0))
    for heading, rows in panels.items():
        if rows:
            with formatter.section(heading):
                formatter.write_dl([(f"{name:<{width}}", text) for name, text in rows])
