"""A seating: one run of the bot under check against scripted opponents."""

import asyncio
from base64 import b64decode
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, NamedTuple, TypeVar

from arena.record.format import BotName
from arena.record.match import FaultRecord, Limits, Verdict
from arena.referee.clock import NO_CLOCK
from arena.referee.faults import DetectedFault
from arena.referee.match.game import FinishedGame, SeatingContext
from arena.referee.match.games import Board
from arena.referee.match.instance import Instance
from arena.referee.match.scripted import Reply
from arena.referee.match.seating import MatchContext, SeatedBot, Seating
from arena.referee.net.arrival_times import LagSelector
from arena.referee.net.listener import PINGS, Pings
from arena.rules import GameRules
from arena.sandbox.protocol import Runner
from arena.sandbox.usage import Usage
from arena.service.bots import GUEST_VERSION
from arena.service.check.instance import CheckedInstance
from arena.service.check.recorder import WatchedStream, request_text
from arena.service.check.request import CheckRequest
from arena.tournament.secrets import board_secret, seeds_key
from arena.wire.limits import MAX_GAMES
from maumau import Bot, Choice, View
from maumau.session import Session
from maumau.v1 import referee_pb2 as pb

T = TypeVar("T")

_MB: Final = 1e6
_MS: Final = 1000
_SILENCE_S: Final = 0.3  # how long to go on after the welcome if nothing is played
_FIRST_ANSWERS: Final = 3  # answers of the bot before the opponents pause
_WORD_SHARE: Final = 0.75  # how often `RandomOpponent` makes the announcement that is due
_BOT: Final = BotName("the bot", GUEST_VERSION)
_OPPONENT: Final = BotName("house", GUEST_VERSION)


class RandomOpponent(Bot):
    """An opponent that chooses at random, so that every kind of situation occurs."""

    def choose(self, view: View) -> Choice:
        rng = self.rng
        choice = rng.choice(view.legal)
        word = choice.word if rng.random() < _WORD_SHARE else _any_of(rng, choice.words)
        more = rng.sample(choice.further, rng.randint(choice.least, choice.most)) if choice.most else None
        return choice.with_(
            suit=_any_of(rng, choice.suits),
            word=word,
            target=_any_of(rng, choice.targets),
            claim=_any_of(rng, choice.claims),
            more=more,
        )


class FirstChoiceOpponent(Bot):
    """An opponent that always takes the first choice, so that games end soon."""

    def choose(self, view: View) -> Choice:
        return view.legal[0]


def _any_of(rng: Random, allowed: Sequence[T]) -> T | None:
    return rng.choice(allowed) if allowed else None


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of one seating (a run of the bot under check): what is played, and when it ends.

    The seating ends as soon as one of these is true:

    - the function `enough` returns True for this seating;
    - all boards are played;
    - the bot has a fault;
    - the time is up: `seconds` have passed, no question is open, and `games_to_end` games have ended.
    """

    game: GameRules
    seat: int = 0
    boards: int = 0
    first_board: int = 0
    in_flight: int = 1  # how many games run at once
    numbers: int = MAX_GAMES  # how many game numbers may be used
    random_opponents: bool = False  # the opponents choose at random
    seconds: float = _SILENCE_S  # counted from the bot's Hello, and once more from 0 after the pause
    enough: "Callable[[CheckSeating], bool]" = lambda seating: False
    pause_s: float = 0.0  # seconds of one pause, in which the opponents do not answer; 0: no pause
    pings: Pings = PINGS
    exit_timeout_s: float = 0.0  # time for the bot to end by itself
    games_to_end: int = 0


class CheckContext(NamedTuple):
    """The data that all seatings of a check share."""

    request: CheckRequest
    runner: Runner
    run: Path  # a temporary folder for the bots' sockets
    arrival_selector: LagSelector | None = None

    def secret_of(self, seats: int, board: int) -> bytes:
        """Return a board's shuffle secret (the key from which its cards are dealt).

        The key does not depend on the bot, so a corrected bot gets the same cards again.
        """
        return board_secret(bytes.fromhex(self.request.secret), [GUEST_VERSION] * seats, 0, board)


class CheckSeating(Seating):
    """One run of the bot under check. It plays a plan and records what happens."""

    max_fresh = 0
    instance: CheckedInstance
    stream: WatchedStream

    def __init__(self, host: CheckContext, plan: Plan) -> None:
        request, game = host.request, plan.game
        self.plan = plan
        self.decisions = 0
        self.ended = 0  # games
        self.after_pause = 0  # messages of the bot after the pause
        self.waits: list[float] = []  # seconds from a message with one question to its answer
        self.memory = self.printed = 0  # bytes, the most
        self.connect_s = self.hello_s = self.first_s = self.last_s = 0.0
        self._bounds = request.bounds
        self._welcome = b""
        self._paused_until = 0.0
        self._is_last_question = False  # the time is up, but an answer is open
        self._time: asyncio.TimerHandle | None = None
        self._sessions = ExitStack()
        names = tuple(_BOT if seat == plan.seat else _OPPONENT for seat in range(game.seats))
        limits = Limits(start_ms=int(self._bounds.start_s * _MS), in_flight=plan.in_flight)
        key = seeds_key(bytes.fromhex(request.secret), [GUEST_VERSION] * game.seats, 0)
        boards = range(plan.first_board, plan.first_board + plan.boards)
        super().__init__(
            MatchContext(host.run, request.clock, host.arrival_selector),
            SeatingContext(game, 0, names, key, limits),
            [Board(number, host.secret_of(game.seats, number)) for number in boards],
            {plan.seat: SeatedBot(0, request.bot, host.runner)},
            self._count_game,
            players={seat: self._opponent() for seat in range(game.seats) if seat != plan.seat},
            numbers=plan.numbers,
        )

    async def play(self) -> None:
        with self._sessions:
            await super().play()

    def _opponent(self) -> Reply:
        session = Session(RandomOpponent() if self.plan.random_opponents else FirstChoiceOpponent())
        self._sessions.enter_context(closing(session))

        def reply(data: bytes) -> bytes | None:
            answers = session.reply(pb.PlayResponse.FromString(data))
            return answers.SerializeToString() if answers else None

        return reply

    def new_instance(self, seat: int, folder: Path) -> Instance:
        bot, limits, plan = self._bots[seat].spec, self._context.limits, self.plan
        self.instance = CheckedInstance(seat, bot, limits, folder, self, plan.pings, plan.exit_timeout_s)
        assert isinstance(self.instance.stream, WatchedStream)
        self.stream = self.instance.stream
        return self.instance

    # ---- what happened ----

    @property
    def kinds(self) -> set[str]:
        """The kinds of decision in all questions to the bot."""
        return self.stream.kinds

    @property
    def fault(self) -> FaultRecord | None:
        """The bot's first fault; None if it had none. Resigning and warnings are not faults."""
        return next(
            (one for one in self.faults if not (one.is_warning or one.verdict is Verdict.RESIGN)), None
        )

    @property
    def output(self) -> bytes:
        """The bot's output, as far as it was captured."""
        fault = self.fault
        if fault and fault.output:
            return b64decode(fault.output)
        return self.instance.box.output() if self.instance.box else b""

    def request(self) -> str:
        """Return the text of the question at which the bot had a fault; empty without such a question."""
        game = self.stream.blamed
        if game is None or not self._welcome:
            return ""
        return request_text(self._welcome, self.stream.sent, game)

    # ---- called by the instance ----

    def on_ready(self, instance: Instance, max_games: int) -> None:
        self.first_s = self._loop.time()
        self.hello_s = self._since_start()
        self.connect_s = self.connect_s or self.hello_s
        self._welcome = self._seat(instance, max_games)
        self._time = self._loop.call_later(self.plan.seconds, self._end_of_time)

    def on_message(self, instance: Instance, data: bytes, now: float, lag_s: float) -> None:
        if self.is_over:
            return  # it was on its way; counting it would make the figures differ by chance
        clock, asked = self.stream.clock, len(self.stream.clock.open)
        if asked == 1:
            self.waits.append(now - clock.running_since)
        self.games.receive(instance.seat, data, now, lag_s)
        self.decisions += max(0, asked - len(clock.open))
        self.last_s = now
        self.stream.answered(now)
        self.after_pause += 0 < self._paused_until <= now
        if self._is_last_question and not self._must_go_on:
            self.stop()
        self._check_finished()

    def on_lost(self, instance: Instance, fault: DetectedFault, in_game: int | None) -> None:
        super().on_lost(instance, fault, in_game)
        self.stop()

    # ---- when it ends ----

    def _check_finished(self) -> None:
        super()._check_finished()
        is_at_fault = any(fault.verdict is not Verdict.RESIGN for fault in self.stream.faults)
        if is_at_fault or self.plan.enough(self):
            self.stop()

    def _end_of_time(self) -> None:
        """End the seating, because its time has passed.

        If a question to the bot is open or `_must_go_on` is True, the seating ends later.
        """
        if not self.stream.clock.open and not self._must_go_on:
            self.stop()
            return
        self._is_last_question = True
        if self._host.clock == NO_CLOCK:
            self._loop.call_later(self._bounds.table_s, self._wait_longer)

    def _wait_longer(self) -> None:
        clock, limit = self.stream.clock, self._bounds.table_s
        if self.is_over or not (clock.open or self._must_go_on):
            return
        waited = self._loop.time() - clock.running_since if clock.open else 0.0
        if waited < limit:  # it has answered in between
            self._loop.call_later(limit - waited, self._wait_longer)
        else:
            self.instance.lose(DetectedFault(Verdict.TIMEOUT, f"no answer for {waited:.0f} s", waited))

    @property
    def _will_pause(self) -> bool:
        return self.plan.pause_s > 0 and not self._paused_until

    @property
    def _must_go_on(self) -> bool:
        """True if this seating's plan is not complete, so that the seating must not end yet.

        A plan can require a pause of the opponents, to check a bot that gets no questions for some seconds.
        A plan can also require finished games. True until the pause has started and these games have ended.
        """
        return self._will_pause or self.ended < self.plan.games_to_end

    def answer_at(self) -> float:
        """Return the time from which the opponents may answer, by the event loop's clock.

        The plan can contain a pause, in which the opponents do not answer. If this pause is due, start it.
        It is due after the bot's first few answers.
        """
        now = self._loop.time()
        if self._will_pause and self.decisions >= _FIRST_ANSWERS:
            self._paused_until = now + self.plan.pause_s
            self._is_last_question = False
            if self._time:
                self._time.cancel()
            self._time = self._loop.call_at(self._paused_until + self.plan.seconds, self._end_of_time)
        return max(now, self._paused_until)

    def _count_game(self, game: FinishedGame) -> None:
        self.ended += 1

    def _since_start(self) -> float:
        box = self.instance.box
        return self._loop.time() - box.started if box else 0.0

    def note_usage(self, usage: Usage) -> None:
        if self.instance.connected and not self.connect_s:
            self.connect_s = self._since_start()
        self.memory = max(self.memory, usage.memory)
        self.printed = max(self.printed, usage.printed)
        limit = self._bounds.memory
        if self.memory > limit:
            used = f"{self.memory / _MB:.0f} MB, at most {limit / _MB:.0f} MB are allowed"
            self.instance.lose(
                DetectedFault(Verdict.OOM, f"the bot needed more memory than it may have: {used}")
            )
            if self.instance.box:
                self.instance.box.kill()
