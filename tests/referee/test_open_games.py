"""The open games of a seating: which bot gets its questions first."""

import pytest

from arena.record.format import BotName
from arena.referee.match.game import FinishedGame, SeatingContext
from arena.referee.match.games import Board, OpenGames
from arena.referee.net.stream import Stream
from arena.rules import game_for, ruleset
from arena.wire.limits import MAX_GAMES
from maumau.v1 import referee_pb2 as pb
from tests.referee.simulated_games import message, open_games, take_messages
from tests.referee.test_stream import Sender


def test_the_bot_with_most_questions_is_asked_first() -> None:
    names = (BotName("a", "a" * 64), BotName("b", "b" * 64))
    setting = SeatingContext(game_for(ruleset("mau-mau"), 2), 0, names, bytes(32))
    tables = OpenGames(setting, [Board(i, bytes([i]) * 32) for i in range(6)], 64, lambda game: None)
    senders = [Sender(), Sender()]
    streams = [Stream(sender) for sender in senders]
    for seat, stream in enumerate(streams):
        tables.seat(seat, stream, 64)
    assert [stream.questions() for stream in streams] == [6, 0]  # seat 0 plays first
    assert [sender.calls for sender in senders] == [["now"], ["soon"]]


@pytest.mark.dear
def test_a_game_waits_rather_than_split_a_message() -> None:
    over: list[FinishedGame] = []
    games = MAX_GAMES + 44
    held = open_games(2, games, MAX_GAMES, over.append)
    while not held.over:
        for seat in (0, 1):
            messages = take_messages(held, seat)
            assert len(messages) <= 1
            answers = [
                pb.Answer(game=one.game, number=one.number) for sent in messages for one in sent.questions
            ]
            if answers:
                held.receive(seat, message(answers), 0.0, 0.0)
    assert sorted(game.board for game in over) == list(range(games))
