"""How long a tournament would take on this machine, and what that is known from.

Best from tournaments of these bots in this database: games committed over the time between the commits. Else
a match of one board and one of several are played now, of which nothing is kept: the first tells what it
costs to start bots, the second what a game costs.
"""

import os
import time
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from secrets import token_bytes
from statistics import fmean
from threading import Event, Timer
from typing import Final, NamedTuple

from arena.record.match import MatchSpec
from arena.referee.live.progress import MatchEvent
from arena.referee.process.match_process import MatchCancelled
from arena.referee.run import run_match
from arena.rules import Ruleset
from arena.service.common.entrant_names import names_of
from arena.service.errors import RunError
from arena.service.sandboxes import bot_spec
from arena.service.tournaments.setup.plans import Estimate, TournamentPlan
from arena.service.tournaments.setup.settings import TournamentSettings, playable
from arena.store.database.store import Store
from arena.store.tournaments.pace import PastTournament, fields, find_similar_tournaments
from arena.tournament.pairing.pairing import MAX_BOARDS, split_boards

NEWEST: Final = 5  # tournaments that are looked at
MIN_COMMITS: Final = 3
TIMES_BOARDS: Final = 2  # matches of half to twice as many boards start bots about as often a game
BREAK: Final = 20  # so many times the mean time between two commits: nobody played in between
TABLES: Final = 2  # that are timed in each ruleset
BOARDS: Final = 40
BUDGET_S: Final = 20.0  # for one match that is timed
SLOW_S: Final = 5.0  # a match of one board that takes longer tells enough


class Pace(NamedTuple):
    """What a piece of a match costs, alone on the machine: so much a start of a bot, and so much a game."""

    start_s: float
    game_s: float


class NotTimed(Exception):
    """A match that was to be timed came to nothing; the text is why."""


def estimate(settings: TournamentSettings, plan: TournamentPlan, store: Store | None, jobs: int) -> Estimate:
    """How long the tournament would take with so many matches at a time."""
    rulesets = tuple(playable(name, settings.seats) for name in settings.rulesets)
    known = None if store is None else _from_store(store, settings, plan, rulesets)
    if known:
        rate, basis = known
        return Estimate(plan.games / rate, jobs, rate, basis)
    try:
        return _timed(settings, plan, rulesets, jobs)
    except (NotTimed, RunError) as why:
        return Estimate(None, jobs, None, str(why))


# ---- from what was played ----


def _from_store(
    store: Store, settings: TournamentSettings, plan: TournamentPlan, rulesets: Sequence[Ruleset]
) -> tuple[float, str] | None:
    """Games a second in tournaments of these bots alone, and which; None if there are none."""
    field = {bot.name for bot in settings.entrants}
    with store.reading() as tx:
        found = find_similar_tournaments(tx, settings.seats, settings.runner)
        who = fields(tx, tuple(found))
    alike = [key for key in sorted(found, reverse=True) if who[key] <= field][:NEWEST]
    rates = [_rate(found, alike, ruleset.hash, settings.boards) for ruleset in rulesets]
    if not all(rates):
        return None
    seconds = sum(1 / rate.games_per_second for rate in rates if rate) / len(rates)
    used = sorted({key for rate in rates if rate for key in rate.tournaments})
    games = sum(rate.games for rate in rates if rate)
    named = ", ".join(map(str, used))
    return 1 / seconds, f"tournament{'s' if len(used) > 1 else ''} {named} of these bots, {games:,} games"


class _Rate(NamedTuple):
    games_per_second: float
    games: int
    tournaments: tuple[int, ...]


def _rate(
    found: Mapping[int, PastTournament], keys: Sequence[int], ruleset: str, boards: int
) -> _Rate | None:
    """Games a second in this ruleset, in matches of about as many boards."""
    spans = {key: _spans(found[key], ruleset, min(boards, MAX_BOARDS)) for key in keys}
    every = [span for each in spans.values() for span in each]
    if len(every) < MIN_COMMITS:
        return None
    kept = _without_breaks(every)
    seconds, games = sum(span[0] for span in kept), sum(span[1] for span in kept)
    return _Rate(games / max(seconds, 1e-9), games, tuple(key for key, each in spans.items() if each))


def _without_breaks(spans: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Without those in which nobody played. Of matches at the same time some spans are next to nothing."""
    kept = sorted(spans)
    while len(kept) > 1 and kept[-1][0] > BREAK * fmean(span for span, _ in kept[:-1]):
        kept.pop()
    return kept


def _spans(played: PastTournament, ruleset: str, boards: int) -> list[tuple[float, int]]:
    """The time until each commit from the one before, and its games."""
    times = [played.created_at, *(commit.at for commit in played.commits)]
    spans = [(later - earlier) / timedelta(seconds=1) for earlier, later in pairwise(times)]
    return [
        (span, commit.games)
        for span, commit in zip(spans, played.commits, strict=True)
        if commit.ruleset_hash == ruleset and boards <= TIMES_BOARDS * commit.boards <= 4 * boards
    ]


# ---- by playing now ----


def _timed(
    settings: TournamentSettings, plan: TournamentPlan, rulesets: Sequence[Ruleset], jobs: int
) -> Estimate:
    seconds, games, told = 0.0, 0, []
    for ruleset in rulesets:
        tables = _tables(plan, ruleset.key)
        paces = [_pace(settings, ruleset, table) for table in tables]
        pace = Pace(fmean(one.start_s for one in paces), fmean(one.game_s for one in paces))
        starts, own = _share(plan, ruleset.key)
        seconds += starts * pace.start_s + own * pace.game_s
        games += own
        told += [" vs ".join(table) for table in tables]
    seconds /= min(jobs, len(os.sched_getaffinity(0)))  # more at a time only wait for each other
    basis = f"timed just now: {', '.join(dict.fromkeys(told))}"
    return Estimate(seconds, jobs, games / max(seconds, 1e-9), basis)


def _share(plan: TournamentPlan, ruleset: str) -> tuple[int, int]:
    """How many starts of bots and how many games there are in this ruleset."""
    sizes = [size for round in plan.schedule if round.ruleset == ruleset for size in round.sizes]
    return sum(size * size for size in sizes) * len(split_boards(plan.boards)), sum(sizes) * plan.boards


def _tables(plan: TournamentPlan, ruleset: str) -> list[tuple[str, ...]]:
    """Tables to be timed: those with the most bots that are at none so far."""
    known = [table for round in plan.schedule if round.ruleset == ruleset for table in round.tables]
    known = known or [plan.bots[: plan.seats], plan.bots[-plan.seats :]]
    chosen: list[tuple[str, ...]] = []
    for _ in range(TABLES):
        seen = {bot for table in chosen for bot in table}
        best = max(known, key=lambda table: len(set(table) - seen))
        if set(best) - seen:
            chosen.append(best)
    return chosen


def _pace(settings: TournamentSettings, ruleset: Ruleset, table: tuple[str, ...]) -> Pace:
    """What matches at this table cost. Raises NotTimed."""
    seats = len(table)
    short, _ = _played(_spec(settings, ruleset, table, 1))
    boards = _boards(settings)
    if short > SLOW_S or boards == 1:
        return Pace(0.0, short / seats)
    long, games = _played(_spec(settings, ruleset, table, boards))
    game_s = max(long - short, 0.0) / max(games - seats, 1)
    return Pace(max(short - seats * game_s, 0.0) / seats**2, game_s)


def _boards(settings: TournamentSettings) -> int:
    return min(settings.boards, BOARDS)


def _spec(settings: TournamentSettings, ruleset: Ruleset, table: tuple[str, ...], boards: int) -> MatchSpec:
    bots = dict(zip(names_of(settings.entrants), settings.entrants, strict=True))
    return MatchSpec(
        id="trial",
        ruleset=ruleset.key,
        bots=tuple(bot_spec(bots[name], settings.runner, name) for name in table),
        first_board=0,
        secrets=tuple(token_bytes(32).hex() for _ in range(boards)),
        key=token_bytes(32).hex(),
        runner=settings.runner,
        clock=settings.clock,
        limits=settings.limits,
        rules=ruleset.house_rules,
    )


def _played(spec: MatchSpec) -> tuple[float, int]:
    """Seconds and games of a match, which is ended when the time for it is up. Raises NotTimed."""
    stop, done = Event(), 0

    def heard(event: MatchEvent) -> None:
        nonlocal done
        done = event.games

    began = time.monotonic()
    timer = Timer(BUDGET_S, stop.set)
    timer.start()
    try:
        record = run_match(spec, heard, stop)
    except MatchCancelled:
        if not done:
            raise NotTimed(f"no game of {_who(spec)} was over in {BUDGET_S:.0f} s") from None
        return time.monotonic() - began, done
    finally:
        timer.cancel()
    if record.games_with_fault:
        raise NotTimed(f"a bot was at fault when {_who(spec)} was timed: try `arena play` with them")
    return time.monotonic() - began, len(record.games)


def _who(spec: MatchSpec) -> str:
    return " vs ".join(bot.name for bot in spec.bots)
