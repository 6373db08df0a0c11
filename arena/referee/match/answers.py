"""The answers in one message of a bot, applied to its games."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.record.match import Verdict
from arena.referee.match.game import LiveSeat, OpenGame, Setting
from arena.referee.net.stream import Stream
from arena.rules.choices import Action, IllegalAction
from arena.rules.legal import choices
from arena.wire.decode import Answer, OverBudget, ProtocolError, parse_answer

_MS: Final = 1000


class Judgement(NamedTuple):
    """A verdict that an answer brought on its bot. Times in seconds."""

    game: OpenGame
    verdict: Verdict
    detail: str
    elapsed: float = 0.0
    limit: float = 0.0


class AnswerBatch:
    """The answers in one message, each charged the same time.

    `take` checks one. The rest is done for all together, because one kind of work after the other is much
    faster than game after game: judge the `judged`, release the `late` numbers, call `carry_out`, go on in
    the games that have `moved`.
    """

    def __init__(self, setting: Setting, stream: Stream, seat: int, seconds: float) -> None:
        self.moved: list[OpenGame] = []
        self.judged: list[Judgement] = []
        self.late: list[int] = []  # numbers of games that ended before their answer came
        self._played: list[tuple[OpenGame, Action, str]] = []  # with the bot's note
        self._setting = setting
        self._stream = stream
        self._seat = seat
        self._seconds = seconds

    def take(self, answer: Answer, games: Mapping[int, OpenGame]) -> None:
        """Check one answer. Raise ProtocolError."""
        number, _, asked, details = answer
        if number not in self._stream.clock.open:
            self._take_late(number, asked)
            return
        game = games[number]
        mine = game.seats[self._seat]
        if asked != mine.asked - 1:
            raise ProtocolError(f"game {number}: answer {asked}, but that was not the question")
        self._stream.clock.drop(number)
        self.moved.append(game)
        mine.used += self._seconds
        mine.left -= self._seconds
        if mine.left < 0:
            detail = f"the time of the game is used up: {mine.used:.3f} s"
            self.judged.append(Judgement(game, Verdict.TIMEOUT, detail, mine.used, mine.used + mine.left))
        elif details and details.resign:
            self.judged.append(Judgement(game, Verdict.RESIGN, "the bot resigned"))
        else:
            self._take_action(game, mine, answer, details.note if details else "")

    def carry_out(self) -> None:
        """Carry out the legal actions; all are written to the logs first."""
        ms = self._seconds * _MS
        for game, action, note in self._played:
            game.log.play(game.position.turn, action, ms, note)
        for game, action, _ in self._played:
            game.carry_out(action)

    def _take_action(self, game: OpenGame, seat: LiveSeat, answer: Answer, note: str) -> None:
        if note:
            self._count_note(seat, note)
        try:
            action = parse_answer(answer, choices(game.position), self._setting.game)
        except IllegalAction as problem:
            self.judged.append(Judgement(game, Verdict.ILLEGAL, str(problem)))
        else:
            self._played.append((game, action, note))

    def _count_note(self, seat: LiveSeat, note: str) -> None:
        """Raise ProtocolError if a note is too long, or all notes of the game together are."""
        size, limits = len(note.encode()), self._setting.limits
        if size > limits.note_bytes:
            raise ProtocolError(f"note has {size} bytes, at most {limits.note_bytes} are allowed")
        seat.noted += size
        if seat.noted > limits.game_note_bytes:
            raise OverBudget(f"more than {limits.game_note_bytes} bytes of notes in one game")

    def _take_late(self, number: int, asked: int) -> None:
        """Ignore one answer of a game that ended meanwhile. Raise ProtocolError for any other."""
        if number not in self._stream.late:
            raise ProtocolError(f"game {number}: answer {asked}, but nothing was asked")
        self._stream.late.remove(number)
        self.late.append(number)
