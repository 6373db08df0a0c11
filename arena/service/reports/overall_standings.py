"""A tournament's standings over all of its rulesets."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from arena.service.results import StandingsRow, StandingsTable


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
    """Return a row for each bot, with its points and games summed over all rulesets.

    The bot with the most points comes first. Of bots with equal points, those without a game come last.
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
