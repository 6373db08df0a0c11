"""`arena tournament pairings`: who meets whom, round by round."""

from typing import TYPE_CHECKING, Annotated, Final

import typer

from arena.cli.options import AsCsv, AsJson, Database, Id, examples, one_form

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import RenderableType

    from arena.service.reports.pairings import ByeLine, RoundLine, TableFit, TableLine

EXAMPLES: Final = examples(
    "arena tournament pairings 7",
    "arena tournament pairings 7 --round 2",
    "arena tournament pairings 7 --csv",
)
COLUMNS: Final = ("round", "ruleset", "table", "match", "bot", "points_before", "points", "kind")
KINDS: Final = {
    "U": "a bye, the field being odd",
    "F": "a bye it asked for",
    "H": "a bye it asked for",
    "Z": "absent",
}


def pairings(
    number: Id,
    only: Annotated[
        int | None, typer.Option("--round", metavar="N", min=1, help="Only this round. Default: all.")
    ] = None,
    db: Database = None,
    as_json: AsJson = False,
    as_csv: AsCsv = False,
) -> None:
    """Who meets whom, round by round, and what came of it.

    Points before the round stand behind each bot. The match, 7.2.1, names its games for `arena replay`.
    """
    from arena.cli.output import say, say_csv
    from arena.service.database import open_database
    from arena.service.errors import BadSettings
    from arena.service.reports.export import to_json
    from arena.service.reports.pairings import pairings as found_pairings

    one_form(as_json, as_csv)
    with open_database(db) as store:
        rounds = found_pairings(store, number)
    found = [round for round in rounds if only in (None, round.number)]
    if not found:
        raise BadSettings(f"tournament {number} has the rounds 1 to {len(rounds)}, not {only}")
    if as_json:
        print(to_json(found))
    elif as_csv:
        say_csv(COLUMNS, _rows(found))
    else:
        say(*(part for round in found for part in _shown(round, len(rounds))))


def _shown(round: "RoundLine", last: int) -> "Iterator[RenderableType]":
    from rich.text import Text

    from arena.cli.output import table

    yield Text(f"Round {round.number} of {last}, {round.ruleset}: {_state(round)}", "bold")
    if round.tables:
        lines = table(">#", "Match", "Bots (points before)", "Points")
        for one in round.tables:
            lines.add_row(str(one.number), one.match, _bots(one), _points(one))
        yield lines
    if round.fit:
        yield Text(f"  {_fit(round.fit)}")
    for bye in round.byes:
        yield Text(f"  {_bye(bye, round.paired)}")
    yield Text("")


def _fit(fit: "TableFit") -> str:
    """In words what the tables of a Swiss are like.

    >>> from arena.service.reports.pairings import TableFit
    >>> _fit(TableFit(12, 1, 0.5))
    'Meetings: 12, repeats: 1. From first to last of a table: ½ points in the mean.'
    """
    return (
        f"Meetings: {fit.meetings}, repeats: {fit.repeats}. "
        f"From first to last of a table: {_number(fit.mean_range)} points in the mean."
    )


def _state(round: "RoundLine") -> str:
    if not round.paired:
        return "not paired yet"
    return "over" if round.complete else "under way"


def _bots(one: "TableLine") -> str:
    from arena.viewer.printable import printable

    return " – ".join(
        f"{printable(bot, 32)} ({_number(before)})" for bot, before in zip(one.bots, one.before, strict=True)
    )


def _points(one: "TableLine") -> str:
    points = "" if one.points is None else " : ".join(map(_number, one.points))
    forfeit = f"forfeit of {', '.join(one.forfeits)}" if one.forfeits else ""
    return ", ".join(part for part in (points, forfeit) if part)


def _bye(bye: "ByeLine", paired: bool) -> str:
    from arena.viewer.printable import printable

    points = f": {_number(bye.points)}" if paired else ""
    return f"{printable(bye.bot, 32)} ({_number(bye.before)}) has no table: {KINDS[bye.kind]}{points}"


def _number(value: float) -> str:
    """Points as one writes them: whole and half ones, else two digits.

    >>> _number(2.0), _number(1.5), _number(0.5), _number(0.634)
    ('2', '1½', '½', '0.63')
    """
    from arena.tournament.tie_breaks import value_text

    whole, half = divmod(value, 1)
    if half == 0.5:  # noqa: PLR2004
        return f"{int(whole) or ''}½"
    return value_text(value, 2)


def _rows(rounds: "Iterable[RoundLine]") -> "Iterator[tuple[object, ...]]":
    """A line for each bot at each table, and for each bye."""
    for round in rounds:
        for one in round.tables:
            points = one.points or ("",) * len(one.bots)
            for bot, before, won in zip(one.bots, one.before, points, strict=True):
                kind = "forfeit" if bot in one.forfeits else ""
                yield (round.number, round.ruleset, one.number, one.match, bot, before, won, kind)
        for bye in round.byes:
            won = bye.points if round.paired else ""
            yield (round.number, round.ruleset, "", "", bye.bot, bye.before, won, bye.kind)
