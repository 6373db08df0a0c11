"""Create tournaments: number the bots, pair the rounds and draw the shuffle secret."""

from collections import Counter
from datetime import UTC, datetime
from typing import NamedTuple

from arena.service.bots import Bot
from arena.service.common.entrant_names import names_of
from arena.service.common.text import secret_of
from arena.service.tournaments.play.schedules import (
    Cycle,
    cycle_of,
    pairings_of_tournament,
    pieces_of,
    rounds_of_tournament,
)
from arena.service.tournaments.play.swiss import seed_bots
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.tournaments.setup.validate import check
from arena.store.database.store import Store
from arena.store.results.records import Entrant, Tournament
from arena.store.tournaments.schedule import add_tournament
from arena.tournament.history import Bye


class NewTournament(NamedTuple):
    """A tournament that is to be written to the database."""

    tournament: Tournament
    cycle: Cycle  # its rounds and pairings under one ruleset
    byes: tuple[Bye, ...]  # requested ones


def arrange(settings: TournamentSettings, bots: tuple[Bot, ...]) -> NewTournament:
    """Build a tournament from its settings without writing it to the database.

    `bots`: all bots in the order of their entrant numbers. Raise BadSettings if a setting is invalid.
    """
    rulesets = check(settings)
    secret, cycle = secret_of(settings.seed), cycle_of(settings)
    entrants = _entrants(settings, bots)
    numbers = {entrant.name: entrant.number for entrant in entrants}
    forbidden = {(numbers[one], numbers[other]) for one, other in settings.forbidden}
    tournament = Tournament(
        name=settings.name,
        format=settings.format,
        boards=settings.boards,
        secret=secret.value,
        open_seed=secret.open_seed,
        rated=settings.rated,
        runner=settings.runner,
        clock=settings.clock,
        limits=settings.limits,
        entrants=entrants,
        rounds=rounds_of_tournament(rulesets, cycle),
        seats=settings.seats,
        planned_rounds=cycle.rounds,
        tie_breaks=settings.tie_breaks,
        forbidden=tuple(sorted({(min(pair), max(pair)) for pair in forbidden})),
    )
    byes = tuple(Bye(bye.round, numbers[bye.bot], bye.kind) for bye in settings.byes)
    return NewTournament(tournament, cycle, byes)


def create(store: Store, settings: TournamentSettings) -> int:
    """Write a new tournament with its pairings to the database, and return its number.

    A Swiss tournament has no pairings yet: each round is paired after the previous round. Raise BadSettings
    if a setting is invalid.
    """
    tournament, cycle, byes = arrange(settings, seed_bots(store, settings))
    pairings = pairings_of_tournament(cycle, len(settings.rulesets))
    matches = tuple(pieces_of(tournament, pairings, Counter()))
    with store.writing() as tx:
        return add_tournament(tx, tournament, matches, datetime.now(UTC), byes)


def _entrants(settings: TournamentSettings, bots: tuple[Bot, ...]) -> tuple[Entrant, ...]:
    names = dict(zip(settings.entrants, names_of(settings.entrants), strict=True))
    return tuple(
        Entrant(number, names[bot], bot.name, bot.version, bot.source, pool=bot in settings.pool)
        for number, bot in enumerate(bots, 1)
    )
