"""Build a tournament's schedule: its rounds, its pairings, and their pieces (batches of a match's boards)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from arena.record.match import BotSpec, MatchSpec
from arena.rules import Ruleset
from arena.service.bots import resolve_bot
from arena.service.bots.registered import bot_finder_in
from arena.service.common.text import MatchId
from arena.service.errors import BadBot, BadSettings
from arena.service.formats import DOUBLE_ROUND_ROBIN, GAUNTLET, PAIR, SWISS
from arena.service.sandboxes import bot_spec, prepare_bot
from arena.service.tournaments.setup.round_counts import swiss_rounds
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.records import Entrant, Piece, Round, Tournament
from arena.tournament.pairing.designs import design_tables
from arena.tournament.pairing.pairing import (
    Pairing,
    PairingImpossible,
    canonical_order,
    split_boards,
)
from arena.tournament.pairing.round_robin import double_round_robin, gauntlet, round_robin
from arena.tournament.secrets import board_secret, seeds_key


@dataclass(frozen=True, slots=True)
class Cycle:
    """The part of a tournament that is played under one ruleset."""

    rounds: int
    pairings: tuple[Pairing, ...]  # none in a Swiss tournament
    tables: int  # in all rounds; in a Swiss tournament, if every bot plays every round
    seats: int  # at all of these tables together


def cycle_of(settings: TournamentSettings) -> Cycle:
    """Return the part of a tournament that is repeated under each ruleset, with its rounds and pairings.

    Raise BadSettings if the bots cannot be paired in this format.
    """
    if settings.format == SWISS:
        return _swiss(settings)
    try:
        pairings = pairings_of(settings.format, settings.seats, len(settings.bots), len(settings.pool))
    except PairingImpossible as impossible:
        raise BadSettings(str(impossible)) from None
    seats = sum(len(pairing.bots) for pairing in pairings)
    return Cycle(max(pairing.round for pairing in pairings), pairings, len(pairings), seats)


def _swiss(settings: TournamentSettings) -> Cycle:
    rounds, bots = swiss_rounds(settings), len(settings.bots)
    if settings.seats == PAIR:
        return Cycle(rounds, (), rounds * (bots // PAIR), rounds * (bots - bots % PAIR))
    return Cycle(rounds, (), rounds * ceil(bots / settings.seats), rounds * bots)


def pairings_of(format: str, seats: int, bots: int, pool: int = 0) -> tuple[Pairing, ...]:
    """Return all pairings of a tournament that is not Swiss.

    `seats`: the number of seats at each table. `bots`: the number of bots, without a gauntlet's pool. `pool`:
    the number of opponents in a gauntlet. Bots are numbered from 1; the pool's numbers come last.

    Raise PairingImpossible if the bots cannot be paired.
    """
    if format == GAUNTLET:
        return gauntlet(range(1, bots + 1), range(bots + 1, bots + pool + 1))
    if format == DOUBLE_ROUND_ROBIN:
        return double_round_robin(bots)
    return round_robin(bots) if seats == PAIR else design_tables(bots, seats)


def rounds_of_tournament(rulesets: Sequence[Ruleset], cycle: Cycle) -> tuple[Round, ...]:
    """Return a tournament's rounds, numbered from 1: the rounds of `cycle`, repeated under each ruleset."""
    return tuple(
        Round(
            number=index * cycle.rounds + number,
            ruleset=ruleset.key,
            ruleset_hash=ruleset.hash,
            rules=ruleset.house_rules,
            cycle=index + 1,
            paired=bool(cycle.pairings),
        )
        for index, ruleset in enumerate(rulesets)
        for number in range(1, cycle.rounds + 1)
    )


def pairings_of_tournament(cycle: Cycle, cycles: int) -> tuple[Pairing, ...]:
    """Return a tournament's pairings, in rounds numbered from 1; empty for a Swiss tournament.

    `cycle`: the rounds and pairings of one ruleset. `cycles`: the number of rulesets.
    """
    return tuple(
        Pairing(index * cycle.rounds + pairing.round, pairing.number, pairing.bots)
        for index in range(cycles)
        for pairing in cycle.pairings
    )


Met = Counter[tuple[str, ...]]  # number of meetings by the sorted versions of the bots


def pieces_of(tournament: Tournament, pairings: Iterable[Pairing], met: Met) -> Iterator[Piece]:
    """Yield the pieces (batches of boards) of the matches of these pairings.

    A match's cards depend only on its bots and on how often these bots have met before in the tournament.

    `pairings`: pairings with the tournament's round numbers. `met`: how often each set of bot versions has
    met so far. This function adds the new meetings to `met`.
    """
    versions = {entrant.number: entrant.version for entrant in tournament.entrants}
    identity = {entrant.number: f"{entrant.version} {entrant.name}" for entrant in tournament.entrants}
    for pairing in pairings:
        table = tuple(sorted(versions[bot] for bot in pairing.bots))
        bots = canonical_order(pairing.bots, [identity[bot] for bot in pairing.bots])
        for number, (first, boards) in enumerate(split_boards(tournament.boards), 1):
            place = (pairing.round, pairing.number, number)
            yield Piece(*place, met[table], first, boards, bots, bots_as_paired=pairing.bots)
        met[table] += 1


def count_meetings(tournament: Tournament, written: Iterable[Piece]) -> Met:
    """Count how often each set of bot versions meets in a tournament.

    `written`: the pieces (batches of boards) of the tournament's matches.
    """
    versions = {entrant.number: entrant.version for entrant in tournament.entrants}
    tables = {(piece.round, piece.pairing): piece.bots for piece in written}
    return Counter(tuple(sorted(versions[bot] for bot in bots)) for bots in tables.values())


def match_spec(number: int, tournament: Tournament, piece: Piece, bots: Mapping[int, BotSpec]) -> MatchSpec:
    """Return the spec of the match that plays one piece (a batch of a match's boards).

    `number`: the tournament's number. `bots`: the specs of the bots, keyed by entrant number.
    """
    specs = tuple(bots[bot] for bot in piece.bots)
    versions = [spec.version for spec in specs]
    boards = range(piece.first_board, piece.first_board + piece.boards)
    round = next(round for round in tournament.rounds if round.number == piece.round)
    return MatchSpec(
        id=piece_name(number, piece),
        ruleset=round.ruleset,
        bots=specs,
        first_board=piece.first_board,
        secrets=tuple(
            board_secret(tournament.secret, versions, piece.earlier, board).hex() for board in boards
        ),
        key=seeds_key(tournament.secret, versions, piece.earlier).hex(),
        runner=tournament.runner,
        clock=tournament.clock,
        limits=tournament.limits,
        rules=round.rules,
    )


def piece_name(number: int, piece: Piece) -> str:
    """Return the name of a batch of a match's boards: "7.1.2" for the first, "7.1.2/3" for the third.

    The first three numbers are tournament, round and pairing. `number`: the tournament's number.
    """
    match = MatchId(number, piece.round, piece.pairing)
    return str(match) if piece.piece == 1 else f"{match}/{piece.piece}"


def find_entrant_bot(entrant: Entrant, runner: str, store: Store) -> BotSpec:
    """Find the bot of an entrant and return its spec.

    Raise BadBot if the bot's files have changed since it entered the tournament; another UserError if the bot
    is not found, RunError if Docker does not work.
    """
    bot = prepare_bot(resolve_bot(entrant.source, look=bot_finder_in(store)), runner)
    if bot.version != entrant.version:
        raise BadBot(f"{entrant.name} was changed since it was entered ({entrant.source})")
    return bot_spec(bot, runner, entrant.name)
