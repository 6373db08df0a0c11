"""All games of one rotation: who is asked what, what an answer does, and what a fault costs."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Final, NamedTuple

from arena.record.match import Verdict
from arena.referee.faults import Fault, open_request
from arena.referee.match.game import OK, LiveGame, LiveSeat, OverGame, Setting
from arena.referee.net.stream import Stream
from arena.rules.choices import Action, Ask, IllegalAction
from arena.rules.legal import choices
from arena.rules.observation import observe
from arena.wire.decode import Answer, OverBudget, ProtocolError, parse_answer, parse_answers, parse_request
from arena.wire.encode import Encoder
from arena.wire.limits import MAX_GAMES

Played = tuple[LiveGame, Action, str]  # and the bot's note
OVER: Final = Ask.OVER  # a member looked up by its enum costs much in Python 3.11
_MS: Final = 1000
_AHEAD: Final = 16  # games that are dealt together
_NEWS_PLIES: Final = 64  # after so many plies seats that wait long are told what happened
_MAX_PENDING: Final = 256  # events that may wait for a seat's next question then


@dataclass(frozen=True, slots=True)
class Board:
    """One whole game's secret, and its number in the match."""

    number: int
    secret: bytes


class Unplayed(NamedTuple):
    """A game that could not be begun: for these seats there was no bot, and why."""

    board: int
    absent: Mapping[int, Verdict]


class Tables:
    """The games that are open and those that wait. Seats come and go with their streams."""

    def __init__(
        self,
        setting: Setting,
        boards: Iterable[Board],
        in_flight: int,
        finished: Callable[[OverGame], None],
        numbers: int = MAX_GAMES,
    ) -> None:
        """`numbers`: from how many a game on the streams has its own."""
        self.waiting = deque(boards)
        self.unplayed: list[Unplayed] = []
        self.streams: list[Stream | None] = [None] * setting.game.seats
        self._setting = setting
        self._in_flight = in_flight
        self._finished = finished
        self._encoder = Encoder(setting.game)
        self.games: dict[int, LiveGame] = {}  # by their number on the streams
        self._ahead: deque[LiveGame] = deque()  # games of the first boards that wait
        self._free = deque(range(numbers))
        self._absent: dict[int, Verdict] = {}  # seats for which no bot will come any more
        self._most = [MAX_GAMES] * setting.game.seats

    @property
    def over(self) -> bool:
        """No game is open and none waits."""
        return not self.games and not self.waiting

    @property
    def held_up(self) -> bool:
        """Games wait and none is open, but with every number an answer may still come."""
        return bool(self.waiting) and not self.games and not self._free

    def late_never_come(self) -> None:
        """Whoever had a question open when its game ended will not answer it any more."""
        for stream in self._here():
            self._free.extend(stream.late)
            stream.late.clear()
        self._fill()
        self._settle()

    # ---- seats come and go ----

    def seat(self, seat: int, stream: Stream, most_games: int) -> None:
        """A bot sits down."""
        self.streams[seat] = stream
        self._most[seat] = most_games
        self._fill()
        self._settle()

    def give_up(self, seat: int, verdict: Verdict) -> None:
        """No bot will come for this seat any more: the verdict on it in all games that were not begun."""
        self._absent[seat] = verdict
        self._fill()
        self._settle()

    def lose(self, seat: int, fault: Fault, in_game: int | None = None) -> None:
        """An instance is judged: `fault` in all its open games, or `in_game` and STALL in the others."""
        stream = self.streams[seat]
        assert stream is not None
        mine = [game for game in self.games.values() if game.seats[seat].verdict is OK]
        if not mine:
            stream.faults.append(fault)
        for game in sorted(mine, key=lambda game: game.number != in_game):
            stall = in_game is not None and game.number != in_game
            verdict = Verdict.STALL if stall else fault.verdict
            self._judge(game, seat, verdict, fault.detail, fault.elapsed, fault.limit)
            if game.closed or game.position.turn == seat:  # else another bot's question is open
                self._go_on((game,))
        self.streams[seat] = None
        self._free.extend(stream.late)
        self._settle()

    def _settle(self) -> None:
        """Of the bots that wait the one with the most questions is sent them, once nobody is thinking."""
        waiting: list[Stream] = []
        thinking = False
        for stream in self.streams:
            if stream is not None:
                if stream.changed:
                    waiting.append(stream)
                if stream.clock.open:
                    thinking = True
        first = max(waiting, key=Stream.questions, default=None)
        for stream in waiting:
            stream.settle(at_once=stream is first and not thinking)

    # ---- time ----

    def due(self, seat: int) -> float | None:
        """When the time of the seat's oldest open question is over, None for never."""
        stream = self.streams[seat]
        if stream is None or stream.clock.oldest is None or self._setting.budget is None:
            return None
        return stream.clock.since + self.games[stream.clock.oldest].seats[seat].left

    def overdue(self, seat: int, now: float) -> tuple[Fault, int]:
        """The fault of a bot whose time is over, and in which game."""
        stream = self.streams[seat]
        assert stream is not None and stream.clock.oldest is not None
        number = stream.clock.oldest
        left, elapsed = self.games[number].seats[seat].left, now - stream.clock.since
        detail = f"the time of the game is used up: no answer for {elapsed:.3f} s, {left:.3f} s were left"
        return Fault(Verdict.TIMEOUT, detail, elapsed, left), number

    # ---- games begin, go on, end ----

    def _fill(self) -> None:
        """Begin as many games as there is room for, once it is known of every seat whether a bot is there."""
        here = [seat for seat, stream in enumerate(self.streams) if stream is not None]
        if len(here) + len(self._absent) < len(self.streams):
            return
        if len(here) <= 1:
            self.unplayed += [Unplayed(board.number, dict(self._absent)) for board in self.waiting]
            self.waiting.clear()
            return
        limit = min(self._in_flight, *(self._most[seat] for seat in here))
        begun = []
        while self.waiting and len(self.games) < limit and self._number_free():
            begun.append(self._begin(self.waiting.popleft()))
        self._go_on(begun)

    def _number_free(self) -> bool:
        """Whether a game may begin now, or should while others are open.

        A number whose last answer may still come is not used: nobody could tell it from one of the new game.
        One whose end was not sent yet would break a message in two, and each costs as much as many games.
        """
        if not self._free:
            return False
        return not (self.games and any(stream.ending(self._free[0]) for stream in self._here()))

    def _here(self) -> Iterator[Stream]:
        """The streams of the seats that have one."""
        return filter(None, self.streams)

    def _begin(self, board: Board) -> LiveGame:
        game = self._dealt(board)
        game.number = self._free.popleft()
        self.games[game.number] = game
        for seat, stream in enumerate(self.streams):
            if stream is None:
                game.judge(seat, self._absent[seat])
            else:
                stream.start(game.number, seat, game.seed(seat), game.commitment)
        return game

    def _dealt(self, board: Board) -> LiveGame:
        """The game of a board. To deal several in advance is much quicker than one now and then."""
        if not self._ahead:
            boards = (board, *islice(self.waiting, _AHEAD - 1))
            self._ahead += [LiveGame(self._setting, each.number, each.secret) for each in boards]
        return self._ahead.popleft()

    def _go_on(self, games: Iterable[LiveGame]) -> None:
        """Ask the next bot in each game. Where one was at fault the house plays; what is over is ended."""
        for game in games:
            position = game.position
            while game.closed is None:
                seat = position.turn
                if position.ask is OVER:
                    game.end()
                elif game.seats[seat].verdict is OK:
                    self._ask(game, seat)
                    break
                else:
                    game.play_for(seat)
            else:
                self._end(game)

    def _ask(self, game: LiveGame, seat: int) -> None:
        position, encoder = game.position, self._encoder
        stream, mine = self.streams[seat], game.seats[seat]
        assert stream is not None  # a seat without one is at fault in all games
        left = mine.ask(self._setting.budget)
        question = encoder.question(
            game.number,
            mine.asked - 1,
            position.ply,
            encoder.events(mine.pending, seat),
            observe(position, seat),
            choices(position),
            0 if left == inf else int(left * _MS) or 1,
        )
        mine.pending.clear()
        stream.ask(game.number, question)
        if position.ply % _NEWS_PLIES == 0:
            self._send_news(game)

    def _send_news(self, game: LiveGame) -> None:
        """Tell seats that were not asked for long, so that what waits for them stays small."""
        for seat, stream in enumerate(self.streams):
            pending = game.seats[seat].pending
            if len(pending) < _MAX_PENDING:
                continue
            if stream is not None and game.seats[seat].verdict is OK:
                stream.news(game.number, self._encoder.events(pending, seat))
            pending.clear()

    def _end(self, game: LiveGame) -> None:
        assert game.closed is not None
        places, totals, _ = game.closed.outcome
        waits_for_late_answer = False
        for seat, (stream, told) in enumerate(zip(self.streams, game.seats, strict=True)):
            if stream is not None:
                waits_for_late_answer |= stream.void(game.number)
                if told.verdict is OK:
                    events = self._encoder.events(told.pending, seat)
                    stream.end(game.number, events, places, totals)
            told.pending.clear()
        del self.games[game.number]
        if not waits_for_late_answer:
            self._free.append(game.number)
        self._finished(game.over())

    # ---- answers ----

    def receive(self, seat: int, data: bytes, now: float, lag: float) -> None:
        """A message has come from a bot. Raises ProtocolError: then the instance is lost.

        One kind of work is done after the other, not game after game: that is much quicker.
        """
        stream = self.streams[seat]
        assert stream is not None
        answers = parse_answers(parse_request(data))
        seconds = stream.clock.share(len(answers), now, lag)
        moved: list[LiveGame] = []
        played: list[Played] = []
        try:
            for answer in answers:
                self._take(stream, seat, answer, seconds, moved, played)
        finally:
            self._play(played, seconds)
            self._go_on(moved)
        if self.waiting and len(self.games) < self._in_flight:
            self._fill()
        self._settle()

    def _take(
        self,
        stream: Stream,
        seat: int,
        answer: Answer,
        seconds: float,
        moved: list[LiveGame],
        played: list[Played],
    ) -> None:
        """One answer of a message: its game is added to those that move on, its action to those played."""
        number, _, asked, details = answer
        if number not in stream.clock.open:
            self._let_pass(stream, number, asked)
            return
        game = self.games[number]
        mine = game.seats[seat]
        if asked != mine.asked - 1:
            raise ProtocolError(f"game {number}: answer {asked}, but that was not the question")
        stream.clock.drop(number)
        moved.append(game)
        mine.used += seconds
        mine.left -= seconds
        if mine.left < 0:
            detail = f"the time of the game is used up: {mine.used:.3f} s"
            self._judge(game, seat, Verdict.TIMEOUT, detail, mine.used, mine.used + mine.left)
        elif details and details.resign:
            self._judge(game, seat, Verdict.RESIGN, "the bot resigned")
        else:
            note = details.note if details else ""
            if note:
                self._note(mine, note)
            try:
                action = parse_answer(answer, choices(game.position), self._setting.game)
            except IllegalAction as problem:
                self._judge(game, seat, Verdict.ILLEGAL, str(problem))
            else:
                played.append((game, action, note))

    def _note(self, seat: LiveSeat, note: str) -> None:
        """A note goes with an answer. Raises ProtocolError if it is too long, or all of them together are."""
        size, limits = len(note.encode()), self._setting.limits
        if size > limits.note_bytes:
            raise ProtocolError(f"note has {size} bytes, at most {limits.note_bytes} are allowed")
        seat.noted += size
        if seat.noted > limits.game_note_bytes:
            raise OverBudget(f"more than {limits.game_note_bytes} bytes of notes in one game")

    def _let_pass(self, stream: Stream, number: int, asked: int) -> None:
        """An answer to what is not open may come once, when its game ended while it was on its way."""
        if number not in stream.late:
            raise ProtocolError(f"game {number}: answer {asked}, but nothing was asked")
        stream.late.remove(number)
        self._free.append(number)

    def _play(self, played: Sequence[Played], seconds: float) -> None:
        """Carry out the bots' legal actions; all are written first, as one kind of work."""
        ms = seconds * _MS
        for game, action, note in played:
            game.log.play(game.position.turn, action, ms, note)
        for game, action, _ in played:
            game.carry_out(action)

    def _judge(
        self, game: LiveGame, seat: int, verdict: Verdict, detail: str, elapsed: float = 0, limit: float = 0
    ) -> None:
        stream = self.streams[seat]
        assert stream is not None
        request = open_request(game.position, seat)
        stream.faults.append(Fault(verdict, detail, elapsed, limit, game.id, request))
        stream.stop(game.number, verdict, detail)
        game.judge(seat, verdict)
