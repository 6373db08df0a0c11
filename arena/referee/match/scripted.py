"""Scripted players: functions in this process that turn a message into answers, without sandbox or clock."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from arena.record.match import GameRecord
from arena.referee.clock import NO_CLOCK
from arena.referee.match.game import FinishedGame, SeatingContext
from arena.referee.match.games import Board, OpenGames
from arena.referee.match.outcome import game_records
from arena.referee.net.stream import Stream
from arena.rules import GameRules
from arena.wire.encode import welcome
from arena.wire.limits import MAX_GAMES

Reply = Callable[[bytes], bytes | None]


class ScriptedPlayer:
    """A player on one seat that gets its answers from a function in this process."""

    def __init__(
        self,
        reply: Reply,
        answer: Callable[[bytes, float], None],
        answer_at: Callable[[], float],
        crashed: Callable[[BaseException], None],
    ) -> None:
        self.stream = Stream(self)
        self._reply = reply  # returns the answers to a message
        self._answer = answer  # called with these answers and the loop time
        self._answer_at = answer_at  # returns the loop time from which the player may answer
        self._crashed = crashed  # called with any exception of the two functions
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None

    def welcome(self, message: bytes) -> None:
        self._reply(message)

    def send(self) -> None:
        if self._timer is None:
            self._timer = self._loop.call_at(self._answer_at(), self._take_messages)

    send_soon = send

    def close(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _take_messages(self) -> None:
        self._timer = None
        now = self._loop.time()
        try:
            for message in self.stream.take(now):
                if answers := self._reply(message):
                    self._answer(answers, now)
        except Exception as bug:
            self._crashed(bug)


class _NoSender:
    """A sender that does nothing, because `_send_all` delivers the messages."""

    def send(self) -> None:
        pass

    send_soon = send


def play_scripted(
    context: SeatingContext, boards: Iterable[Board], replies: Sequence[Reply]
) -> list[GameRecord]:
    """Play one seating of these boards between scripted players and return the game records.

    `replies`: for each seat its player, a function from a message to answers.
    """
    over: list[FinishedGame] = []
    play_games(OpenGames(context, boards, MAX_GAMES, over.append), context.game, replies)
    return [record for game in over for record in game_records([game])]


def play_games(games: OpenGames, game: GameRules, replies: Sequence[Reply]) -> None:
    """Play all games between scripted players.

    `replies`: for each seat its player, a function from a message to answers.
    """
    streams = [Stream(_NoSender()) for _ in replies]
    for reply in replies:
        reply(welcome(game, MAX_GAMES, NO_CLOCK))
    for seat, stream in enumerate(streams):
        games.seat(seat, stream, MAX_GAMES)
    while not games.over:
        _send_all(games, streams, replies)
    _send_all(games, streams, replies)  # the ends of the last games


def _send_all(games: OpenGames, streams: Sequence[Stream], replies: Sequence[Reply]) -> None:
    """Send each player its waiting messages, and apply the answers that it returns."""
    for seat, (stream, reply) in enumerate(zip(streams, replies, strict=True)):
        for message in stream.take(0.0):
            if answers := reply(message):
                games.receive(seat, answers, 0.0, 0.0)
