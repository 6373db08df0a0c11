"""One seating of a match: every board is played once, with the same bots on the same seats."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NamedTuple

from arena.record.match import BotSpec, Clock, FaultRecord, Verdict
from arena.referee.clock import budget
from arena.referee.faults import DetectedFault
from arena.referee.match.game import FinishedGame, OpenGame, SeatingContext
from arena.referee.match.games import Board, OpenGames
from arena.referee.match.instance import Instance
from arena.referee.match.scripted import Reply, ScriptedPlayer
from arena.referee.net.arrival_times import LagSelector
from arena.referee.process.match_process import MAX_FRESH
from arena.sandbox.match_dir import instance_directory
from arena.sandbox.protocol import Runner, Unavailable
from arena.wire.encode import welcome
from arena.wire.limits import MAX_GAMES

_MS: Final = 1000


class SeatedBot(NamedTuple):
    """A bot on a seat: its number in the match, its spec, and the runner that starts it."""

    number: int
    spec: BotSpec
    runner: Runner


class MatchContext(NamedTuple):
    """The data that all seatings of a match share."""

    run: Path  # the run directory
    clock: Clock  # of each bot without a clock of its own
    arrival_selector: LagSelector | None = None  # the event loop's selector, which records when bytes arrive


@contextmanager
def raise_unavailable() -> Iterator[None]:
    """A context manager that replaces a raised group of Unavailable exceptions by a single one."""
    try:
        yield
    except ExceptionGroup as problems:
        if problems.split(Unavailable)[1]:
            raise
        raise Unavailable(_first_message(problems)) from None


def _first_message(problem: Exception) -> str:
    return _first_message(problem.exceptions[0]) if isinstance(problem, ExceptionGroup) else str(problem)


class Seating:
    """One seating while it is played: all its boards, with fresh instances of the bots.

    `bots`, `players`: bots and scripted players, by seat. `finished`: called with each finished game.
    """

    max_fresh = MAX_FRESH  # how often a lost bot is restarted at most

    def __init__(
        self,
        host: MatchContext,
        context: SeatingContext,
        boards: Iterable[Board],
        bots: Mapping[int, SeatedBot],
        finished: Callable[[FinishedGame], None],
        players: Mapping[int, Reply] | None = None,
        numbers: int = MAX_GAMES,
    ) -> None:
        self.faults: list[FaultRecord] = []
        self.arrival_selector = host.arrival_selector
        self.games = OpenGames(context, boards, context.limits.in_flight, finished, numbers, self.new_game)
        self._context = context
        self._host = host
        self._bots = bots
        self._loop = asyncio.get_running_loop()
        self._instances: dict[int, Instance] = {}
        self._players = {seat: self._scripted(seat, reply) for seat, reply in (players or {}).items()}
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._late_answers: asyncio.TimerHandle | None = None  # when to stop waiting for late answers

    async def play(self) -> None:
        """Play until every game has ended and every bot is removed."""
        try:
            async with asyncio.TaskGroup() as group:
                for seat in self._bots:
                    group.create_task(self._staff_seat(seat))
                await self._over
                for instance in self._instances.values():
                    instance.dismiss()
        finally:
            for player in self._players.values():
                player.close()

    def stop(self) -> None:
        """End the seating now, without finishing its open games."""
        if not self._over.done():
            self._over.set_result(None)

    @property
    def is_over(self) -> bool:
        return self._over.done()

    def new_instance(self, seat: int, folder: Path) -> Instance:
        return Instance(seat, self._bots[seat].spec, self._context.limits, folder, self)

    def new_game(self, context: SeatingContext, board: int, secret: bytes) -> OpenGame:
        return OpenGame(context, board, secret)

    def _clock(self, seat: int) -> Clock:
        return self._bots[seat].spec.clock or self._host.clock

    def answer_at(self) -> float:
        """Return the loop time from which scripted players may answer."""
        return self._loop.time()

    async def _staff_seat(self, seat: int) -> None:
        """Start the bot of a seat. Restart it if it is lost while some boards have not started.

        Give the seat up after `max_fresh` restarts, or if the bot sent no Hello.
        """
        bot = self._bots[seat]
        for _ in range(self.max_fresh + 1):
            with instance_directory(self._host.run) as own:
                instance = self._instances[seat] = self.new_instance(seat, own / str(seat))
                await instance.live(bot.runner)
            self.faults += instance.records(bot.number)
            if self.is_over:
                return
            if not instance.was_ready or not self.games.waiting:
                break
        self.games.give_up(seat, Verdict.NO_START if instance.was_ready else instance.verdict)
        self._check_finished()

    def _scripted(self, seat: int, reply: Reply) -> ScriptedPlayer:
        def answer(data: bytes, now: float) -> None:
            if not self.is_over:
                self.games.receive(seat, data, now, 0.0)
                self._check_finished()

        return ScriptedPlayer(reply, answer, self.answer_at, self.on_crash)

    def _check_finished(self) -> None:
        """Stop the seating if its last game has ended."""
        self._limit_late_answers()
        if self.games.over:
            self.stop()

    def _limit_late_answers(self) -> None:
        """Start or cancel the timer for answers to ended games that have not arrived yet.

        The timer runs only while the next game cannot start because of these missing answers.
        """
        if not self.games.waits_for_late_answers:
            if self._late_answers:
                self._late_answers.cancel()
                self._late_answers = None
        elif not self._late_answers:
            longest = max(self._clock(seat).cap_ms or Clock().cap_ms for seat in self._bots)
            self._late_answers = self._loop.call_later(longest / _MS, self._release_late_numbers)

    def _release_late_numbers(self) -> None:
        self._late_answers = None
        try:
            self.games.release_late_numbers()
        except Exception as bug:
            self.on_crash(bug)
        self._check_finished()

    # ---- called by the instances ----

    def on_ready(self, instance: Instance, max_games: int) -> None:
        self._seat(instance, max_games)
        self._check_finished()

    def _seat(self, instance: Instance, max_games: int) -> bytes:
        """Put a bot and the scripted players on their seats. Return the bot's welcome message.

        `max_games`: how many games the bot can play at once.
        """
        max_games = min(self._context.limits.in_flight, max_games)
        clock = self._clock(instance.seat)
        message = welcome(self._context.game, max_games, clock)
        instance.welcome(message)
        for seat, player in self._players.items():
            if self.games.streams[seat] is None:
                player.welcome(message)
                self.games.seat(seat, player.stream, MAX_GAMES, budget(clock))
        self.games.seat(instance.seat, instance.stream, max_games, budget(clock))
        return message

    def on_message(self, instance: Instance, data: bytes, now: float, lag_s: float) -> None:
        self.games.receive(instance.seat, data, now, lag_s)
        self._check_finished()

    def deadline(self, instance: Instance) -> float | None:
        return self.games.deadline(instance.seat)

    def on_timeout(self, instance: Instance) -> None:
        instance.lose(*self.games.overdue(instance.seat, self._loop.time()))

    def on_lost(self, instance: Instance, fault: DetectedFault, in_game: int | None) -> None:
        if instance.was_ready:
            self.games.lose(instance.seat, fault, in_game)
            self._check_finished()
        else:
            instance.stream.faults.append(fault)

    def on_crash(self, bug: BaseException) -> None:
        if not self._over.done():
            self._over.set_exception(bug)
