"""Setting tournaments up: the field, the pairings and the secrets."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_bytes
from typing import Final

from arena.rules import Ruleset
from arena.service.errors import UnknownTournament
from arena.service.names import names_of
from arena.service.results import TournamentSummary
from arena.service.settings import SEATS, TournamentSettings, check
from arena.store.records import Entrant, Piece, Round, Tournament
from arena.store.schedule import add_tournament, progress, read_tournament, tournament_keys
from arena.store.store import Store
from arena.tournament.pairing import pieces, seated
from arena.tournament.round_robin import round_robin
from arena.tournament.secrets import EventSecret, event_secret

LAST_NUMBER: Final = 2**31 - 1  # that a database can hold


@dataclass(frozen=True, slots=True)
class Plan:
    """What a tournament with these settings comes to."""

    rulesets: tuple[str, ...]
    bots: tuple[str, ...]
    rounds: int
    matches: int
    games: int
    open_seed: bool


def plan(settings: TournamentSettings) -> Plan:
    """What `create` would set up, writing nothing. Raises BadSettings."""
    rulesets = check(settings)
    rounds = _rounds(rulesets, len(settings.bots))
    matches = len(round_robin(len(settings.bots))) * len(rulesets)
    return Plan(
        rulesets=tuple(ruleset.key for ruleset in rulesets),
        bots=names_of(settings.bots),
        rounds=len(rounds),
        matches=matches,
        games=matches * settings.boards * SEATS,
        open_seed=_secret(settings).open_seed,
    )


def create(store: Store, settings: TournamentSettings) -> int:
    """Write a tournament with all its pairings; gives its number. Raises BadSettings."""
    rulesets = check(settings)
    secret = _secret(settings)
    entrants = tuple(
        Entrant(number, name, bot.name, bot.version, bot.source)
        for number, (name, bot) in enumerate(zip(names_of(settings.bots), settings.bots, strict=True), 1)
    )
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
        rounds=_rounds(rulesets, len(entrants)),
    )
    with store.writing() as tx:
        return add_tournament(tx, tournament, tuple(_schedule(tournament, len(rulesets))), datetime.now(UTC))


def _secret(settings: TournamentSettings) -> EventSecret:
    return event_secret(settings.seed) if settings.seed is not None else EventSecret(token_bytes(32))


def _rounds(rulesets: Sequence[Ruleset], bots: int) -> tuple[Round, ...]:
    """The rounds of all rulesets, one ruleset after the other; their numbers run on."""
    each = max(pairing.round for pairing in round_robin(bots))
    return tuple(
        Round(index * each + number, ruleset.key, ruleset.hash, ruleset.stated if ruleset.is_house else "")
        for index, ruleset in enumerate(rulesets)
        for number in range(1, each + 1)
    )


def _schedule(tournament: Tournament, cycles: int) -> Iterator[Piece]:
    """Every piece of every match. A cycle is the format played once by all."""
    versions = {entrant.number: entrant.version for entrant in tournament.entrants}
    identity = {entrant.number: f"{entrant.version} {entrant.name}" for entrant in tournament.entrants}
    pairings = round_robin(len(versions))
    each = len(tournament.rounds) // cycles
    met: Counter[tuple[str, ...]] = Counter()
    for cycle in range(cycles):
        for pairing in pairings:
            table = tuple(sorted(versions[bot] for bot in pairing.bots))
            bots = seated(pairing.bots, [identity[bot] for bot in pairing.bots])
            for number, (first, boards) in enumerate(pieces(tournament.boards), 1):
                place = (cycle * each + pairing.round, pairing.number, number)
                yield Piece(*place, met[table], first, boards, bots)
            met[table] += 1


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
        )
        for key, tournament, done in found
        if tournament
    )


def unfinished(store: Store) -> int:
    """The newest tournament that is not over. Raises UnknownTournament."""
    for summary in summaries(store):
        if summary.finished_at is None:
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


def table_name(tournament: int, round: int, pairing: int) -> str:
    """How a match is called: "7.1.2"."""
    return f"{tournament}.{round}.{pairing}"
