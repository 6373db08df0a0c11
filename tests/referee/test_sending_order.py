"""The order and time of sending reveal nothing hidden."""

from itertools import islice

import pytest

from arena.record.format import BotName
from arena.referee.match.game import OpenGame, SeatingContext
from arena.referee.match.games import Board, OpenGames
from arena.referee.net.stream import Stream
from arena.rules import GameRules, Position
from maumau.v1 import referee_pb2 as pb
from tests.conftest import Scale
from tests.referee.simulated_games import message, stream_of, take_messages
from tests.wire.test_hidden import pairs
from tests.wire.walks import GAME_NAMES, GAMES

Sends = list[tuple[int, str, int]]  # seat, when, and how many questions wait then at all seats


class RecordingSender:
    """A sender that records the waiting messages of all seats."""

    def __init__(self, seat: int, sends: Sends, streams: list[Stream]) -> None:
        self._seat = seat
        self._sends = sends
        self._streams = streams

    def send(self) -> None:
        self._note("now")

    def send_soon(self) -> None:
        self._note("soon")

    def _note(self, when: str) -> None:
        self._sends.append((self._seat, when, sum(stream.questions() for stream in self._streams)))


def seat_all(game: GameRules, boards: int) -> tuple[OpenGames, Sends]:
    """Return games without a clock, with all seats take_messages."""
    names = (BotName("bot", "0"),) * game.seats
    setting = SeatingContext(game, 0, names, bytes(32))
    secrets = [Board(number, bytes([number]) * 32) for number in range(boards)]
    tables = OpenGames(setting, secrets, boards, lambda over: None)
    sends: Sends = []
    streams: list[Stream] = []
    streams += [Stream(RecordingSender(seat, sends, streams)) for seat in range(game.seats)]
    for seat, stream in enumerate(streams):
        tables.seat(seat, stream, boards)
    return tables, sends


def sends_after(position: Position) -> tuple[Sends, list[bytes]]:
    """Return which sends follow from a position, and the messages to each seat."""
    tables, sends = seat_all(position.game, 2)
    for seat in range(position.game.seats):
        take_messages(tables, seat)
    sends.clear()
    one = tables.games[0]
    for stream in tables._here():
        stream.clock.drop(0)
    one.position = position
    tables._continue_games([one])
    tables._flush_when_idle()
    return sends, [b"".join(stream.take(0.0)) for stream in tables._here()]


@pytest.mark.ci_one_in(4)
@pytest.mark.parametrize("game", GAMES, ids=GAME_NAMES)
@pytest.mark.rule("X-HIDDEN")
def test_the_order_of_sending_does_not_depend_on_what_is_hidden(game: GameRules, scale: Scale) -> None:
    for one, two, seat, _ in islice(pairs(game), scale.pick(quick=8, ci=60, full=2_000)):
        (first, to_first), (second, to_second) = sends_after(one), sends_after(two)
        assert first == second
        assert to_first[seat] == to_second[seat]


@pytest.mark.parametrize("game", GAMES[:1], ids=GAME_NAMES[:1])
def test_everything_is_sent_after_the_whole_step(game: GameRules) -> None:
    """Of a message with many answers, all are carried out before anything is sent."""
    tables, sends = seat_all(game, 32)
    asked = next(sent.questions for sent in take_messages(tables, 0) if sent.questions)
    sends.clear()
    answers = [pb.Answer(game=question.game, number=question.number) for question in asked]
    tables.receive(0, message(answers), 0.0, 0.0)
    waiting = sum(stream_of(tables, seat).questions() for seat in range(game.seats))
    assert waiting > 1
    assert {together for _, _, together in sends} == {waiting}
    assert isinstance(tables.games[0], OpenGame)
