"""Build the cached ladder of one ruleset, with each bot's curve of live Elo (its Elo after each match)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from datetime import UTC, datetime
from math import ceil
from typing import Any, Final

from sqlalchemy import Connection

from arena.ratings.margins import FEW_BOARDS
from arena.service.reports.ladder_ratings import EloChange, RatingHistory, ladder_of
from arena.service.reports.rating_text import scale_texts
from arena.service.reports.variance import saving_text
from arena.service.results import LadderRow
from arena.store.ladder.cached_ladders import (
    CachedLadder,
    CachedRow,
    EloCurves,
    LadderFigures,
    Point,
    bot_keys,
    read_figures,
    read_match_times,
)

MAX_RECENT: Final = 10  # matches
MAX_POINTS: Final = 150  # of the line of live Elo in a diagram
LATE: Final = 0.95


def build_ladder(
    tx: Connection, ruleset: str, history: RatingHistory, ledger: int
) -> tuple[CachedLadder, Sequence[CachedRow], EloCurves]:
    """Compute a ruleset's ladder, and each bot's curve of live Elo.

    Return the ladder's head (title and totals), its rows, and the curves, keyed by bot version.

    `history`: the ruleset's rated results. `ledger`: the number of the last ledger entry (commit) that the
    ladder includes.
    """
    ladder = ladder_of(ruleset, history, history.fitted())
    figures, bots = read_figures(tx, ruleset), bot_keys(tx)
    keys = {(entrant.bot, entrant.version): key for key, entrant in history.bots.items()}
    elo_curves = _make_lines(history.steps, read_match_times(tx, ruleset))
    order = sorted(ladder.rows, key=lambda row: row.boards < FEW_BOARDS)
    rows = [
        CachedRow(
            bot_version=key,
            bot_id=bots[key],
            place=place,
            ruleset=ruleset,
            provisional=row.boards < FEW_BOARDS,
            **{name: getattr(row, name) for name in _SAME},
            **_figure_columns(figures.get(key, LadderFigures())),
            **_live_columns(elo_curves.get(key, ()), row),
        )
        for place, row in enumerate(order, 1)
        for key in [keys[row.bot, row.version]]
    ]
    about = {
        "scales": [*scale_texts(ladder.anchors, ladder.rows)],
        "tournaments": ladder.tournaments,
        "saving": saving_text(ladder.saving) if ladder.saving else "",
    }
    head = CachedLadder(ruleset, ladder.title, ledger, datetime.now(UTC), about)
    return head, rows, {key: _thin(line) for key, line in elo_curves.items()}


_SAME: Final = {one.name for one in fields(LadderRow)} & {one.name for one in fields(CachedRow)}


def _make_lines(
    steps: Sequence[EloChange], times: Mapping[tuple[int, int, int], datetime]
) -> Mapping[int, Sequence[Point]]:
    elo_curves: defaultdict[int, list[Point]] = defaultdict(list)
    number, last = 0, None
    for step in steps:
        match = (step.tournament, step.round, step.pairing)
        number += match != last
        last = match
        at = times.get(match)
        elo_curves[step.bot].append((number, round(step.elo, 1), at.isoformat() if at else ""))
    return elo_curves


def _thin(line: Sequence[Point]) -> Sequence[Point]:
    """Return at most MAX_POINTS points of a curve, evenly spread, always with the last point."""
    stride = ceil(len(line) / MAX_POINTS)
    return line[(len(line) - 1) % stride :: stride]


def _live_columns(line: Sequence[Point], row: LadderRow) -> dict[str, Any]:
    """Return the columns of a ladder row about live Elo: the latest values, the highest value, and its date.

    `line`: the bot's curve of live Elo.
    """
    # The live Elo can differ from the curve's last point: it also changes when the anchor plays.
    now = [(line[-1][0], round(row.live, 1), line[-1][2])] if line else []
    peak = max([*line, *now], key=lambda point: point[1], default=None)
    return {
        "recent": tuple(elo for _, elo, _ in line[-MAX_RECENT:]),
        "peak": peak[1] if peak else None,
        "peak_at": datetime.fromisoformat(peak[2]) if peak and peak[2] else None,
    }


def _figure_columns(of: LadderFigures) -> dict[str, Any]:
    return {
        "score": of.score / of.games if of.games else None,
        "played_at": of.played_at,
        "decision_ms": of.time_ms / of.decisions if of.decisions else None,
        "late_ms": _percentile_95(of.means),
        "slowest_ms": of.slowest_ms if of.decisions else None,
        "used": of.used,
    }


def _percentile_95(means: Sequence[float]) -> float | None:
    """Return the 95th percentile of `means`; None if `means` is empty.

    `means`: each match's mean time per decision, in ms.
    """
    ordered: Iterator[float] = iter(sorted(means)[ceil(LATE * len(means)) - 1 :])
    return next(ordered) if means else None
