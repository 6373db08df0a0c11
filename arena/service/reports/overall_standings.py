"""A tournament's standings over all of its rulesets, and its winner."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.service.results import StandingsRow, StandingsTable
from arena.tournament.standings.tie_breaks import POINTS


@dataclass(frozen=True, slots=True)
class OverallStanding:
    """One bot's row of a tournament's standings over all rulesets."""

    rank: int  # 1 is best; bots with equal points share it
    bot: str
    points: float  # summed over the rulesets
    games: int
    share: float  # mean score per game, 0 … 1
    won: int  # rulesets in which its rank is 1


def overall_standings(tables: Sequence[StandingsTable]) -> tuple[OverallStanding, ...]:
    """Return a row for each bot, with its points and games summed over all rulesets; most points first.

    `tables`: the standings under each ruleset. Of bots with equal points, bots that played no game come last.
    """
    rows: defaultdict[str, list[StandingsRow]] = defaultdict(list)
    for table in tables:
        for row in table.rows:
            rows[row.bot].append(row)
    points = {bot: sum(row.points for row in some) for bot, some in rows.items()}
    games = {bot: sum(row.games for row in some) for bot, some in rows.items()}
    order = sorted(rows, key=lambda bot: (-points[bot], not games[bot]))
    ranks: dict[float, int] = {}  # by points
    return tuple(
        OverallStanding(
            rank=ranks.setdefault(points[bot], place),
            bot=bot,
            points=points[bot],
            games=games[bot],
            share=sum(row.share * row.games for row in rows[bot]) / games[bot] if games[bot] else 0.0,
            won=sum(row.rank == 1 and row.games > 0 for row in rows[bot]),
        )
        for place, bot in enumerate(order, 1)
    )


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner of a finished tournament, or the bots that share first place."""

    bots: Mapping[str, str]  # the own names of the bots in first place, by their names in the tournament
    behind: Sequence[str]  # names of the bots in second place; empty if all bots share the first
    lead: float | None  # points ahead of second place; 0: tie-breaks decide; None: shared, or not by points


def find_winner(tables: Sequence[StandingsTable], own_names: Mapping[str, str]) -> Winner | None:
    """Return the winner of a finished tournament; None if no game was played.

    `tables`: the tournament's standings under each ruleset. `own_names`: the bots' own names, keyed by their
    names in the tournament.
    """
    rows = tables[0].rows if len(tables) == 1 else overall_standings(tables)
    if not rows or not rows[0].games:
        return None
    first = [row for row in rows if row.rank == 1]
    others = rows[len(first) :]
    by_points = len(tables) > 1 or tables[0].tie_breaks[0].code == POINTS
    return Winner(
        bots={row.bot: own_names[row.bot] for row in first},
        behind=[row.bot for row in others if row.rank == others[0].rank],
        lead=first[0].points - others[0].points if others and len(first) == 1 and by_points else None,
    )
