"""`arena export games`: finished games as verified data."""

from datetime import datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from arena.cli.lazy import examples
from arena.cli.options import AsJson, Database
from arena.cli.output import count_text, print_remark, say_json, size
from arena.cli.progress import show_count
from arena.service.data.export import CARD, GamesQuery, WrittenGames, count_games, export_games, find_matches
from arena.service.database import open_existing
from arena.service.tournaments.play.executor import default_jobs

_DAY: Final = ["%Y-%m-%d"]
_FORM: Final = "parquet"


@examples(
    "arena export games --as parquet",
    "arena export games --as parquet -r mau-mau --since 2026-11-01 -o data",
    "arena export games --as parquet --licence CC-BY-4.0 --json",
)
def games(  # noqa: PLR0913 - options
    form: Annotated[str, typer.Option("--as", metavar="FORM", help="Form of the files: parquet.")] = _FORM,
    ruleset: Annotated[
        list[str] | None,
        typer.Option(
            "--ruleset", "-r", metavar="RULESET", help="Ruleset to export; repeat for several. Default: all."
        ),
    ] = None,
    since: Annotated[
        datetime | None,
        typer.Option(
            "--since", metavar="DATE", formats=_DAY, help="Only matches that finished on this day or later."
        ),
    ] = None,
    until: Annotated[
        datetime | None,
        typer.Option(
            "--until", metavar="DATE", formats=_DAY, help="Only matches that finished on this day or earlier."
        ),
    ] = None,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Folder to write to.")] = Path(
        "."
    ),
    licence: Annotated[
        str, typer.Option("--licence", metavar="TEXT", help="Licence named in the data card.")
    ] = "",
    db: Database = None,
    as_json: AsJson = False,
) -> None:
    """Write finished games as data to learn from.

    Two Parquet files for each ruleset: decisions, with what the bot knew, its choices and its action; and
    hidden, with the complete logs. A data card, README.md, describes them. Only games whose board was played
    in every seating are written. Days are in UTC. Needs pyarrow, the extra `data`.
    """
    if form != _FORM:
        raise typer.BadParameter(f"unknown form {form!r}; choose {_FORM}")
    query = GamesQuery(tuple(ruleset or ()), since and since.date(), until and until.date())
    with open_existing(db) as store:
        matches = find_matches(store, query)
        with show_count(count_games(matches), "games") as on_game:
            written = export_games(store, matches, out, default_jobs(seats=0), licence, on_game)
    if as_json:
        say_json({"folder": str(out), "rulesets": [_document(one) for one in written]})
        return
    for one in written:
        print(
            f"{one.ruleset}: {count_text(one.games, 'game')}, {count_text(one.rows, 'decision')}\n"
            f"  {one.decisions}  {size(one.decisions.stat().st_size)}\n"
            f"  {one.hidden}  {size(one.hidden.stat().st_size)}"
        )
    print_remark(f"Columns of the files: {out / CARD}")


def _document(one: WrittenGames) -> dict[str, object]:
    return {
        "ruleset": one.ruleset,
        "games": one.games,
        "decisions": one.rows,
        "files": [
            {"file": path.name, "bytes": path.stat().st_size, "hidden": path == one.hidden}
            for path in (one.decisions, one.hidden)
        ],
    }
