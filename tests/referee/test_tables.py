"""All games of a rotation: which bot is sent its questions, and when."""

from arena.record.records import BotName
from arena.referee.game import Setting
from arena.referee.stream import Stream
from arena.referee.tables import Board, Tables
from arena.rules import game_for, ruleset
from tests.referee.test_stream import Sender


def test_the_bot_with_the_most_questions_is_asked_first_and_the_other_waits() -> None:
    names = (BotName("a", "a" * 64), BotName("b", "b" * 64))
    setting = Setting(game_for(ruleset("mau-mau"), 2), 0, names, bytes(32), None)
    tables = Tables(setting, [Board(i, bytes([i]) * 32) for i in range(6)], 64, lambda game: None)
    senders = [Sender(), Sender()]
    streams = [Stream(sender) for sender in senders]
    for seat, stream in enumerate(streams):
        tables.seat(seat, stream, 64)
    assert [stream.questions() for stream in streams] == [6, 0]  # seat 0 plays first
    assert [sender.calls for sender in senders] == [["now"], ["soon"]]
