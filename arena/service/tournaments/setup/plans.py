"""Plan a tournament before it is created: its rounds, tables and games, and its number of bot starts."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from arena.service.common.text import format_clock
from arena.service.errors import BadSettings
from arena.service.formats import GAUNTLET, PAIR, SWISS
from arena.service.reports.round_summary import rulesets_of, tie_breaks_of
from arena.service.tournaments.play.schedules import pairings_of_tournament
from arena.service.tournaments.play.swiss import pair_round, seed_bots
from arena.service.tournaments.setup.create import NewTournament, arrange
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.records import Round, Tournament
from arena.tournament.history import Bye, History
from arena.tournament.pairing.pairing import Pairing, PairingImpossible, split_boards
from arena.tournament.pairing.swiss_tables import table_sizes

SITS_OUT: Final = ""  # the kind of bye if the format has no table for the bot in a round


@dataclass(frozen=True, slots=True)
class PlannedBye:
    """A bot that sits at no table in a round."""

    bot: str
    kind: str  # a value of `ByeKind`; empty if the format gives no byes


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round of a planned tournament."""

    number: int
    ruleset: str
    sizes: tuple[int, ...]  # seats at each table, if no bot withdraws
    tables: tuple[tuple[str, ...], ...]  # bots at each table; empty: not known yet, in a Swiss
    byes: tuple[PlannedBye, ...]  # those known already


@dataclass(frozen=True, slots=True)
class Estimate:
    """The estimated duration of a tournament."""

    seconds: float
    jobs: int  # matches at a time
    games_per_second: float
    basis: str  # what the estimate is based on, in words


@dataclass(frozen=True, slots=True)
class TournamentPlan:
    """The plan of a tournament that is not created yet."""

    name: str
    format: str
    seats: int
    rulesets: tuple[str, ...]
    bots: tuple[str, ...]  # in the order of their numbers
    pool: tuple[str, ...]  # those of `bots` in the pool of a gauntlet
    boards: int  # per match; each is played once in every seating
    rounds: int
    matches: int
    games: int
    sandboxes: int  # starts of bots: one for each seat, in each seating, of each batch of boards
    clock: str  # as text
    runner: str
    rated: bool
    open_seed: bool
    tie_breaks: tuple[str, ...]
    schedule: tuple[PlannedRound, ...]
    estimate: Estimate | None = None


def plan(settings: TournamentSettings, store: Store | None = None) -> TournamentPlan:
    """Return the plan of the tournament that `create` would write.

    `store`: the database whose ratings order the bots of a Swiss tournament; None to keep the order of the
    settings.

    Raise BadSettings if a setting is invalid.
    """
    bots = settings.entrants if store is None else seed_bots(store, settings)
    made = arrange(settings, bots)
    names = {entrant.number: entrant.name for entrant in made.tournament.entrants}
    schedule = _schedule(settings, made, names)
    sizes = [size for round in schedule for size in round.sizes]
    parts = len(split_boards(settings.boards))
    return TournamentPlan(
        name=settings.name,
        format=settings.format,
        seats=settings.seats,
        rulesets=rulesets_of(made.tournament),
        bots=tuple(names.values()),
        pool=tuple(entrant.name for entrant in made.tournament.entrants if entrant.pool),
        boards=settings.boards,
        rounds=len(schedule),
        matches=len(sizes),
        games=sum(sizes) * settings.boards,
        sandboxes=sum(size * size for size in sizes) * parts,
        clock=format_clock(settings.clock),
        runner=settings.runner,
        rated=settings.rated,
        open_seed=made.tournament.open_seed,
        tie_breaks=tie_breaks_of(made.tournament),
        schedule=schedule,
    )


Names = dict[int, str]


def _schedule(settings: TournamentSettings, made: NewTournament, names: Names) -> tuple[PlannedRound, ...]:
    if settings.format == SWISS:
        return tuple(_swiss_round(settings, made, round, names) for round in made.tournament.rounds)
    pairings: dict[int, list[Pairing]] = defaultdict(list)
    for pairing in pairings_of_tournament(made.cycle, len(settings.rulesets)):
        pairings[pairing.round].append(pairing)
    return tuple(
        _paired_round(round, pairings[round.number], names, settings.format)
        for round in made.tournament.rounds
    )


def _paired_round(round: Round, pairings: Sequence[Pairing], names: Names, format: str) -> PlannedRound:
    seated = {bot for pairing in pairings for bot in pairing.bots}
    out = [] if format == GAUNTLET else [bot for bot in names if bot not in seated]
    return _with_tables(round, pairings, [PlannedBye(names[bot], SITS_OUT) for bot in out], names)


def _with_tables(
    round: Round, pairings: Sequence[Pairing], byes: Sequence[PlannedBye], names: Names
) -> PlannedRound:
    tables = tuple(tuple(names[bot] for bot in pairing.bots) for pairing in pairings)
    return PlannedRound(round.number, round.ruleset, tuple(map(len, tables)), tables, tuple(byes))


def _swiss_round(
    settings: TournamentSettings, made: NewTournament, round: Round, names: Names
) -> PlannedRound:
    asked = tuple(bye for bye in made.byes if bye.round == round.number)
    drawn_later = settings.seats > PAIR and settings.seed is None
    if round.number == 1 and not drawn_later:
        pairings, given = _first(made.tournament, round, asked)
        return _with_tables(round, pairings, _planned_byes((*asked, *given), names), names)
    sizes = _sizes(len(settings.bots) - len(asked), settings.seats)
    return PlannedRound(round.number, round.ruleset, sizes, (), _planned_byes(asked, names))


def _first(
    tournament: Tournament, round: Round, asked: tuple[Bye, ...]
) -> tuple[tuple[Pairing, ...], tuple[Bye, ...]]:
    try:
        return pair_round(tournament, round, History(len(tournament.entrants), byes=asked))
    except PairingImpossible as impossible:
        raise BadSettings(str(impossible)) from None


def _planned_byes(byes: Sequence[Bye], names: Names) -> tuple[PlannedBye, ...]:
    return tuple(PlannedBye(names[bye.bot], bye.kind.value) for bye in byes)


def _sizes(bots: int, seats: int) -> tuple[int, ...]:
    if seats == PAIR:
        return (PAIR,) * (bots // PAIR)
    try:
        return table_sizes(bots, seats)
    except PairingImpossible:
        return ()
