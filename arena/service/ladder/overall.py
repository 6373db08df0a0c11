"""Build the cached overall ladder from the ladders of the rulesets."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from arena.ratings.overall import overall
from arena.ratings.rating import Fitted, Rating
from arena.service.common.text import versioned
from arena.service.reports.ladder_ratings import rated_everywhere
from arena.service.reports.ratings import ANCHOR, rating_fields
from arena.store.ladder.cached_ladders import OVERALL, CachedLadder, CachedRow

MAX_NAMES: Final = 20


def build_overall(
    ladders: Mapping[str, Sequence[CachedRow]], ledger: int
) -> tuple[CachedLadder, Sequence[CachedRow]]:
    """Compute the overall ladder. Return its head (title and totals) and its rows, ordered by mean rating.

    The ladder ranks the bots that have a rating under every ruleset. Rulesets without rated bots are ignored.

    `ladders`: the rows of each ruleset's ladder. `ledger`: the number of the last ledger entry (commit) that
    the ladder includes.
    """
    known: dict[int, CachedRow] = {row.bot_version: row for rows in ladders.values() for row in rows}
    fits = {ruleset: _to_fitted(rows) for ruleset, rows in ladders.items()}
    rated = overall(fits, rated_everywhere(known, fits.values()))
    by_bot: defaultdict[int, list[CachedRow]] = defaultdict(list)
    for ruleset in rated.rulesets:
        for row in ladders[ruleset]:
            by_bot[row.bot_version].append(row)
    zero = "the mean is 0" if rated.anchor is None else f"{known[rated.anchor].bot} = 0"
    left_out = [bot for bot in sorted(known) if bot not in rated.ratings]
    about = {
        "rulesets": list(rated.rulesets),
        "scales": [f"Elo: {zero}"],
        "left_out": len(left_out),
        "names": [versioned(known[bot].bot, known[bot].version) for bot in left_out[:MAX_NAMES]],
        "bounded": {known[bot].bot: keys for bot, keys in rated.bounded.items() if keys},
    }
    rows = [
        CachedRow(
            bot_version=bot,
            bot_id=known[bot].bot_id,
            bot=known[bot].bot,
            version=known[bot].version,
            ruleset=OVERALL,
            place=place,
            **rating_fields(rated.ratings[bot]),
            best=rated.rank(bot),
            worst=rated.rank(bot),
            more_boards=None,
            **_summed_columns(by_bot[bot]),
        )
        for place, bot in enumerate(rated.order, 1)
    ]
    return CachedLadder(OVERALL, "Overall", ledger, datetime.now(UTC), about), rows


def _to_fitted(rows: Collection[CachedRow]) -> Fitted:
    """Convert the rows of a ruleset's cached ladder back to ratings."""
    ratings = {row.bot_version: Rating(row.elo, row.low, row.high, row.scale - 1, row.boards) for row in rows}
    anchors = {
        row.scale - 1: row.bot_version
        for row in sorted(rows, key=lambda row: row.bot_version)
        if row.bot == ANCHOR and row.elo == 0
    }
    scales = 1 + max((rating.scale for rating in ratings.values()), default=-1)
    return Fitted(ratings, tuple(anchors.get(scale) for scale in range(scales)))


def _summed_columns(rows: Sequence[CachedRow]) -> dict[str, Any]:
    """Return the columns of a bot's overall row that combine its rows under all rulesets, such as sums."""
    games = sum(row.games for row in rows)
    scores = [row.score * row.games for row in rows if row.score is not None]
    return {
        "provisional": any(row.provisional for row in rows),
        "boards": sum(row.boards for row in rows),
        "games": games,
        "score": sum(scores) / games if games else None,
        "illegal": sum(row.illegal for row in rows),
        "timeouts": sum(row.timeouts for row in rows),
        "crashes": sum(row.crashes for row in rows),
        "played_at": max((row.played_at for row in rows if row.played_at), default=None),
    }
