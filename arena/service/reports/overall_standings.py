"""A tournament's standings over all of its rulesets."""

from collections.abc import Sequence
from dataclasses import dataclass

from arena.service.results import StandingsTable


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
    """Return the sums of each bot's rows, most points first. Bots without any game come last."""
    bots = list(dict.fromkeys(row.bot for table in tables for row in table.rows))
    rows = {bot: [row for table in tables for row in table.rows if row.bot == bot] for bot in bots}
    points = {bot: sum(row.points for row in rows[bot]) for bot in bots}
    games = {bot: sum(row.games for row in rows[bot]) for bot in bots}
    order = sorted(bots, key=lambda bot: (-points[bot], not games[bot]))
    return tuple(
        OverallStanding(
            rank=1 + sum(points[other] > points[bot] for other in bots),
            bot=bot,
            points=points[bot],
            games=games[bot],
            share=sum(row.share * row.games for row in rows[bot]) / games[bot] if games[bot] else 0.0,
            won=sum(row.rank == 1 and row.games > 0 for row in rows[bot]),
        )
        for bot in order
    )
