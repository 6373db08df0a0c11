"""Pairing the next round of a Swiss, in the one transaction that also reads what it depends on."""

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
from arena.store.tournaments.states import hold, set_paired
from arena.tournament.history import Bye, ByeKind, History
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.pairing.swiss import swiss_round
from arena.tournament.pairing.swiss_tables import swiss_table_round
from arena.tournament.secrets import tables_key


def pair_next(tx: Connection, number: int, now: datetime) -> bool:
    """Pair the round that comes next, all before it being complete. False if there is none left.

    Raises PairingImpossible, and Frozen of a tournament that is over.
    """
    hold(tx, number)
    tournament = read_tournament(tx, number)
    assert tournament
    coming = next((round for round in tournament.rounds if not round.paired), None)
    if coming is None:
        return False
    known = _known(tx, number, tournament, coming)
    pairings, given = paired(tournament, coming, known)
    rounds = (replace(pairing, round=coming.number) for pairing in pairings)
    met = count_meetings(tournament, pieces(tx, number))
    add_pieces(tx, number, tuple(pieces_of(tournament, rounds, met)))
    asked = {bye.bot for bye in byes(tx, number) if bye.round == coming.number}
    sits_out = (*given, *(bye for bye in known.byes if bye.round == known.coming and bye.bot not in asked))
    add_byes(tx, number, (replace(bye, round=coming.number) for bye in sits_out))
    set_paired(tx, number, coming.number, now)
    return True


def _known(tx: Connection, number: int, tournament: Tournament, coming: Round) -> History:
    """What the round depends on: the history of its cycle, and who will not be there."""
    past = history(tx, number, coming.cycle)
    asked = [replace(bye, round=past.coming) for bye in byes(tx, number) if bye.round == coming.number]
    absent = absent_from(tournament, coming.number) - {bye.bot for bye in asked}
    zero = (Bye(past.coming, bot, ByeKind.ZERO) for bot in sorted(absent))
    return replace(past, byes=(*past.byes, *asked, *zero))


def absent_from(tournament: Tournament, round: int) -> frozenset[int]:
    """Who has withdrawn before this round, or enters after it."""
    return frozenset(
        entrant.number
        for entrant in tournament.entrants
        if entrant.from_round > round
        or (entrant.withdrawn_after is not None and entrant.withdrawn_after < round)
    )


def paired(
    tournament: Tournament, coming: Round, known: History
) -> tuple[tuple[Pairing, ...], tuple[Bye, ...]]:
    """The tables of the round, and the byes that it gives. Raises PairingImpossible."""
    if tournament.seats == PAIR:
        rounds = sum(round.cycle == coming.cycle for round in tournament.rounds)
        made = swiss_round(known, rounds, tournament.forbidden)
        return made.pairings, (made.bye,) if made.bye else ()
    key = hmac.digest(tables_key(tournament.secret), str(coming.cycle).encode("ascii"), "sha256")
    drawn = swiss_table_round(known, tournament.seats, key)
    _check_small(min(len(pairing.bots) for pairing in drawn.pairings), coming)
    return drawn.pairings, drawn.byes


def _check_small(seats: int, coming: Round) -> None:
    """Where bots have come or gone a table may be too small for the ruleset. Raises PairingImpossible."""
    ruleset = ruleset_named(coming.ruleset, coming.rules)
    fewest, _ = ruleset.players
    if seats < fewest:
        raise PairingImpossible(
            f"round {coming.number} would have a table of {seats}, and {ruleset.id} is for {fewest} or more: "
            "enter more bots, or end the event"
        )


def seed_bots(store: Store, settings: TournamentSettings) -> tuple[Bot, ...]:
    """Return the bots in starting order: in a Swiss the highest rated of this database first.

    Their rating is that in the first ruleset; where nothing is measured yet, live Elo decides. Bots without
    either follow as entered. With a seed the order is as entered: a seed asks for a tournament that anybody
    can repeat, whatever is in their database.
    """
    if settings.format != SWISS or settings.seed is not None:
        return settings.entrants
    found = ladders(store, settings.rulesets[0])
    ratings = {
        row.version: (row.scale, by_strength(row.elo, row.low, row.high), -row.live)
        for ladder in found
        for row in ladder.rows
    }
    unrated = (len(ratings) + 1, (0, 0.0), 0.0)  # behind every scale
    return tuple(sorted(settings.entrants, key=lambda bot: ratings.get(bot.version, unrated)))
