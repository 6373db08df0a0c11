"""`--dry-run`: the schedule, the number of games and the estimated time."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from arena.cli.output import count_text
from arena.cli.progress import duration
from arena.cli.run.plan_summary import wrap_line
from arena.service.tournaments.setup.plans import Estimate, PlannedRound, TournamentPlan

MAX_MATCHES: Final = 60  # listed without --verbose
BYE_TEXTS: Final = {
    "U": "bye, 1 point",
    "F": "bye, 1 point",
    "H": "bye, ½ point",
    "Z": "absent",
    "": "sits out",
}
SHORT_S: Final = 90  # below this, an estimate is given in seconds


def plan_text(plan: TournamentPlan, all_matches: bool = False) -> str:
    """Return a tournament's plan as text: its rounds, games and estimated time.

    `all_matches`: list all matches, not only the first few.
    """
    lines = [*_rounds(plan, all_matches), "", *_costs(plan)]
    return "\n".join(lines)


def _rounds(plan: TournamentPlan, all_matches: bool) -> Iterator[str]:
    listed = 0
    for is_paired, rounds in groupby(plan.schedule, key=lambda round: bool(round.tables)):
        if not is_paired:
            yield from _later(tuple(rounds))
            continue
        for round in rounds:
            if listed >= MAX_MATCHES and not all_matches:
                left = sum(one.number >= round.number for one in plan.schedule)
                yield f"and {count_text(left, 'more round')}: -v lists all"
                return
            listed += len(round.tables)
            yield f"Round {round.number} of {plan.rounds}, {round.ruleset}"
            yield from _matches(round)


def _matches(round: PlannedRound) -> Iterator[str]:
    for number, table in enumerate(round.tables, 1):
        yield from wrap_line(f"  {number:>3}  {' vs '.join(table)}", "       ")
    for bye in round.byes:
        yield f"       {bye.bot}: {BYE_TEXTS[bye.kind]}"


def _later(rounds: tuple[PlannedRound, ...]) -> Iterator[str]:
    """Yield lines about the rounds that cannot be paired yet, because they depend on results."""
    first, last = rounds[0].number, rounds[-1].number
    which = (
        f"Round {first}" if first == last else f"Rounds {first} {'and' if last == first + 1 else 'to'} {last}"
    )
    how = "when it starts" if first == 1 else "when the previous round has finished"
    be = "is" if first == last else "are each"
    yield from wrap_line(f"{which} {be} paired {how}: {_sizes(rounds[0])} per round", "  ")
    for round in rounds:
        for bye in round.byes:
            yield f"  round {round.number}: {bye.bot}: {BYE_TEXTS[bye.kind]}"


def _sizes(round: PlannedRound) -> str:
    sizes = [(size, round.sizes.count(size)) for size in dict.fromkeys(round.sizes)]
    return " and ".join(f"{count_text(number, 'table')} of {size}" for size, number in sizes) or "no table"


def _costs(plan: TournamentPlan) -> Iterator[str]:
    yield from wrap_line(
        f"{count_text(plan.matches, 'match', 'matches')}, {count_text(plan.games, 'game')}, "
        f"{count_text(plan.sandboxes, 'start')} of a bot (one for each seat in each seating).",
        "",
    )
    if plan.estimate:
        yield from wrap_line(_estimate(plan.estimate), "")
    yield "Nothing was stored."


def _estimate(estimate: Estimate) -> str:
    rate = estimate.games_per_second
    speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"  # noqa: PLR2004 - two digits
    takes = f"About {_rough_duration(estimate.seconds)} with -j {estimate.jobs}, at {speed} games/s"
    return f"{takes} ({estimate.basis})."


def _rough_duration(seconds: float) -> str:
    """Return a number of seconds as text, rounded.

    >>> _rough_duration(8.3), _rough_duration(400), _rough_duration(7000)
    ('8 s', '7 minutes', '1:56:40 hours')
    """
    if seconds < SHORT_S:
        return duration(max(1, seconds))
    if seconds < 3600:  # noqa: PLR2004 - an hour
        return f"{seconds / 60:.0f} minutes"
    return f"{duration(seconds)} hours"
