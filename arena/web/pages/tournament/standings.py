"""The page with the standings of a tournament."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Final, NamedTuple

from fastapi import APIRouter, Request
from starlette.responses import Response

from arena.service.common.text import MatchId, parse_match_id
from arena.service.reports.export import standings_csv
from arena.service.reports.fair_play import READ, chance
from arena.service.reports.overall_standings import OverallStanding, find_winner, overall_standings
from arena.service.reports.rating_text import (
    elo_text,
    lead_text,
    list_names,
    margin_text,
    place_text,
    scale_texts,
    to_settle_text,
)
from arena.service.reports.variance import saving_text
from arena.service.results import StandingsRow, StandingsTable, TieBreakColumn
from arena.store.database.store import Store
from arena.store.results.records import TournamentState
from arena.store.tournaments.matches_list import find_closest_games
from arena.tournament.standings.tie_breaks import POINTS, value_text
from arena.viewer.units import plural
from arena.web.page import percent, points, segment
from arena.web.pages.tournament.comparison import render_comparison
from arena.web.pages.tournament.frame import (
    JSON_FORMAT,
    TournamentView,
    Viewed,
    render_tab,
    requested_tables,
)
from arena.web.tables.columns import FAULTS, cell
from arena.web.tables.listing import (
    Column,
    Listing,
    ListRequest,
    Value,
    csv_response,
    data_columns,
    json_response,
    list_rows,
    number_column,
)

router = APIRouter()

LEADERS: Final = 10  # best bots among which the closest game is searched

Columns = list[Column[StandingsRow]]


@router.get("/tournaments/{number}")
def standings(request: Request, view: Viewed, format: str = "", why: str = "") -> Response:
    """Show the standings of a tournament; for a comparison of two bots, its statistical test.

    `why`: if not empty, explain each rank.
    """
    if view.is_comparison:
        return render_comparison(request, view, format)
    tables, is_stale = requested_tables(request, view)
    name = f"tournament-{view.id}-standings"
    if format == "json":
        return json_response(
            {"format": JSON_FORMAT, "tournament": view.line, "tables": tables, "secret": view.secret}
        )
    if format == "csv":
        return csv_response(standings_csv(*tables), name)
    overall = overall_standings(view.tables().value)
    listings = [
        (table, list_rows(request, name, standings_columns(table, view.bots, bool(why)), table.rows))
        for table in tables
    ]
    return render_tab(
        request,
        view,
        "standings",
        listings=listings,
        winner=_winner_text(view),
        overall=Listing(request, name, _overall_columns(view.bots), overall, len(overall), ListRequest())
        if len(view.line.rulesets) > 1 and overall[0].games
        else None,
        is_stale=is_stale,
        why=why,
        used=used_tie_breaks,
        notes=standings_notes,
        watch_links=partial(watch_links, view.store),
        chance=chance,
        read=READ,
    )


def _winner_text(view: TournamentView) -> str:
    """Return a phrase about the winner and its lead; empty until the tournament has finished."""
    winner = find_winner(view.tables().value, view.bots)
    if view.line.state is not TournamentState.OVER or not winner:
        return ""
    names, behind = list_names([*winner.bots]), list_names(winner.behind)
    if len(winner.bots) > 1:
        return f"{names} share first place"
    if not winner.behind:
        return f"{names} wins"
    if winner.lead is None:
        return f"{names} wins, ahead of {behind}"
    if not winner.lead:
        return f"{names} wins on tie-breaks, ahead of {behind}"
    return f"{names} wins, {lead_text(winner.lead)} ahead of {behind}"


class WatchLink(NamedTuple):
    """A link to a game or match that is worth watching."""

    label: str
    match: MatchId
    first: str
    second: str
    share: float  # the score of `first` in the match, 0 … 1
    game: int | None = None  # its number in the match; None to link to the match

    @property
    def address(self) -> str:
        return f"/matches/{self.match}" + (f"/games/{self.game}" if self.game else "")


def watch_links(store: Store, table: StandingsTable) -> Iterator[WatchLink]:
    """Yield up to two links to games that are worth watching.

    First: the closest game of the two best bots that met, or their match if no game is suitable. Second: the
    closest game of any two of the `LEADERS` best bots. The second link is omitted if both links lead to the
    same match. In the closest game, the lead in card points is smallest.
    """
    leaders = range(min(LEADERS, len(table.rows)))
    links = [
        WatchLink("Match of the top bots", id, table.rows[one].bot, table.rows[other].bot, met.share)
        for one, other in combinations(leaders, 2)
        if (met := table.cells[one][other]) and met.games and (id := parse_match_id(met.matches[0]))
    ]
    with store.reading() as tx:
        found = find_closest_games(tx, table.tournament, {link.match[1:] for link in links})
    for best in links[:1]:
        game = found.get(best.match[1:])
        yield best._replace(label="Game of the top bots", game=game.number) if game else best
    games = [(link, found[link.match[1:]]) for link in links if link.match[1:] in found]
    if games:
        link, game = min(games, key=lambda one: one[1].lead)
        if link.match != links[0].match:
            yield link._replace(label="Closest game", game=game.number)


def _overall_columns(bots: Mapping[str, str]) -> Sequence[Column[OverallStanding]]:
    return (
        Column("rank", "#", numbers=True),
        _bot_column(bots),
        number_column("points", "Points", render=lambda row: points(row.points)),
        number_column("won", "Rulesets won"),
        number_column("games", "Games"),
        _SHARE,
    )


def _bot_column(bots: Mapping[str, str]) -> Column[Any]:
    """Return the column with the bots' names in the tournament, with links to the bots' pages.

    `bots`: the bots' own names, keyed by their names in this tournament.
    """
    return Column(
        "bot",
        "Bot",
        render=lambda row: cell("name", row.bot),
        link=lambda row: f"/bots/{segment(bots[row.bot])}",
        filters=True,
    )


_SHARE: Final[Column[Any]] = number_column(
    "share",
    "Score %",
    lambda row: row.share if row.games else None,
    lambda row: percent(row.share) if row.games else "–",
    "Mean score per game",
)


def standings_columns(table: StandingsTable, bots: Mapping[str, str], why: bool) -> Columns:
    """Return the columns of a table of standings.

    `bots`: the bots' own names, keyed by their names in this tournament. `why`: add a column with the reason
    why each bot is behind the previous bot.
    """
    return [
        Column("rank", "#", render=lambda row: place_text(row.rank, row), numbers=True),
        _bot_column(bots),
        *_tie_break_columns(table.tie_breaks[:1] if why else used_tie_breaks(table)),
        number_column("games", "Games"),
        _SHARE,
        *_elo_columns(table),
        number_column(
            "faults",
            "I/T/C",
            lambda row: row.illegal + row.timeouts + row.crashes,
            lambda row: f"{row.illegal}/{row.timeouts}/{row.crashes}",
            FAULTS,
        ),
        *([_MISSED] if any(map(missed_text, table.rows)) else []),
        *(
            [_behind_column(table, why)]
            if why or any(row.decided_by not in ("", POINTS) for row in table.rows)
            else []
        ),
    ]


def used_tie_breaks(table: StandingsTable) -> Sequence[TieBreakColumn]:
    """Return the table's tie-breaks, up to the last tie-break that separated two bots."""
    codes = [column.code for column in table.tie_breaks]
    last = max((codes.index(row.decided_by) for row in table.rows if row.decided_by), default=0)
    return table.tie_breaks[: last + 1]


def _tie_break_columns(columns: Sequence[TieBreakColumn]) -> Columns:
    return [
        Column(
            column.code.lower(),
            "Points" if column.code == POINTS else column.code,
            partial(_value, place),
            partial(_value_text, place),
            about=f"{column.name}: {column.explanation}",
            numbers=True,
            largest_first=not column.fewest_first,
        )
        for place, column in enumerate(columns)
    ]


def _value(place: int, row: StandingsRow) -> Value:
    return row.values[place] if place < len(row.values) else None


def _value_text(place: int, row: StandingsRow) -> str:
    return value_text(row.values[place]).replace("-", "−") if place < len(row.values) else ""


def _elo_columns(table: StandingsTable) -> Columns:
    if not table.anchors:
        return []
    scale: Column[StandingsRow] = Column(
        "scale",
        "Scale",
        about="Bots of different scales cannot be compared",
        numbers=True,
    )
    return [
        *([scale] if len(table.anchors) > 1 else []),
        number_column(
            "elo",
            "Elo",
            render=lambda row: elo_text(row.elo, row.low, row.high),
            about="Fitted to this tournament alone",
        ),
        Column(
            "margin",
            "±",
            render=lambda row: margin_text(row.elo, row.low, row.high),
            about="95 % interval relative to the mean",
            numbers=True,
        ),
        *data_columns("low", "high", "best", "worst"),
    ]


def missed_text(row: StandingsRow) -> str:
    """Return in words which matches a bot did not play: byes, forfeits, early leaving."""
    parts = [
        plural(row.byes, "bye") if row.byes else "",
        plural(row.forfeits, "forfeit") if row.forfeits else "",
        "left early" if row.left_early else "",
    ]
    return ", ".join(filter(None, parts))


_MISSED: Final[Column[StandingsRow]] = Column("missed", "Not played", lambda row: missed_text(row) or None)


def _behind_column(table: StandingsTable, why: bool) -> Column[StandingsRow]:
    if why:
        return Column(
            "why",
            "Why behind the bot above",
            lambda row: row.why or None,
            lambda row: cell("explanation", row.why),
        )
    names = {column.code: column.name for column in table.tie_breaks if column.code != POINTS}
    return Column(
        "behind",
        "Behind by tie-break",
        lambda row: row.decided_by or None,
        lambda row: names.get(row.decided_by, ""),
        about="The tie-break that separates bots with equal points",
    )


def standings_notes(table: StandingsTable) -> Iterator[str]:
    """Yield the notes below the standings."""
    yield from (f"{text}." for text in scale_texts(table.anchors, table.rows))
    yield f"I/T/C: {FAULTS[0].lower()}{FAULTS[1:]}."
    if table.frozen:
        names = list_names(table.frozen)
        yield f"Pool bots keep their ladder Elo from before; ± does not include its error: {names}."
    if table.remark:
        yield f"{table.remark}."
    if any(row.left_early for row in table.rows):
        yield "Left early: before half of its matches, so none of them counts for points."
    if settled := to_settle_text(table.rows):
        yield f"{settled}."
    if table.saving:
        yield f"{saving_text(table.saving)}."
    if table.void_boards:
        yield f"{plural(table.void_boards, 'board is', 'boards are')} void and count for nobody."
