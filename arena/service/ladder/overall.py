"""The kept ladder over several rulesets, made of theirs."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Final

from sqlalchemy import Connection

from arena.ratings.fitted import Fitted, Rating
from arena.ratings.overall import overall
from arena.service.common.version_names import versioned
from arena.service.reports.ladder_ratings import everywhere
from arena.service.reports.ratings import ANCHOR
from arena.store.ladder.encounters import Made
from arena.store.ladder.pages import OVERALL, NewLadder, PageRow, bot_keys, page_rows

MAX_NAMES: Final = 20


def new_overall(tx: Connection, rulesets: Sequence[str]) -> NewLadder:
    """What is written of the ladder over these: bots that all of them rate, by their mean rating."""
    kept = {ruleset: rows for ruleset in rulesets if (rows := page_rows(tx, ruleset))}
    known: dict[int, PageRow] = {row.bot_version: row for rows in kept.values() for row in rows}
    fits = {ruleset: _fitted(rows) for ruleset, rows in kept.items()}
    found = overall(fits, everywhere(known, fits.values()))
    by_bot: defaultdict[int, list[PageRow]] = defaultdict(list)
    for ruleset in found.rulesets:
        for row in kept[ruleset]:
            by_bot[row.bot_version].append(row)
    bots = bot_keys(tx)
    zero = "the mean is 0" if found.anchor is None else f"{known[found.anchor].bot} = 0"
    return NewLadder(
        ruleset=OVERALL,
        title="Overall",
        about={
            "rulesets": list(found.rulesets),
            "scales": [f"Elo: {zero}"],
            "left_out": len(known) - len(found.ratings),
            "names": [
                versioned(known[bot].bot, known[bot].version)
                for bot in sorted(known)
                if bot not in found.ratings
            ][:MAX_NAMES],
            "bounded": {known[bot].bot: keys for bot, keys in found.bounded.items() if keys},
        },
        marks="",
        rows=[
            {
                "bot_version_id": bot,
                "bot_id": bots[bot],
                "place": place,
                **_rated(found.ratings[bot], found.rank(bot)),
                **_together(by_bot[bot]),
            }
            for place, bot in enumerate(found.order, 1)
        ],
    )


def _fitted(rows: Collection[PageRow]) -> Fitted:
    """The ratings that a kept ladder was made of."""
    ratings = {row.bot_version: Rating(row.elo, row.low, row.high, row.scale - 1, row.boards) for row in rows}
    anchors = {
        row.scale - 1: row.bot_version
        for row in sorted(rows, key=lambda row: row.bot_version)
        if row.bot == ANCHOR and row.elo == 0
    }
    scales = 1 + max((rating.scale for rating in ratings.values()), default=-1)
    return Fitted(ratings, tuple(anchors.get(scale) for scale in range(scales)))


def _rated(rating: Rating, rank: int) -> Made:
    return {
        "elo": rating.elo,
        "low": rating.low,
        "high": rating.high,
        "margin": rating.margin,
        "best": rank,
        "worst": rank,
        "more_boards": None,
        "scale": 1,
    }


def _together(rows: Sequence[PageRow]) -> Made:
    """Sums and means over the rulesets; what has none over several is left out."""
    games = sum(row.games for row in rows)
    scores = [row.score * row.games for row in rows if row.score is not None]
    return {
        "no_margin": None,
        "provisional": any(row.provisional for row in rows),
        "live": None,
        "step": None,
        "boards": sum(row.boards for row in rows),
        "games": games,
        "score": sum(scores) / games if games else None,
        "recent": "[]",
        "illegal": sum(row.illegal for row in rows),
        "timeouts": sum(row.timeouts for row in rows),
        "crashes": sum(row.crashes for row in rows),
        "played_at": max((row.played_at for row in rows if row.played_at), default=None),
        **dict.fromkeys(("peak", "peak_at", "decision_ms", "late_ms", "slowest_ms", "used")),
    }
