"""The games of a seating: start them, ask the bots, apply their answers and give verdicts on their faults."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import inf
from typing import Final, NamedTuple

from arena.record.match import Verdict
from arena.referee.clock import Budget
from arena.referee.faults import DetectedFault, open_request
from arena.referee.match.answers import AnswerBatch, Judgement
from arena.referee.match.game import OK, FinishedGame, OpenGame, SeatingContext
from arena.referee.net.stream import Stream
from arena.rules.choices import Ask
from arena.rules.legal import choices
from arena.rules.position import observe
from arena.wire.decode import parse_answers, parse_request
from arena.wire.encode import Encoder
from arena.wire.limits import MAX_GAMES

OVER: Final = Ask.OVER  # looking up a member by its enum is slow in Python 3.11
_MS: Final = 1000
_AHEAD: Final = 16  # the number of games that are dealt together
_NEWS_PLIES: Final = 64  # check so often for seats with many unsent events
_MAX_PENDING: Final = 256  # unsent events of a seat above which they are sent without a question

NewGame = Callable[[SeatingContext, int, bytes], OpenGame]  # from a board's number and secret


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its number in the match, and the secret from which its cards are drawn."""

    number: int
    secret: bytes


class UnplayedBoard(NamedTuple):
    """A board whose game could not start. `absent`: maps each seat without a bot to its verdict."""

    board: int
    absent: Mapping[int, Verdict]


class GameNumbers:
    """The small numbers that identify games in messages.

    An ended game's number is held back (not reused) while a late answer to this game may still come.
    """

    def __init__(self, count: int) -> None:
        self._free = deque(range(count))

    @property
    def next(self) -> int | None:
        """The number for the next game; None if every number is in use or held back for late answers."""
        return self._free[0] if self._free else None

    def take(self) -> int:
        return self._free.popleft()

    def release(self, *numbers: int) -> None:
        self._free.extend(numbers)

    def release_late(self, stream: Stream) -> None:
        """Free all numbers that are held back for late answers of one bot. `stream`: the bot's stream."""
        self._free.extend(stream.late)
        stream.late.clear()


class OpenGames:
    """All games of a seating: the running ones, and the boards not started yet.

    While the games run, bots can join and leave seats.
    """

    def __init__(
        self,
        context: SeatingContext,
        boards: Iterable[Board],
        in_flight: int,
        finished: Callable[[FinishedGame], None],
        numbers: int = MAX_GAMES,
        new_game: NewGame = OpenGame,
    ) -> None:
        """Prepare the games of these boards.

        `in_flight`: how many games may run at once. `finished`: called with each game that has ended.
        `numbers`: how many numbers there are for games (see `GameNumbers`). `new_game`: makes the game of a
        board.
        """
        self.waiting = deque(boards)
        self.unplayed: list[UnplayedBoard] = []
        self.streams: list[Stream | None] = [None] * context.game.seats
        self._context = context
        self._in_flight = in_flight
        self._finished = finished
        self._new_game = new_game
        self._encoder = Encoder(context.game)
        self.games: dict[int, OpenGame] = {}  # running games by their number in messages
        self._ahead: deque[OpenGame] = deque()  # games that are dealt but have not started
        self._numbers = GameNumbers(numbers)
        self._absent: dict[int, Verdict] = {}  # seats that will get no bot any more, with the reason
        self._most = [MAX_GAMES] * context.game.seats  # games that each bot can play at once
        self._budgets: list[Budget | None] = [None] * context.game.seats

    @property
    def over(self) -> bool:
        """True if no game runs and no board waits."""
        return not self.games and not self.waiting

    @property
    def waits_for_late_answers(self) -> bool:
        """True if boards wait but no game runs, because all game numbers are held back for late answers."""
        return bool(self.waiting) and not self.games and self._numbers.next is None

    def release_late_numbers(self) -> None:
        """Stop waiting for late answers: free the game numbers held back for them, and start games."""
        for stream in self._here():
            self._numbers.release_late(stream)
        self._fill()
        self._flush_when_idle()

    # ---- seats ----

    def seat(self, seat: int, stream: Stream, most_games: int, budget: Budget | None = None) -> None:
        """Put a bot on a seat and start games.

        `stream`: the queue of messages to the bot. `most_games`: how many games the bot can play at once.
        `budget`: the bot's time in a game; None: no limit.
        """
        self.streams[seat] = stream
        self._most[seat] = most_games
        self._budgets[seat] = budget
        self._fill()
        self._flush_when_idle()

    def give_up(self, seat: int, verdict: Verdict) -> None:
        """Leave a seat without a bot. The seat gets this verdict in all games that have not started."""
        self._absent[seat] = verdict
        self._fill()
        self._flush_when_idle()

    def lose(self, seat: int, fault: DetectedFault, in_game: int | None = None) -> None:
        """Remove a bot from its seat and give it a verdict in all its running games.

        `in_game`: the game in which the fault happened. The bot's other games get STALL (lost through a fault
        in another game). If `in_game` is None, all games get the verdict of `fault`.
        """
        stream = self.streams[seat]
        assert stream is not None
        mine = [game for game in self.games.values() if game.seats[seat].verdict is OK]
        if not mine:
            stream.faults.append(fault)
        for game in sorted(mine, key=lambda game: game.number != in_game):
            stall = in_game is not None and game.number != in_game
            verdict = Verdict.STALL if stall else fault.verdict
            self._judge(seat, Judgement(game, verdict, fault.detail, fault.elapsed, fault.limit))
            if game.closed or game.position.turn == seat:  # else another bot's question is open
                self._continue_games((game,))
        self.streams[seat] = None
        self._numbers.release_late(stream)
        self._flush_when_idle()

    def _flush_when_idle(self) -> None:
        """Send all waiting messages within a few milliseconds, so that more questions can join them.

        If no bot has an open question, all bots are idle. Then send one message without this delay: the
        message with the most questions.
        """
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
            stream.flush(at_once=stream is first and not thinking)

    # ---- time ----

    def deadline(self, seat: int) -> float | None:
        """Return the loop time by which a bot must answer its oldest open question.

        Return None if there is no time limit, no open question or no bot on the seat.
        """
        stream = self.streams[seat]
        if stream is None or stream.clock.oldest is None or self._budgets[seat] is None:
            return None
        return stream.clock.running_since + self.games[stream.clock.oldest].seats[seat].left

    def overdue(self, seat: int, now: float) -> tuple[DetectedFault, int]:
        """Return the timeout fault of a bot, and the number of the game with its oldest open question.

        Call this only if the bot has missed its deadline: this is not checked here. `now`: loop time.
        """
        stream = self.streams[seat]
        assert stream is not None and stream.clock.oldest is not None
        number = stream.clock.oldest
        left, elapsed = self.games[number].seats[seat].left, now - stream.clock.running_since
        detail = f"the time of the game is used up: no answer for {elapsed:.3f} s, {left:.3f} s were left"
        return DetectedFault(Verdict.TIMEOUT, detail, elapsed, left), number

    # ---- games start, go on, end ----

    def _fill(self) -> None:
        """Start as many games as allowed, once every seat has a bot or is given up.

        If at most one seat has a bot, all waiting boards become unplayed.
        """
        here = [seat for seat, stream in enumerate(self.streams) if stream is not None]
        if len(here) + len(self._absent) < len(self.streams):
            return
        if len(here) <= 1:
            self.unplayed += [UnplayedBoard(board.number, dict(self._absent)) for board in self.waiting]
            self.waiting.clear()
            return
        limit = min(self._in_flight, *(self._most[seat] for seat in here))
        started = []
        while self.waiting and len(self.games) < limit and self._may_start():
            started.append(self._start(self.waiting.popleft()))
        self._continue_games(started)

    def _may_start(self) -> bool:
        """True if a game number is free and a game can start with it without an extra message.

        One message cannot both end a game and start another with the same number. While other games run,
        the end of the number's last game must first be sent to all bots.
        """
        number = self._numbers.next
        if number is None:
            return False
        # Otherwise the start needs a second message, which takes as long as many games.
        return not (self.games and any(stream.ending(number) for stream in self._here()))

    def _here(self) -> Iterator[Stream]:
        """Yield the streams (queues of messages) of the bots that are on a seat now."""
        return filter(None, self.streams)

    def _start(self, board: Board) -> OpenGame:
        game = self._deal(board)
        game.number = self._numbers.take()
        self.games[game.number] = game
        for seat, stream in enumerate(self.streams):
            if stream is None:
                game.judge(seat, self._absent[seat])
            else:
                stream.start(game.number, seat, game.seed(seat), game.commitment)
        return game

    def _deal(self, board: Board) -> OpenGame:
        """Return a new game of a board. Games are dealt ahead in batches, which is faster."""
        if not self._ahead:
            boards = (board, *islice(self.waiting, _AHEAD - 1))
            self._ahead += [self._new_game(self._context, each.number, each.secret) for each in boards]
        return self._ahead.popleft()

    def _continue_games(self, games: Iterable[OpenGame]) -> None:
        """Continue these games until a bot must decide, and ask that bot.

        A fallback player moves for a bot at fault. A game that is over is closed.
        """
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
                    game.play_fallback(seat)
            else:
                self._end(game)

    def _ask(self, game: OpenGame, seat: int) -> None:
        position, encoder = game.position, self._encoder
        stream, mine = self.streams[seat], game.seats[seat]
        assert stream is not None  # a seat without a stream is at fault in all games
        left = mine.ask(self._budgets[seat])
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

    def _send_news(self, game: OpenGame) -> None:
        """Send events, but no question, to each seat that has many unsent events."""
        for seat, stream in enumerate(self.streams):
            pending = game.seats[seat].pending
            if len(pending) < _MAX_PENDING:
                continue
            if stream is not None and game.seats[seat].verdict is OK:
                stream.news(game.number, self._encoder.events(pending, seat))
            pending.clear()

    def _end(self, game: OpenGame) -> None:
        assert game.closed is not None
        places, totals, _ = game.closed.outcome
        waits_for_late_answer = False
        for seat, (stream, player) in enumerate(zip(self.streams, game.seats, strict=True)):
            if stream is not None:
                waits_for_late_answer |= stream.void(game.number)
                if player.verdict is OK:
                    events = self._encoder.events(player.pending, seat)
                    stream.end(game.number, events, places, totals)
            player.pending.clear()
        del self.games[game.number]
        if not waits_for_late_answer:
            self._numbers.release(game.number)
        self._finished(game.summarize())

    def receive(self, seat: int, data: bytes, now: float, lag_s: float) -> None:
        """Handle a message from the bot on a seat: apply its answers and ask the next questions.

        `now`: loop time. `lag_s`: how many seconds the message has waited to be read.

        Raise ProtocolError if the message is invalid; the caller must then end the bot's instance.
        """
        stream = self.streams[seat]
        assert stream is not None
        parsed = parse_answers(parse_request(data))
        answers = AnswerBatch(
            self._context, stream, seat, stream.clock.charge_per_answer(len(parsed), now, lag_s)
        )
        try:
            for answer in parsed:
                answers.take(answer, self.games)
        finally:
            for judgement in answers.judged:
                self._judge(seat, judgement)
            self._numbers.release(*answers.late)
            answers.carry_out()
            self._continue_games(answers.moved)
        if self.waiting and len(self.games) < self._in_flight:
            self._fill()
        self._flush_when_idle()

    def _judge(self, seat: int, judgement: Judgement) -> None:
        game, verdict, detail, elapsed, limit = judgement
        stream = self.streams[seat]
        assert stream is not None
        request = open_request(game.position, seat)
        stream.faults.append(DetectedFault(verdict, detail, elapsed, limit, game.id, request))
        stream.stop(game.number, verdict, detail)
        game.judge(seat, verdict)
