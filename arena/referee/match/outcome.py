"""The records of games, with places converted to scores. Unplayed games get records too."""

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from secrets import token_hex
from typing import Final

from arena.record.digests import FinishedLog
from arena.record.match import GameRecord, MatchSpec, SeatRecord, Verdict, bot_on, seat_of
from arena.record.storage import pack
from arena.referee.match.game import FinishedGame

NO_START: Final = "NO_START"  # NO_START and VOID: terminations of games that were not played
VOID: Final = "VOID"

_MS: Final = 1000


def score(place: int, places: Sequence[int]) -> float:
    """Return the score of a place, from 1 for the first place to 0 for the last.

    Seats with the same place share the mean of their scores. `places`: the places of all seats.

    >>> [score(place, (1, 2, 2)) for place in (1, 2, 2)]
    [1.0, 0.25, 0.25]
    """
    mean = place + (places.count(place) - 1) / 2
    return (len(places) - mean) / (len(places) - 1)


def game_records(games: Sequence[FinishedGame]) -> list[GameRecord]:
    """Return the records of all games of one board, in the order of their seatings.

    They contain the board's secret, so no game of the board may still be running.
    """
    secret = games[0].secret
    logs = [game.log.reveal(secret) for game in games]
    stored = pack([game.log for game in games], secret, [log.log_digest for log in logs])
    return [_game_record(*one) for one in zip(games, logs, stored, strict=True)]


def _game_record(game: FinishedGame, log: FinishedLog, stored: bytes) -> GameRecord:
    places, points, termination = game.log.outcome
    rotation, seats = game.context.rotation, len(places)
    return GameRecord(
        id=game.id,
        board=game.board,
        rotation=rotation,
        seats=tuple(
            SeatRecord(
                bot=bot_on(seat, rotation, seats),
                place=places[seat],
                points=points[seat],
                score=score(places[seat], places),
                verdict=one.verdict,
                decisions=one.asked,
                time_ms=one.used * _MS,
            )
            for seat, one in enumerate(game.seats)
        ),
        termination=termination.name,
        plies=game.plies,
        game_digest=log.game_digest,
        log_digest=log.log_digest,
        log=b64encode(stored).decode(),
    )


def unplayed_game(
    board: int, rotation: int, seats: int, absent: Mapping[int, Verdict], termination: str
) -> GameRecord:
    """Return the record of a game that did not start.

    `absent`: maps each seat at fault to its verdict. These seats share the last place, the other seats the
    first. `rotation`: the number of the seating. `termination`: NO_START or VOID.
    """
    places = [1 + (seats - len(absent)) * (seat in absent) for seat in range(seats)]
    return GameRecord(
        id=token_hex(16),
        board=board,
        rotation=rotation,
        seats=tuple(
            SeatRecord(
                bot=bot_on(seat, rotation, seats),
                place=places[seat],
                points=0,
                score=score(places[seat], places),
                verdict=absent.get(seat, Verdict.OK),
                decisions=0,
                time_ms=0.0,
            )
            for seat in range(seats)
        ),
        termination=termination,
        plies=0,
        game_digest="",
        log_digest="",
        log="",
    )


def void_games(spec: MatchSpec) -> tuple[GameRecord, ...]:
    """Return a record with the verdict VOID (not counted) for each game of a match."""
    return _unplayed_games(spec, range(len(spec.bots)), Verdict.VOID, VOID)


def forfeited_games(spec: MatchSpec, bots: Collection[int]) -> tuple[GameRecord, ...]:
    """Return a record for each game of a match. `bots` lose every game, with the verdict PROTOCOL.

    `bots`: the numbers of the bots that made the referee fail.
    """
    return _unplayed_games(spec, bots, Verdict.PROTOCOL, NO_START)


def _unplayed_games(
    spec: MatchSpec, bots: Collection[int], verdict: Verdict, termination: str
) -> tuple[GameRecord, ...]:
    seats = len(spec.bots)
    return tuple(
        unplayed_game(
            spec.first_board + i,
            rotation,
            seats,
            {seat_of(bot, rotation, seats): verdict for bot in bots},
            termination,
        )
        for i in range(len(spec.secrets))
        for rotation in range(spec.rotations)
    )
