"""The games of a seating without processes: the test answers for all bots."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from arena.record.format import BotName
from arena.record.match import Clock
from arena.referee.clock import budget
from arena.referee.match.game import FinishedGame, SeatingContext
from arena.referee.match.games import Board, OpenGames
from arena.referee.net.stream import Stream
from arena.rules import game_for, ruleset
from maumau.v1 import referee_pb2 as pb


class Silent:
    """A sender that sends nothing by itself."""

    def send(self) -> None:
        pass

    def send_soon(self) -> None:
        pass


def open_games(
    seats: int,
    boards: int,
    in_flight: int,
    finished: Callable[[FinishedGame], None],
    clocks: Sequence[Clock] | None = None,
) -> OpenGames:
    """Return games of mau-mau with every seat take_messages."""
    names = (BotName("bot", "0"),) * seats
    setting = SeatingContext(game_for(ruleset("mau-mau"), seats), 0, names, bytes(32))
    secrets = [Board(number, sha256(b"%d" % number).digest()) for number in range(boards)]
    games = OpenGames(setting, secrets, in_flight, finished)
    for seat, clock in enumerate(clocks or [Clock()] * seats):
        games.seat(seat, Stream(Silent()), 256, budget(clock))
    return games


def stream_of(open_games: OpenGames, seat: int) -> Stream:
    """Return the stream of a take_messages seat."""
    stream = open_games.streams[seat]
    assert stream is not None
    return stream


def take_messages(open_games: OpenGames, seat: int, now: float = 0.0) -> list[pb.PlayResponse]:
    """Take the messages for a seat."""
    return [pb.PlayResponse.FromString(data) for data in stream_of(open_games, seat).take(now)]


def message(answers: Sequence[pb.Answer]) -> bytes:
    """Return answers as a bot sends them."""
    return pb.PlayRequest(answers=answers).SerializeToString()
