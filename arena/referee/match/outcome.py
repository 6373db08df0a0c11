"""What a game counts: places as scores, and the record of a game."""

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from secrets import token_hex
from typing import Final

from arena.record.digests import FinishedLog
from arena.record.match import GameRecord, MatchSpec, SeatRecord, Verdict, bot_on, seat_of
from arena.record.storage import pack
from arena.referee.match.game import OverGame

NO_START: Final = "NO_START"  # terminations of games that were not played
VOID: Final = "VOID"

_MS: Final = 1000


def score(place: int, places: Sequence[int]) -> float:
    """(k - place) / (k - 1), those who share a place sharing the mean.

    >>> [score(place, (1, 2, 2)) for place in (1, 2, 2)]
    [1.0, 0.25, 0.25]
    """
    mean = place + (places.count(place) - 1) / 2
    return (len(places) - mean) / (len(places) - 1)


def played(games: Sequence[OverGame]) -> list[GameRecord]:
    """The records of the games of a board, by rotation, when all of them are over: its secret is shown."""
    secret = games[0].secret
    logs = [game.log.reveal(secret) for game in games]
    stored = pack([game.log for game in games], secret, [log.log_digest for log in logs])
    return [_played(*one) for one in zip(games, logs, stored, strict=True)]


def _played(game: OverGame, log: FinishedLog, stored: bytes) -> GameRecord:
    places, points, termination = game.log.outcome
    rotation, seats = game.setting.rotation, len(places)
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


def not_played(
    board: int, rotation: int, seats: int, absent: Mapping[int, Verdict], termination: str
) -> GameRecord:
    """The record of a game that was not begun: the absent seats share the last places."""
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


def void(spec: MatchSpec) -> tuple[GameRecord, ...]:
    """All games of a spec as VOID: they count for nobody."""
    return _none_played(spec, range(len(spec.bots)), Verdict.VOID, VOID)


def forfeited(spec: MatchSpec, bots: Collection[int]) -> tuple[GameRecord, ...]:
    """All games of a spec as lost by these bots, for what they did to the referee."""
    return _none_played(spec, bots, Verdict.PROTOCOL, NO_START)


def _none_played(
    spec: MatchSpec, bots: Collection[int], verdict: Verdict, termination: str
) -> tuple[GameRecord, ...]:
    """All games of a spec, with a verdict on these bots."""
    seats = len(spec.bots)
    return tuple(
        not_played(
            spec.first_board + i,
            rotation,
            seats,
            {seat_of(bot, rotation, seats): verdict for bot in bots},
            termination,
        )
        for i in range(len(spec.secrets))
        for rotation in range(spec.rotations)
    )
