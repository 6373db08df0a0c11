"""Pair the next round of a Swiss tournament."""

import hmac
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from arena.rules import ruleset_named
from arena.service.bots import Bot
from arena.service.formats import PAIR, SWISS
from arena.service.reports.ladder_ratings import ladders
from arena.service.reports.ratings import by_strength
from arena.service.tournaments.play.schedules import count_meetings, pieces_of
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store
from arena.store.results.records import Round, Tournament
from arena.store.tournaments.pairings import byes, history
from arena.store.tournaments.schedule import add_byes, add_pieces, pieces, read_tournament
from arena.store.tournaments.states import lock_tournament, set_paired
from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.pairing.swiss import swiss_round
from arena.tournament.pairing.swiss_tables import swiss_table_round
from arena.tournament.secrets import tables_key


def pair_next(tx: Connection, number: int, now: datetime) -> bool:
    """Pair and write the next round of a Swiss tournament. Return False if all rounds are paired already.

    All earlier rounds must be complete. Raise PairingImpossible if there is no valid pairing, Frozen if the
    tournament is finished or cancelled.
    """
    lock_tournament(tx, number)
    tournament = read_tournament(tx, number)
    assert tournament
    coming = next((round for round in tournament.rounds if not round.paired), None)
    if coming is None:
        return False
    known = _read_history(tx, number, tournament, coming)
    pairings, given = pair_round(tournament, coming, known)
    rounds = (replace(pairing, round=coming.number) for pairing in pairings)
    met = count_meetings(tournament, pieces(tx, number))
    add_pieces(tx, number, tuple(pieces_of(tournament, rounds, met)))
    asked = {bye.bot for bye in byes(tx, number) if bye.round == coming.number}
    sits_out = (*given, *(bye for bye in known.byes if bye.round == known.coming and bye.bot not in asked))
    add_byes(tx, number, (replace(bye, round=coming.number) for bye in sits_out))
    set_paired(tx, number, coming.number, now)
    return True


def _read_history(tx: Connection, number: int, tournament: Tournament, coming: Round) -> History:
    """Return all results, pairings and byes (rounds without a match) so far under the ruleset of `coming`.

    `coming`: the next round. Its byes are included: those that bots requested, and one for each absent bot.
    """
    past = history(tx, number, coming.cycle)
    asked = [replace(bye, round=past.coming) for bye in byes(tx, number) if bye.round == coming.number]
    absent = absent_from(tournament, coming.number) - {bye.bot for bye in asked}
    zero = (Bye(past.coming, bot, ByeKind.ZERO) for bot in sorted(absent))
    return replace(past, byes=(*past.byes, *asked, *zero))


def absent_from(tournament: Tournament, round: int) -> frozenset[int]:
    """Return the entrant numbers of bots that withdrew before this round or enter after it."""
    return frozenset(
        entrant.number
        for entrant in tournament.entrants
        if entrant.from_round > round
        or (entrant.withdrawn_after is not None and entrant.withdrawn_after < round)
    )


def pair_round(
    tournament: Tournament, coming: Round, known: History
) -> tuple[tuple[Pairing, ...], tuple[Bye, ...]]:
    """Pair the round `coming`. Return its pairings, and its new byes (bots that are left without opponents).

    `known`: the pairings, results and byes of earlier rounds, and the byes that are already known for this
    round. Raise PairingImpossible if there is no valid pairing.
    """
    if tournament.seats == PAIR:
        rounds = sum(round.cycle == coming.cycle for round in tournament.rounds)
        made = swiss_round(known, rounds, tournament.forbidden)
        return made.pairings, (made.bye,) if made.bye else ()
    key = hmac.digest(tables_key(tournament.secret), str(coming.cycle).encode("ascii"), "sha256")
    pairings, byes = swiss_table_round(known, tournament.seats, key)
    _check_small(min(len(pairing.bots) for pairing in pairings), coming)
    return pairings, byes


def _check_small(seats: int, coming: Round) -> None:
    """Raise PairingImpossible if a table of this size is too small for the ruleset of the round `coming`."""
    ruleset = ruleset_named(coming.ruleset, coming.rules)
    fewest, _ = ruleset.players
    if seats < fewest:
        raise PairingImpossible(
            f"round {coming.number} would have a table of {seats}, and {ruleset.id} is for {fewest} or more: "
            "add bots or end the tournament"
        )


def seed_bots(store: Store, settings: TournamentSettings) -> tuple[Bot, ...]:
    """Return the bots in the order of their entrant numbers.

    In a Swiss tournament the highest rated bot comes first, and unrated bots last. The ratings are this
    database's, under the first ruleset. In other formats, or with a random seed in the settings, the bots
    keep the order of the settings.
    """
    # With a seed, anybody can repeat the tournament with any database, so ratings do not matter.
    if settings.format != SWISS or settings.seed is not None:
        return settings.entrants
    found = ladders(store, settings.rulesets[0])
    ratings = {
        row.version: (row.scale, by_strength(row.elo, row.low, row.high), -row.live)
        for ladder in found
        for row in ladder.rows
    }
    unrated = (len(ratings) + 1, (0, 0.0), 0.0)  # after every scale
    return tuple(sorted(settings.entrants, key=lambda bot: ratings.get(bot.version, unrated)))
