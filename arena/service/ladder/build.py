"""The kept ladder of one ruleset, with the line of each bot's live Elo."""

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from math import ceil
from typing import Final

from arena.ratings.margins import FEW_GROUPS
from arena.service.reports.ladder_ratings import RatingHistory, Step
from arena.service.reports.rating_text import scale_texts
from arena.service.reports.variance import saving_text
from arena.service.results import Ladder, LadderRow
from arena.store.ladder.encounters import Made
from arena.store.ladder.pages import LadderFigures, NewLadder

RECENT: Final = 10  # matches
POINTS: Final = 150  # of a line, at most
LATE: Final = 0.95

Times = Mapping[tuple[int, int, int], datetime]  # by tournament, round, pairing


def new_ladder(
    ladder: Ladder,
    made: RatingHistory,
    marked: str,
    figures: Mapping[int, LadderFigures],
    times: Times,
    bots: Mapping[int, int],
) -> NewLadder:
    """What is written of it. `figures` by bot version; `bots`: whose versions they are, by keys."""
    keys = {(entrant.bot, entrant.version): key for key, entrant in made.bots.items()}
    order = sorted(ladder.rows, key=lambda row: row.boards < FEW_GROUPS)
    lines = _lines(made.steps, times)
    rows = [
        {
            "bot_version_id": key,
            "bot_id": bots[key],
            "place": place,
            **_row(row),
            **_figures(figures.get(key, LadderFigures())),
            **_course(lines.get(key, ()), row.live),
        }
        for place, row in enumerate(order, 1)
        for key in [keys[row.bot, row.version]]
    ]
    return NewLadder(
        ruleset=ladder.ruleset,
        title=ladder.title,
        about={
            "scales": [*scale_texts(ladder.anchors, ladder.rows)],
            "tournaments": ladder.tournaments,
            "saving": saving_text(ladder.saving) if ladder.saving else "",
        },
        marks=marked,
        rows=rows,
        lines=[{"bot_version_id": key, "points": json.dumps(_thinned(line))} for key, line in lines.items()],
        steps=[_step(step) for step in made.steps],
    )


Point = tuple[int, float, str]  # number of the match in the ladder from 1, live Elo after it, when


def _lines(steps: Sequence[Step], times: Times) -> Mapping[int, Sequence[Point]]:
    lines: defaultdict[int, list[Point]] = defaultdict(list)
    number, last = 0, None
    for step in steps:
        place = (step.tournament, step.round, step.pairing)
        number += place != last
        last = place
        at = times.get(place)
        lines[step.bot].append((number, round(step.elo, 1), at.isoformat() if at else ""))
    return lines


def _thinned(line: Sequence[Point]) -> Sequence[Point]:
    """Not more than POINTS, evenly, the last one always."""
    stride = ceil(len(line) / POINTS)
    return line[(len(line) - 1) % stride :: stride]


def _course(line: Sequence[Point], live: float) -> Made:
    """The last matches, and the highest live Elo.

    Live Elo also moves between a bot's own matches: with that of the anchor.
    """
    now = [(line[-1][0], round(live, 1), line[-1][2])] if line else []
    peak = max([*line, *now], key=lambda point: point[1], default=None)
    return {
        "recent": json.dumps([elo for _, elo, _ in line[-RECENT:]]),
        "peak": peak[1] if peak else None,
        "peak_at": datetime.fromisoformat(peak[2]) if peak and peak[2] else None,
    }


def _step(step: Step) -> Made:
    return {
        "tournament_id": step.tournament,
        "round": step.round,
        "pairing": step.pairing,
        "bot_version_id": step.bot,
        "change": step.change,
    }


def _row(row: LadderRow) -> Made:
    names = ("scale", "best", "worst", "more_boards", "elo", "low", "high", "margin", "no_margin")
    more = ("live", "step", "boards", "games", "illegal", "timeouts", "crashes")
    return {
        **{name: getattr(row, name) for name in (*names, *more)},
        "provisional": row.boards < FEW_GROUPS,
    }


def _figures(of: LadderFigures) -> Made:
    return {
        "score": of.score / of.games if of.games else None,
        "played_at": of.played_at,
        "decision_ms": of.time_ms / of.decisions if of.decisions else None,
        "late_ms": _late(of.means),
        "slowest_ms": of.slowest_ms if of.decisions else None,
        "used": of.used,
    }


def _late(means: Sequence[float]) -> float | None:
    """What 95 % of these are not above."""
    ordered: Iterator[float] = iter(sorted(means)[ceil(LATE * len(means)) - 1 :])
    return next(ordered) if means else None
