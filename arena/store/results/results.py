"""Results of matches, computed from the stored games.

A match counts once it is complete. Void games, in which the referee failed, count for no bot.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, Final

from sqlalchemy import Connection, Row, and_, case, func, select

from arena.ratings.live import RatedBoard, RatedGame
from arena.record.match import UNCOMPARED, Verdict
from arena.store.tables.results import GAME, GAME_SEAT
from arena.store.tables.schedule import ENTRANT, MATCH, MATCH_SEAT, TOURNAMENT
from arena.tournament.results import PAIR, MatchResult, SeatResult, game_scores

ROWS_AT_ONCE: Final = 1000
VOID: Final = Verdict.VOID.value

Place = tuple[int, int]  # round and pairing


def match_results(tx: Connection, tournament: int, rounds: Sequence[int]) -> tuple[MatchResult, ...]:
    """Return the results of the complete matches of these rounds, in the order of the schedule.

    Forfeited matches are included: the bots that withdrew lose all games.
    """
    complete, at_tables = _complete(tx, tournament), _at_tables(tx, tournament)
    verdicts = _verdicts(tx, tournament)
    results = [MatchResult(*place, seats, at_tables) for place, seats in _forfeits(tx, tournament, rounds)]
    for place, rows in groupby(_sums(tx, tournament, rounds), key=lambda row: (row.round, row.pairing)):
        if place in complete:
            own = tuple(rows)
            seats = tuple(_seat(row, len(own), verdicts) for row in own)
            results.append(MatchResult(*place, seats, at_tables))
    return tuple(sorted(results, key=lambda match: (match.round, match.number)))


def _at_tables(tx: Connection, tournament: int) -> bool:
    """True if the matches of the tournament have more than two seats."""
    seats = tx.scalar(select(TOURNAMENT.c.seats).where(TOURNAMENT.c.id == tournament))
    return seats is not None and seats > PAIR


def _forfeits(
    tx: Connection, tournament: int, rounds: Sequence[int]
) -> Iterator[tuple[Place, tuple[SeatResult, ...]]]:
    """Yield the results of forfeited matches, each with its round and pairing."""
    played = select(GAME.c.id).where(
        GAME.c.tournament_id == tournament, GAME.c.round == MATCH.c.round, GAME.c.pairing == MATCH.c.pairing
    )
    columns = (MATCH.c.round, MATCH.c.pairing, ENTRANT.c.number, MATCH_SEAT.c.forfeit)
    rows = tx.execute(
        select(*columns, func.sum(MATCH.c.boards).label("boards"))
        .join(MATCH_SEAT, MATCH_SEAT.c.match_id == MATCH.c.id)
        .join(ENTRANT, ENTRANT.c.id == MATCH_SEAT.c.entrant_id)
        .where(MATCH.c.tournament_id == tournament, MATCH.c.round.in_(rounds))
        .where(MATCH.c.committed_at.is_not(None), ~played.exists())
        .group_by(*columns)
        .order_by(*columns)
    )
    for place, seats in groupby(rows, key=lambda row: (int(row.round), int(row.pairing))):
        yield place, _forfeited(tuple(seats))


def _forfeited(seats: Sequence[Row[*tuple[Any, ...]]]) -> tuple[SeatResult, ...]:
    scores = game_scores([2 if seat.forfeit else 1 for seat in seats])
    return tuple(
        SeatResult(
            bot=seat.number,
            games=seat.boards * len(seats),
            score=score * seat.boards * len(seats),
            card_points=0,
            verdicts={Verdict.NO_START: seat.boards * len(seats)} if seat.forfeit else {},
        )
        for seat, score in zip(seats, scores, strict=True)
    )


def _complete(tx: Connection, tournament: int) -> frozenset[Place]:
    rows = tx.execute(
        select(MATCH.c.round, MATCH.c.pairing)
        .where(MATCH.c.tournament_id == tournament)
        .group_by(MATCH.c.round, MATCH.c.pairing)
        .having(func.count(MATCH.c.committed_at) == func.count())
    )
    return frozenset((row.round, row.pairing) for row in rows)


def _sums(tx: Connection, tournament: int, rounds: Sequence[int]) -> Iterator[Row[*tuple[Any, ...]]]:
    """Yield each bot's number of games, score and points in each match, without void games."""
    counts = GAME.c.termination != VOID
    return iter(
        tx.execute(
            select(
                GAME.c.round,
                GAME.c.pairing,
                ENTRANT.c.number,
                func.sum(case((counts, 1), else_=0)).label("games"),
                func.sum(case((counts, GAME_SEAT.c.score), else_=0.0)).label("score"),
                func.sum(case((counts, GAME_SEAT.c.points), else_=0)).label("points"),
            )
            .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
            .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
            .where(GAME.c.tournament_id == tournament, GAME.c.round.in_(rounds))
            .group_by(GAME.c.round, GAME.c.pairing, ENTRANT.c.number)
            .order_by(GAME.c.round, GAME.c.pairing, ENTRANT.c.number)
        )
    )


def pair_scores(
    tx: Connection, tournament: int, rounds: Sequence[int]
) -> Mapping[tuple[int, int, int, int], Fraction]:
    """Return each bot's score against each opponent in each match. The keys: round, pairing, bot, opponent.

    A game scores 1 for the bot with the better place, 1/2 for both if they share a place. Void games are left
    out.
    """
    one, other = GAME_SEAT.alias("one"), GAME_SEAT.alias("other")
    bot, opponent = ENTRANT.alias("bot"), ENTRANT.alias("opponent")
    halves = case(
        (GAME.c.termination == VOID, 0),
        (one.c.place < other.c.place, 2),
        (one.c.place == other.c.place, 1),
        else_=0,
    )
    columns = (GAME.c.round, GAME.c.pairing, bot.c.number, opponent.c.number.label("opponent"))
    rows = tx.execute(
        select(*columns, func.sum(halves).label("halves"))
        .join(one, one.c.game_id == GAME.c.id)
        .join(other, and_(other.c.game_id == GAME.c.id, other.c.seat != one.c.seat))
        .join(bot, bot.c.id == one.c.entrant_id)
        .join(opponent, opponent.c.id == other.c.entrant_id)
        .where(GAME.c.tournament_id == tournament, GAME.c.round.in_(rounds))
        .group_by(*columns)
    )
    return {(row.round, row.pairing, row.number, row.opponent): Fraction(int(row.halves), 2) for row in rows}


def _seat(
    row: Row[*tuple[Any, ...]], seats: int, verdicts: Mapping[tuple[int, ...], dict[str, int]]
) -> SeatResult:
    """Return the result of a bot in a match, with its score as an exact fraction.

    `row`: a row of `_sums`. `seats`: the number of seats. `verdicts`: the result of `_verdicts`.
    """
    unit = 2 * (seats - 1)
    score = Fraction(round(row.score * unit), unit)
    return SeatResult(row.number, row.games, score, row.points, verdicts[row.round, row.pairing, row.number])


def _verdicts(tx: Connection, tournament: int) -> Mapping[tuple[int, ...], dict[str, int]]:
    """Return how often each bot got each verdict (such as TIMEOUT). The keys: round, pairing, bot."""
    columns = (GAME.c.round, GAME.c.pairing, ENTRANT.c.number, GAME_SEAT.c.verdict)
    rows = tx.execute(
        select(*columns, func.count().label("games"))
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
        .where(GAME.c.tournament_id == tournament)
        .group_by(*columns)
    )
    found: dict[tuple[int, ...], dict[str, int]] = defaultdict(dict)
    for row in rows:
        found[row.round, row.pairing, row.number][row.verdict] = row.games
    return found


def rated_matches(
    tx: Connection, tournament: int, rounds: Sequence[int]
) -> Iterator[tuple[Place, RatedBoard]]:
    """Yield the boards of complete matches in the order of the schedule. Void games are left out.

    Each board comes with the round and pairing of its match. Bots are named by the database keys of their
    versions.
    """
    complete = _complete(tx, tournament)
    rows = tx.execute(
        select(
            GAME.c.round,
            GAME.c.pairing,
            GAME.c.board,
            GAME.c.rotation,
            ENTRANT.c.bot_version_id,
            GAME_SEAT.c.place,
            GAME_SEAT.c.verdict,
        )
        .join(GAME_SEAT, GAME_SEAT.c.game_id == GAME.c.id)
        .join(ENTRANT, ENTRANT.c.id == GAME_SEAT.c.entrant_id)
        .where(GAME.c.tournament_id == tournament, GAME.c.round.in_(rounds), GAME.c.termination != VOID)
        .order_by(GAME.c.round, GAME.c.pairing, GAME.c.board, GAME.c.rotation, ENTRANT.c.number),
        execution_options={"yield_per": ROWS_AT_ONCE},
    )
    for (*place, _board), board in groupby(rows, key=lambda row: (row.round, row.pairing, row.board)):
        if tuple(place) in complete:
            yield (place[0], place[1]), _rated_board(tuple(board))


def _rated_board(rows: Sequence[Row[*tuple[Any, ...]]]) -> RatedBoard:
    games = [tuple(game) for _, game in groupby(rows, key=lambda row: row.rotation)]
    bots = tuple(row.bot_version_id for row in games[0])
    return RatedBoard(bots, tuple(RatedGame(tuple(_place(row) for row in game)) for game in games))


def _place(row: Row[*tuple[Any, ...]]) -> int | None:
    """Return a seat's place in the game; None if its verdict is NO_START or VOID."""
    return None if row.verdict in UNCOMPARED else row.place


def game_digests(tx: Connection, tournament: int) -> Iterator[str]:
    """Yield the digest of each stored game, in schedule order; "" for a game that did not start."""
    yield from tx.scalars(
        select(GAME.c.game_digest)
        .where(GAME.c.tournament_id == tournament)
        .order_by(GAME.c.round, GAME.c.pairing, GAME.c.board, GAME.c.rotation),
        execution_options={"yield_per": ROWS_AT_ONCE},
    )
