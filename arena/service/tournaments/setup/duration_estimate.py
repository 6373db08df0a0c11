"""Estimate how long a tournament takes, from the speed of past tournaments or from default speeds."""

import os
from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from statistics import fmean
from typing import Final, NamedTuple

from arena.rules import Ruleset
from arena.service.tournaments.setup.plans import Estimate, TournamentPlan
from arena.service.tournaments.setup.settings import TournamentSettings, playable
from arena.store.database.store import Store
from arena.store.tournaments.pace import PastTournament, bots_by_tournament, find_similar_tournaments
from arena.tournament.pairing.pairing import MAX_BOARDS

MAX_TOURNAMENTS: Final = 5  # past tournaments to measure; the newest are used
MIN_COMMITS: Final = 3
TIMES_BOARDS: Final = 2  # matches with half to twice as many boards start bots about as often per game
BREAK_FACTOR: Final = 20  # a span this many times the mean is a break: nothing was played
DEFAULT_START_S: Final = 0.3  # per start of a bot, on one core
DEFAULT_GAME_S: Final = 0.02  # per game


def estimate(settings: TournamentSettings, plan: TournamentPlan, store: Store | None, jobs: int) -> Estimate:
    """Estimate how long a planned tournament takes.

    `store`: the database with past tournaments, or None. `jobs`: how many matches are played at
    once.
    """
    rulesets = tuple(playable(name, settings.seats) for name in settings.rulesets)
    known = None if store is None else _from_store(store, settings, rulesets)
    if known:
        rate, basis = known
        return Estimate(plan.games / rate, jobs, rate, basis)
    at_once = min(jobs, len(os.sched_getaffinity(0)))  # more matches at once only wait for each other
    seconds = (plan.sandboxes * DEFAULT_START_S + plan.games * DEFAULT_GAME_S) / at_once
    basis = (
        "no past tournament of these bots: "
        f"assuming {DEFAULT_START_S:g} s per start of a bot and {DEFAULT_GAME_S:g} s per game"
    )
    return Estimate(seconds, jobs, plan.games / max(seconds, 1e-9), basis)


def _from_store(
    store: Store, settings: TournamentSettings, rulesets: Sequence[Ruleset]
) -> tuple[float, str] | None:
    """Return the games per second in past tournaments of these bots, and a text that names these tournaments.

    Return None if there are too few past matches under one of the rulesets.
    """
    field = {bot.name for bot in settings.entrants}
    with store.reading() as tx:
        found = find_similar_tournaments(tx, settings.seats, settings.runner)
        who = bots_by_tournament(tx, tuple(found))
    alike = [key for key in sorted(found, reverse=True) if who[key] <= field][:MAX_TOURNAMENTS]
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
    """Return the games per second in past matches of about `boards` boards under a ruleset.

    Return None for fewer than `MIN_COMMITS` such matches. `found`: past tournaments, keyed by number.
    `keys`: the numbers of the tournaments to use. `ruleset`: the ruleset's hash.
    """
    spans = {key: _spans(found[key], ruleset, min(boards, MAX_BOARDS)) for key in keys}
    every = [span for each in spans.values() for span in each]
    if len(every) < MIN_COMMITS:
        return None
    spans_played = _drop_breaks(every)
    seconds, games = sum(span[0] for span in spans_played), sum(span[1] for span in spans_played)
    return _Rate(games / max(seconds, 1e-9), games, tuple(key for key, each in spans.items() if each))


def _drop_breaks(spans: Sequence[tuple[float, int]]) -> list[tuple[float, int]]:
    """Return the spans without very long ones, in which the tournament was probably interrupted.

    A span is a pair: the seconds between two successive commits, and the number of games in the second
    commit.
    """
    kept = sorted(spans)
    while len(kept) > 1 and kept[-1][0] > BREAK_FACTOR * fmean(span for span, _ in kept[:-1]):
        kept.pop()
    return kept


def _spans(played: PastTournament, ruleset: str, boards: int) -> list[tuple[float, int]]:
    """Return for each commit the seconds since the previous commit, and the number of committed games.

    `ruleset`: the hash of a ruleset. Only matches under this ruleset with about `boards` boards are included.
    """
    times = [played.created_at, *(commit.at for commit in played.commits)]
    spans = [(later - earlier) / timedelta(seconds=1) for earlier, later in pairwise(times)]
    return [
        (span, commit.games)
        for span, commit in zip(spans, played.commits, strict=True)
        if commit.ruleset_hash == ruleset and boards <= TIMES_BOARDS * commit.boards <= 4 * boards
    ]
