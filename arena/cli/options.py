"""Options that several commands share, with the same names and help texts."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

_NUMBER: Final = re.compile("[0-9]{1,30}")  # Python refuses to read more than 4,300 digits

Id = Annotated[int, typer.Argument(metavar="ID", help="The number that `arena tournament list` shows.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]
Database = Annotated[
    str | None,
    typer.Option(
        "--db",
        metavar="URL",
        help="Database, a URL or a file. Default: ARENA_DB, else ./arena.db if it exists, else the user's.",
    ),
]
RulesetName = Annotated[
    str | None,
    typer.Option("--ruleset", "-r", metavar="RULESET", help="Ruleset to play. Default: mau-mau."),
]
RulesetNames = Annotated[
    list[str] | None,
    typer.Option(
        "--ruleset", "-r", metavar="RULESET", help="Ruleset to play; repeat for several. Default: mau-mau."
    ),
]
Seed = Annotated[
    str | None,
    typer.Option("--seed", metavar="SEED", help="The same seed deals the same cards. Default: random."),
]
FixedSeed = Annotated[
    str | None,
    typer.Option("--seed", metavar="SEED", help="Seed of the cards. Default: always the same cards."),
]
Out = Annotated[
    Path | None, typer.Option("--out", "-o", metavar="FILE", help="File to write. Default: stdout.")
]
TimeControl = Annotated[
    str | None,
    typer.Option(
        "--clock",
        metavar="CLOCK",
        help="Seconds per game + per decision / total limit, or 'none'. Default: 10+0.1/60.",
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", metavar="N", min=1, help="Matches at a time. Default: by the number of cores."
    ),
]
Runner = Annotated[
    str | None,
    typer.Option(
        "--runner",
        metavar="RUNNER",
        help="process: bots are plain processes, without protection. docker: each in a container.",
    ),
]
ServiceRunner = Annotated[
    str,
    typer.Option(
        "--runner",
        metavar="RUNNER",
        help="docker: submitted bots run in containers. process: as plain processes, without protection.",
    ),
]
BoardsPerMatch = typer.Option(
    "--boards", "-n", metavar="N", min=1, help="Boards per match, each played in every seating."
)
AllowBuilds = Annotated[
    bool, typer.Option("--allow-builds", help="Build submitted Dockerfiles, on this machine.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress.")]
Verbose = Annotated[bool, typer.Option("--verbose", "-v", help="Print all settings and complete lists.")]


def check_one_format(as_json: bool, as_csv: bool) -> None:
    """Raise BadParameter if both --json and --csv are given."""
    if as_json and as_csv:
        raise typer.BadParameter("choose either --json or --csv")


def resume_id(ids: Sequence[str], noun: str) -> int | None:
    """Return the number of the tournament or comparison to resume; None for the newest unfinished one.

    `ids`: the command's arguments, a number or nothing. `noun`: "tournament" or "comparison", for the error.
    Raise BadParameter for several arguments, or if the argument is not a number.
    """
    if len(ids) > 1 or (ids and not _NUMBER.fullmatch(ids[0])):
        raise typer.BadParameter(f"--resume takes the number of one {noun}, or nothing")
    return int(ids[0]) if ids else None
