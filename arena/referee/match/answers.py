"""Check the answers in one message of a bot, and apply them to its games."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from arena.record.match import Verdict
from arena.referee.match.game import LiveSeat, OpenGame, SeatingContext
from arena.referee.net.stream import Stream
from arena.rules.choices import Action, IllegalAction
from arena.rules.legal import choices
from arena.wire.decode import Answer, OverBudget, ProtocolError, parse_answer, parse_win

_MS: Final = 1000


class Judgement(NamedTuple):
    """A verdict on a bot in one game."""

    game: OpenGame
    verdict: Verdict
    detail: str
    elapsed: float = 0.0  # seconds that the bot used
    limit: float = 0.0  # seconds that the bot had


class AnswerBatch:
    """The answers in one message of a bot. `seconds`: the time charged for each answer.

    - First call `take` with each answer. It checks the answer and charges its time.
    - Then apply the verdicts in `judged`. Free the game numbers in `late` for new games: their games ended.
    - Then call `carry_out`, and ask the next bot in each game in `moved`.
    """

    def __init__(self, context: SeatingContext, stream: Stream, seat: int, seconds: float) -> None:
        self.moved: list[OpenGame] = []  # games with a legal action
        self.judged: list[Judgement] = []
        self.late: list[int] = []  # numbers of games that ended before their answer came
        self._played: list[tuple[OpenGame, Action, str, float | None]] = []  # with note and estimate
        self._context = context
        self._stream = stream
        self._seat = seat
        self._seconds = seconds

    def take(self, answer: Answer, games: Mapping[int, OpenGame]) -> None:
        """Check one answer and charge its time. Ignore an answer to a game that has ended.

        `games`: the open games, keyed by number. Raise ProtocolError if the answered question was not asked.
        """
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
        elif details and details.resign and game.may_resign:
            self.judged.append(Judgement(game, Verdict.RESIGN, "the bot resigned"))
        else:
            self._take_action(game, mine, answer)

    def carry_out(self) -> None:
        """Write all legal actions to the game logs, then carry them out."""
        ms = self._seconds * _MS
        for game, action, note, win in self._played:
            game.log.play(game.position.turn, action, ms, note, win)
        for game, action, _, _ in self._played:
            game.carry_out(action)

    def _take_action(self, game: OpenGame, seat: LiveSeat, answer: Answer) -> None:
        details = answer[-1]
        note, win = details.note if details else "", parse_win(details)
        if note:
            self._count_note(seat, note)
        try:
            action = parse_answer(answer, choices(game.position), self._context.game)
        except IllegalAction as problem:
            self.judged.append(Judgement(game, Verdict.ILLEGAL, str(problem)))
        else:
            self._played.append((game, action, note, win))

    def _count_note(self, seat: LiveSeat, note: str) -> None:
        """Add the length of a note to the total length of the bot's notes in this game.

        Raise ProtocolError if the note is too long, OverBudget if the total is too long.
        """
        size, limits = len(note.encode()), self._context.limits
        if size > limits.note_bytes:
            raise ProtocolError(f"note has {size} bytes, at most {limits.note_bytes} are allowed")
        seat.noted += size
        if seat.noted > limits.game_note_bytes:
            raise OverBudget(f"more than {limits.game_note_bytes} bytes of notes in one game")

    def _take_late(self, number: int, asked: int) -> None:
        """Accept a late answer, but ignore its content: the game `number` has ended.

        `asked`: the number of the answered question. Add the game's number to `late`, so that a new game can
        use this number.

        Raise ProtocolError if the bot owes no late answer in this game.
        """
        if number not in self._stream.late:
            raise ProtocolError(f"game {number}: answer {asked}, but nothing was asked")
        self._stream.late.remove(number)
        self.late.append(number)
