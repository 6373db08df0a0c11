"""Setting tournaments up: the field, the pairings and the secrets."""

from collections import Counter
from datetime import UTC, datetime
from secrets import token_bytes
from typing import Final, NamedTuple

from arena.service.bots import Bot
from arena.service.errors import UnknownTournament
from arena.service.names import names_of
from arena.service.pieces import pieces_of
from arena.service.results import TournamentSummary
from arena.service.schedules import Cycle, cycle_of, pairings_of_event, rounds_of_event
from arena.service.seeding import seeded
from arena.service.settings import TournamentSettings
from arena.service.soundness import check
from arena.store.comparisons import COMPARE
from arena.store.records import Entrant, Tournament
from arena.store.schedule import add_tournament, progress, read_tournament, tournament_keys
from arena.store.store import Store
from arena.tournament.history import Bye
from arena.tournament.secrets import EventSecret, event_secret

LAST_NUMBER: Final = 2**31 - 1  # that a database can hold


class Arranged(NamedTuple):
    """A tournament as it is to be written."""

    tournament: Tournament
    cycle: Cycle
    byes: tuple[Bye, ...]  # that were asked for


def arranged(settings: TournamentSettings, bots: tuple[Bot, ...]) -> Arranged:
    """What these settings come to, the bots in the order they are to be numbered. Raises BadSettings."""
    rulesets = check(settings)
    secret, cycle = _secret(settings), cycle_of(settings)
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
        rounds=rounds_of_event(rulesets, cycle),
        seats=settings.seats,
        planned_rounds=cycle.rounds,
        tie_breaks=settings.tie_breaks,
        forbidden=tuple(sorted({(min(pair), max(pair)) for pair in forbidden})),
    )
    byes = tuple(Bye(bye.round, numbers[bye.bot], bye.kind) for bye in settings.byes)
    return Arranged(tournament, cycle, byes)


def create(store: Store, settings: TournamentSettings) -> int:
    """Write a tournament; gives its number. Raises BadSettings.

    All its pairings are written with it; of a Swiss none: each round is paired when those before are over.
    """
    tournament, cycle, byes = arranged(settings, seeded(store, settings))
    pairings = pairings_of_event(cycle, len(settings.rulesets))
    matches = tuple(pieces_of(tournament, pairings, Counter()))
    with store.writing() as tx:
        return add_tournament(tx, tournament, matches, datetime.now(UTC), byes)


def _entrants(settings: TournamentSettings, bots: tuple[Bot, ...]) -> tuple[Entrant, ...]:
    names = dict(zip(settings.entrants, names_of(settings.entrants), strict=True))
    return tuple(
        Entrant(number, names[bot], bot.name, bot.version, bot.source, pool=bot in settings.pool)
        for number, bot in enumerate(bots, 1)
    )


def _secret(settings: TournamentSettings) -> EventSecret:
    return event_secret(settings.seed) if settings.seed is not None else EventSecret(token_bytes(32))


def summaries(store: Store) -> tuple[TournamentSummary, ...]:
    """All tournaments, the newest first."""
    with store.reading() as tx:
        keys = reversed(tournament_keys(tx))
        found = [(key, read_tournament(tx, key), progress(tx, key)) for key in keys]
    return tuple(
        TournamentSummary(
            id=key,
            name=tournament.name,
            rulesets=tuple(dict.fromkeys(round.ruleset for round in tournament.rounds)),
            format=tournament.format,
            bots=tuple(entrant.name for entrant in tournament.entrants),
            games_done=done.games_done,
            games_total=done.games_total,
            rated=tournament.rated,
            open_seed=tournament.open_seed,
            created_at=done.created_at,
            finished_at=done.finished_at,
            state=done.state.value,
        )
        for key, tournament, done in found
        if tournament
    )


def unfinished(store: Store) -> int:
    """The newest tournament that is not over; comparisons are left out. Raises UnknownTournament."""
    for summary in summaries(store):
        if summary.finished_at is None and summary.format != COMPARE:
            return summary.id
    raise UnknownTournament("there is no unfinished tournament")


def find_tournament(store: Store, number: int) -> Tournament:
    """The tournament with this number. Raises UnknownTournament."""
    found = None
    if number <= LAST_NUMBER:
        with store.reading() as tx:
            found = read_tournament(tx, number)
    if found is None:
        raise UnknownTournament(f"there is no tournament {number}")
    return found


def state_of(store: Store, number: int) -> str:
    """Where a tournament is: "running", "paused", "cancelled", "over". Raises UnknownTournament."""
    find_tournament(store, number)
    with store.reading() as tx:
        return progress(tx, number).state.value


def table_name(tournament: int, round: int, pairing: int) -> str:
    """How a match is called: "7.1.2"."""
    return f"{tournament}.{round}.{pairing}"
