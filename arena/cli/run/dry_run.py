"""`--dry-run`: the schedule, what it costs, and how long it would take."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from arena.cli.output import counted
from arena.cli.progress import duration
from arena.cli.run.plan_summary import wrapped
from arena.service.tournaments.setup.plans import Estimate, PlannedRound, TournamentPlan

MAX_TABLES: Final = 60  # that are listed unless all are asked for
WHY: Final = {
    "U": "bye, 1 point",
    "F": "bye, 1 point",
    "H": "bye, ½ point",
    "Z": "absent",
    "": "sits out",
}
SHORT_S: Final = 90


def planned(plan: TournamentPlan, every: bool = False) -> str:
    """The whole plan as text; `every`: all tables, however many."""
    lines = [*_rounds(plan, every), "", *_costs(plan)]
    return "\n".join(lines)


def _rounds(plan: TournamentPlan, every: bool) -> Iterator[str]:
    listed = 0
    for known, rounds in groupby(plan.schedule, key=lambda round: bool(round.tables)):
        if not known:
            yield from _later(tuple(rounds))
            continue
        for round in rounds:
            if listed >= MAX_TABLES and not every:
                left = sum(one.number >= round.number for one in plan.schedule)
                yield f"and {counted(left, 'more round')}: -v lists all"
                return
            listed += len(round.tables)
            yield f"Round {round.number} of {plan.rounds}, {round.ruleset}"
            yield from _tables(round)


def _tables(round: PlannedRound) -> Iterator[str]:
    for number, table in enumerate(round.tables, 1):
        yield from wrapped(f"  {number:>3}  {' – '.join(table)}", "       ")
    for bye in round.byes:
        yield f"       {bye.bot}: {WHY[bye.kind]}"


def _later(rounds: tuple[PlannedRound, ...]) -> Iterator[str]:
    """Rounds that are paired by how those before them end."""
    first, last = rounds[0].number, rounds[-1].number
    which = (
        f"Round {first}" if first == last else f"Rounds {first} {'and' if last == first + 1 else 'to'} {last}"
    )
    how = "when its turn comes" if first == 1 else "when the one before is over"
    be = "is" if first == last else "are each"
    yield from wrapped(f"{which} {be} paired {how}: {_sizes(rounds[0])} a round", "  ")
    for round in rounds:
        for bye in round.byes:
            yield f"  round {round.number}: {bye.bot}: {WHY[bye.kind]}"


def _sizes(round: PlannedRound) -> str:
    sizes = [(size, round.sizes.count(size)) for size in dict.fromkeys(round.sizes)]
    return " and ".join(f"{counted(number, 'table')} of {size}" for size, number in sizes) or "no table"


def _costs(plan: TournamentPlan) -> Iterator[str]:
    yield from wrapped(
        f"{counted(plan.matches, 'match', 'matches')}, {counted(plan.games, 'game')}, "
        f"{counted(plan.sandboxes, 'start')} of a bot (a fresh one for each seat in each seating).",
        "",
    )
    if plan.estimate:
        yield from wrapped(_estimate(plan.estimate), "")
    yield "Nothing was written."


def _estimate(estimate: Estimate) -> str:
    if estimate.seconds is None:
        return f"How long it takes cannot be said: {estimate.basis}."
    rate = estimate.games_per_second or 0
    speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"  # noqa: PLR2004 - two digits
    takes = f"About {_about(estimate.seconds)} with -j {estimate.jobs}, at {speed} games a second"
    return f"{takes} ({estimate.basis})."


def _about(seconds: float) -> str:
    """A time that is only roughly known.

    >>> _about(8.3), _about(400), _about(7000)
    ('8 s', '7 minutes', '1:56:40 hours')
    """
    if seconds < SHORT_S:
        return duration(max(1, seconds))
    if seconds < 3600:  # noqa: PLR2004 - an hour
        return f"{seconds / 60:.0f} minutes"
    return f"{duration(seconds)} hours"
