"""Games played in this process: no sandbox and no clock, a bot is a function from message to message."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from arena.record.match import Clock, GameRecord
from arena.referee.match.game import OverGame, Setting
from arena.referee.match.games import Board, Tables
from arena.referee.match.outcome import played
from arena.referee.net.stream import Stream
from arena.wire.encode import welcome
from arena.wire.limits import MAX_GAMES

Talk = Callable[[bytes], bytes | None]

_NO_CLOCK: Final = Clock(0, 0, 0)


class _Later:
    """A stream's sender where all bots are asked in turn anyway."""

    def send(self) -> None:
        pass

    def send_soon(self) -> None:
        pass


def play_here(setting: Setting, boards: Iterable[Board], talks: Sequence[Talk]) -> list[GameRecord]:
    """The games of one rotation. `talks`: the bots, by seat; what they raise ends it."""
    over: list[OverGame] = []
    tables = Tables(setting, boards, MAX_GAMES, over.append)
    streams = [Stream(_Later()) for _ in talks]
    for talk in talks:
        talk(welcome(setting.game, MAX_GAMES, _NO_CLOCK))
    for seat, stream in enumerate(streams):
        tables.seat(seat, stream, MAX_GAMES)
    while not tables.over:
        _round(tables, streams, talks)
    _round(tables, streams, talks)  # how the last ones ended
    return [record for game in over for record in played([game])]


def _round(tables: Tables, streams: Sequence[Stream], talks: Sequence[Talk]) -> None:
    """Every bot is sent what there is for it, and answers."""
    for seat, (stream, talk) in enumerate(zip(streams, talks, strict=True)):
        for message in stream.take(0.0):
            if answers := talk(message):
                tables.receive(seat, answers, 0.0, 0.0)
