"""The games of a rotation without processes: the test is all of the bots."""

from collections.abc import Callable, Sequence
from hashlib import sha256

from arena.record.format import BotName
from arena.record.match import Clock
from arena.referee.clock import budget
from arena.referee.match.game import OverGame, Setting
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


def tables(
    seats: int, boards: int, in_flight: int, finished: Callable[[OverGame], None], clock: Clock | None = None
) -> OpenGames:
    """Games of mau-mau, every seat taken."""
    names = (BotName("bot", "0"),) * seats
    setting = Setting(game_for(ruleset("mau-mau"), seats), 0, names, bytes(32), budget(clock or Clock()))
    secrets = [Board(number, sha256(b"%d" % number).digest()) for number in range(boards)]
    made = OpenGames(setting, secrets, in_flight, finished)
    for seat in range(seats):
        made.seat(seat, Stream(Silent()), 256)
    return made


def stream_of(tables: OpenGames, seat: int) -> Stream:
    """The stream of a seat that is taken."""
    stream = tables.streams[seat]
    assert stream is not None
    return stream


def taken(tables: OpenGames, seat: int, now: float = 0.0) -> list[pb.PlayResponse]:
    """What is sent to a seat now."""
    return [pb.PlayResponse.FromString(data) for data in stream_of(tables, seat).take(now)]


def message(answers: Sequence[pb.Answer]) -> bytes:
    """Answers as a bot sends them."""
    return pb.PlayRequest(answers=answers).SerializeToString()
