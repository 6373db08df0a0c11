"""A short text with the settings of a tournament, shown before the tournament starts."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from arena.cli.output import count_text
from arena.service.common.entrant_names import names_of
from arena.service.formats import format_name
from arena.service.tournaments.setup.plans import TournamentPlan
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.viewer.printable import printable

WIDTH: Final = 80
MAX_NAMES: Final = 12  # bots named without --verbose


def plan_summary(settings: TournamentSettings, plan: TournamentPlan, jobs: int, verbose: bool = False) -> str:
    """Return a tournament's settings as text: format, bots, rulesets, games, clock, jobs.

    `verbose`: also tie-breaks, limits, byes, and all bots with their versions.
    """
    rated = "open seed, so unrated" if plan.open_seed else "rated" if plan.rated else "unrated"
    match = f"{count_text(plan.boards, 'board')} in all seatings"
    pool = [name for name in plan.bots if name in plan.pool]
    bots = [name for name in plan.bots if name not in plan.pool]
    format = format_name(plan.format, plan.seats)
    lines = [
        f"{printable(plan.name, 40)}: {format}, {count_text(plan.rounds, 'round')}",
        f"  {count_text(len(bots), 'bot')}: {_names(bots, verbose)}",
        *([f"  pool of {len(pool)}: {_names(pool, verbose)}"] if pool else []),
        f"  {', '.join(plan.rulesets)}; {count_text(plan.matches, 'match', 'matches')} of {match}, "
        f"{count_text(plan.games, 'game')}",
        f"  clock {plan.clock}, runner {plan.runner}, -j {jobs}, {rated}",
        *((f"  tie-breaks {', '.join(plan.tie_breaks)}", *_details(settings)) if verbose else ()),
    ]
    return "\n".join(line for long in lines for line in wrap_line(long))


def _details(settings: TournamentSettings) -> Iterator[str]:
    limits = settings.limits
    yield (
        f"  limits: {limits.in_flight} games in flight, {limits.start_ms} ms to start, "
        f"{limits.output_bytes} bytes of output stored"
    )
    for one, other in settings.forbidden:
        yield f"  never meet: {one}, {other}"
    for bye in settings.byes:
        yield f"  bye ({bye.kind.value}) of {bye.bot} in round {bye.round}"
    for name, bot in zip(names_of(settings.entrants), settings.entrants, strict=True):
        yield f"  {name}: {printable(bot.source, 200)}, version {bot.version[:12]}"


def _names(names: Sequence[str], verbose: bool) -> str:
    if verbose or len(names) <= MAX_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[:MAX_NAMES])} and {len(names) - MAX_NAMES} more"


def wrap_line(line: str, indent: str = "    ") -> list[str]:
    """Wrap a line to 80 columns. `indent`: put before each continuation line."""
    return wrap(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False) or [""]
