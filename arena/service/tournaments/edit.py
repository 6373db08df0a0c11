"""Change a tournament before or while it is played: pause it, cancel it, add and withdraw bots.

Each change is one database transaction. Every change raises UnknownTournament for an unknown number, and
TournamentOver if the tournament is finished or cancelled.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from sqlalchemy import Connection

from arena.service.bots import Bot
from arena.service.bots.build import Tell
from arena.service.common.text import versioned
from arena.service.errors import BadSettings, TournamentOver
from arena.service.formats import DOUBLE_ROUND_ROBIN, FORMATS, GAUNTLET, PAIR, SWISS
from arena.service.reports.tournament_list import find_tournament
from arena.service.sandboxes import ignore_line, prepare
from arena.service.tournaments.play.schedules import count_meetings, pieces_of
from arena.service.tournaments.setup.settings import path_error, ruleset_error
from arena.store.database.store import Store
from arena.store.results.records import Entrant, Round, Tournament, TournamentState
from arena.store.tournaments.pairings import read_pairings
from arena.store.tournaments.schedule import add_entrant, add_pieces, add_rounds, pieces, read_tournament
from arena.store.tournaments.states import (
    Frozen,
    count_change,
    drop_unpaired,
    finish,
    lock_tournament,
    permit,
    set_state,
    withdraw,
)
from arena.tournament.pairing.pairing import Pairing, PairingImpossible
from arena.tournament.pairing.round_robin import gauntlet, round_robin


def pause_tournament(store: Store, number: int) -> None:
    """Pause a tournament: the process that plays it starts no more matches.

    Running matches are stopped within about a second. They are replayed from their first game when the
    tournament is resumed.
    """
    with _changing(store, number) as (tx, _):
        set_state(tx, number, TournamentState.PAUSED)


def resume_tournament(store: Store, number: int) -> None:
    """Set a paused tournament to running again."""
    with _changing(store, number) as (tx, _):
        set_state(tx, number, TournamentState.RUNNING)


def cancel_tournament(store: Store, number: int) -> None:
    """Cancel a tournament for good.

    Complete matches stay and count in the ratings. Incomplete matches never count.
    """
    with _changing(store, number) as (tx, _):
        finish(tx, number, datetime.now(UTC), TournamentState.CANCELLED)


def end_tournament(store: Store, number: int) -> None:
    """End a Swiss tournament early: play the rounds that are already paired, then finish it.

    Raise BadSettings if all its rounds are paired already.
    """
    with _changing(store, number) as (tx, tournament):
        if all(round.paired for round in tournament.rounds):
            raise BadSettings(f"all rounds of tournament {number} are paired: cancel it or let it finish")
        drop_unpaired(tx, number)
        if pieces(tx, number, missing=True):
            count_change(tx, number)
        else:
            finish(tx, number, datetime.now(UTC))


def permit_pairs(store: Store, number: int, pairs: Sequence[tuple[str, str]] = ()) -> None:
    """Allow forbidden pairs of bots to meet in the rounds of a Swiss tournament that are not paired yet.

    The tournament's settings forbid these pairs. `pairs`: the names of the two bots of each pair; empty for
    all forbidden pairs.

    Raise BadSettings for an unknown bot or a pair that is not forbidden.
    """
    with _changing(store, number) as (tx, tournament):
        wanted = [(_find_entrant(tournament, one), _find_entrant(tournament, other)) for one, other in pairs]
        for one, other in wanted:
            if tuple(sorted((one.number, other.number))) not in tournament.forbidden:
                raise BadSettings(f"{one.name} and {other.name} are not forbidden to meet")
        numbers = [(one.number, other.number) for one, other in wanted]
        permit(tx, number, numbers or tournament.forbidden)
        count_change(tx, number)


def withdraw_bot(store: Store, number: int, name: str) -> None:
    """Withdraw a bot from a tournament for good. It is not paired again.

    The bot's played matches stay. It forfeits its matches that are paired but not played. Forfeited matches
    do not count in ratings, and standings treat them as not started. In a round robin at tables of two, the
    standings count the bot's results only if it has played half of its matches.

    Raise BadSettings if the bot is unknown or has withdrawn, or if the tournament is a comparison.
    """
    with _changing(store, number) as (tx, tournament):
        bot = _find_entrant(tournament, name)
        if bot.withdrawn_after is not None:
            raise BadSettings(f"{name} has withdrawn already")
        if tournament.format not in FORMATS:
            raise BadSettings(f"cannot withdraw a bot from a {tournament.format}")
        withdraw(tx, number, bot.number, last_round(tx, number, tournament, bot), datetime.now(UTC))


def add_bots(store: Store, number: int, bots: Sequence[Bot], tell: Tell = ignore_line) -> tuple[str, ...]:
    """Add bots to a tournament that has started; return their names in it.

    In a Swiss tournament the new bots play from the next paired round, without points for earlier rounds. In
    other formats they play extra rounds at the end, against all bots that have not withdrawn. In a gauntlet
    they meet only the pool (the opponents of all other bots).

    The bots' images are built here. `tell` is called with a line of text for each image.

    Raise UserError if a bot cannot enter, RunError if Docker does not work.
    """
    with _changing(store, number) as (_, before):
        _check_late(before, bots)
    # The process that plays cannot build images.
    made = prepare(bots, before.runner, tell)
    with _changing(store, number) as (tx, tournament):
        _check_late(tournament, made)
        first = 1 + max(round.number for round in tournament.rounds)
        if tournament.format == SWISS:
            first = _next_round(tournament)
        entrants = tuple(_newcomers(tournament, made, first))
        for entrant in entrants:
            add_entrant(tx, number, entrant, datetime.now(UTC))
        if tournament.format != SWISS:
            try:
                append_latecomers(tx, number, tournament, [entrant.number for entrant in entrants])
            except PairingImpossible as impossible:
                raise BadSettings(str(impossible)) from None
        count_change(tx, number)
    return tuple(entrant.name for entrant in entrants)


@contextmanager
def _changing(store: Store, number: int) -> Iterator[tuple[Connection, Tournament]]:
    """Lock a tournament for a change. Yield the open transaction and the tournament.

    Raise UnknownTournament for an unknown number, TournamentOver if it has ended.
    """
    find_tournament(store, number)
    try:
        with store.writing() as tx:
            lock_tournament(tx, number)
            tournament = read_tournament(tx, number)
            assert tournament
            yield tx, tournament
    except Frozen as frozen:
        raise TournamentOver(str(frozen)) from None


def _find_entrant(tournament: Tournament, name: str) -> Entrant:
    for entrant in tournament.entrants:
        if entrant.name == name:
            return entrant
    names = ", ".join(entrant.name for entrant in tournament.entrants)
    raise BadSettings(f"no bot {name} in the tournament; its bots: {names}")


def last_round(tx: Connection, number: int, tournament: Tournament, bot: Entrant) -> int:
    """Return the number of the last round that counts for a bot if it withdraws now; 0 if none counts.

    In a Swiss tournament this is the last paired round. In other formats, it is the last round in which the
    bot has a complete match.
    """
    if tournament.format == SWISS:
        return max((round.number for round in tournament.rounds if round.paired), default=0)
    tables = read_pairings(tx, number)
    return max((one.round for one in tables if bot.number in one.bots and one.complete), default=0)


def _check_late(tournament: Tournament, bots: Sequence[Bot]) -> None:
    if tournament.format not in FORMATS:
        raise BadSettings(f"cannot add bots to a {tournament.format}")
    if tournament.format != SWISS and tournament.seats > PAIR:
        raise BadSettings(
            f"all tables of {tournament.seats} are laid out for {len(tournament.entrants)} bots, so that "
            "everybody meets equally often: nobody can be added. A Swiss takes latecomers"
        )
    known = {(entrant.bot, entrant.version) for entrant in tournament.entrants}
    for bot in bots:
        if (bot.name, bot.version) in known:
            raise BadSettings(f"{bot.name} is entered already")
        known.add((bot.name, bot.version))
        if what := path_error(bot):
            raise BadSettings(what)
        for name in dict.fromkeys(round.ruleset for round in tournament.rounds if not round.rules):
            if what := ruleset_error(bot, name):
                raise BadSettings(what)


def _next_round(tournament: Tournament) -> int:
    for round in tournament.rounds:
        if not round.paired:
            return round.number
    raise BadSettings("cannot add bots: the last round is paired")


def _newcomers(tournament: Tournament, bots: Sequence[Bot], first: int) -> Iterator[Entrant]:
    taken = {entrant.name.casefold() for entrant in tournament.entrants}
    for number, bot in enumerate(bots, len(tournament.entrants) + 1):
        name = versioned(bot.name, bot.version) if bot.name.casefold() in taken else bot.name
        taken.add(name.casefold())
        yield Entrant(number, name, bot.name, bot.version, bot.source, from_round=first)


def append_latecomers(tx: Connection, number: int, before: Tournament, newcomers: Sequence[int]) -> None:
    """Write extra rounds at the end, in which latecomers (bots that enter late) meet their opponents.

    The extra rounds are repeated under each ruleset.

    `before`: the tournament before the latecomers entered. `newcomers`: the latecomers' entrant numbers.

    Raise PairingImpossible if no opponent is left, Frozen if the tournament is finished or cancelled.
    """
    late = late_pairings(before, newcomers)
    each = max(pairing.round for pairing in late)
    behind = max(round.number for round in before.rounds)
    cycles = {round.cycle: round for round in reversed(before.rounds)}
    pairings: list[Pairing] = []
    rounds: list[Round] = []
    for cycle, round in sorted(cycles.items()):
        numbers = range(behind + 1, behind + each + 1)
        rounds += [Round(one, round.ruleset, round.ruleset_hash, round.rules, cycle) for one in numbers]
        pairings += [Pairing(behind + one.round, one.number, one.bots) for one in late]
        behind += each
    add_rounds(tx, number, rounds, datetime.now(UTC))
    tournament = read_tournament(tx, number)
    assert tournament
    met = count_meetings(tournament, pieces(tx, number))
    add_pieces(tx, number, tuple(pieces_of(tournament, pairings, met)))


def late_pairings(tournament: Tournament, newcomers: Sequence[int]) -> tuple[Pairing, ...]:
    """Return the pairings of latecomers (bots that enter late), in rounds from 1.

    Latecomers meet each other and all bots that have not withdrawn. In a gauntlet they meet only the pool
    (the opponents of all other bots). Raise PairingImpossible if no opponent is left.
    """
    still_in = [entrant for entrant in tournament.entrants if entrant.withdrawn_after is None]
    opponents = [entrant.number for entrant in still_in if entrant.pool or tournament.format != GAUNTLET]
    if not opponents:
        raise PairingImpossible("no opponents are left in the tournament")
    once = gauntlet(newcomers, opponents)
    if tournament.format == GAUNTLET:
        return once
    if len(newcomers) >= PAIR:
        among = (
            Pairing(one.round, one.number, tuple(newcomers[bot - 1] for bot in one.bots))
            for one in round_robin(len(newcomers))
        )
        once = _append_rounds(once, tuple(among))
    if tournament.format == DOUBLE_ROUND_ROBIN:
        return _append_rounds(once, tuple(Pairing(one.round, one.number, one.bots[::-1]) for one in once))
    return once


def _append_rounds(first: tuple[Pairing, ...], second: tuple[Pairing, ...]) -> tuple[Pairing, ...]:
    """Return the pairings of `first` and `second`. The rounds of `second` follow those of `first`."""
    rounds = max(pairing.round for pairing in first)
    return first + tuple(Pairing(rounds + one.round, one.number, one.bots) for one in second)
