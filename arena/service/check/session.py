"""One instance of the bot, from its start to its end, at a table of house players."""

import asyncio
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.record.format import BotName
from arena.record.match import BotSpec, Clock, FaultRecord, Limits, Verdict
from arena.referee.clock import NO_CLOCK, budget
from arena.referee.faults import Fault
from arena.referee.match.game import OverGame, Setting
from arena.referee.match.games import Board, Tables
from arena.referee.match.instance import Instance
from arena.referee.net.arrival_times import LagSelector
from arena.referee.net.listener import PINGS, Pings
from arena.rules import Game
from arena.sandbox.protocol import Runner
from arena.sandbox.usage import Usage
from arena.service.bots import GUEST_VERSION
from arena.service.check.opponents import Opponents, Plain, Restless
from arena.service.check.recorder import WatchedStream, request_text
from arena.service.check.request import Bounds
from arena.service.check.sandbox_monitor import Guard
from arena.tournament.secrets import board_secret, seeds_key
from arena.wire.encode import welcome
from arena.wire.limits import MAX_GAMES

_MB: Final = 1e6
_MS: Final = 1000
_SILENCE_S: Final = 0.3  # after the welcome, where nothing is played
_FIRST_ANSWERS: Final = 3  # before the house is silent
_THE_BOT: Final = "the bot"
_HOUSE: Final = "house"


@dataclass(frozen=True, slots=True)
class Sitting:
    """What is to be played. `seconds` (and an answer) and `boards` bound it; it ends before when there is
    `enough`. Where the house is to be silent, the seconds count once more from the end of its silence. Where
    games are to end, so many do, however long the bot's clock lets it think.
    """

    game: Game
    seat: int = 0
    boards: int = 0
    first_board: int = 0
    in_flight: int = 1
    numbers: int = MAX_GAMES  # that games may have on the stream
    restless: bool = False  # the house chooses by lot
    seconds: float = _SILENCE_S
    enough: "Callable[[CheckTable], bool]" = lambda table: False
    quiet_s: float = 0.0  # that the house is silent once, while the bot waits
    pings: Pings = PINGS
    patience: float = 0.0  # seconds in which the bot may end by itself
    to_end: int = 0  # games


@dataclass(frozen=True, slots=True)
class Host:
    """What all tables of a check have in common."""

    bot: BotSpec
    runner: Runner
    run: Path
    secret: bytes
    clock: Clock
    bounds: Bounds
    lag: LagSelector | None = None


class CheckTable:
    """Plays a sitting; afterwards it tells what was seen. It is the `Referee` of the one instance."""

    def __init__(self, host: Host, sitting: Sitting, name: str) -> None:
        game, bounds = sitting.game, host.bounds
        self.sitting = sitting
        self.decisions = 0
        self.over = 0  # games that came to their end
        self.after_silence = 0  # messages of the bot after the silence
        self.waits: list[float] = []  # seconds from a message to the answer, where each had one question
        self.memory = self.printed = 0  # bytes, the most
        self.connect_s = self.hello_s = self.first_s = self.last_s = 0.0
        self.welcome = b""
        self.records: list[FaultRecord] = []
        self._host = host
        self.lag = host.lag
        self._loop = asyncio.get_running_loop()
        self._silent_until = 0.0
        self._last_question = False  # the time is up, but an answer is waited for
        self._bell: asyncio.TimerHandle | None = None  # rings when the time is up
        self._done: asyncio.Future[None] = self._loop.create_future()
        limits = Limits(start_ms=int(bounds.start_s * _MS))
        self.guard = Guard(host.runner, sitting.patience, self._uses)
        self.instance = Instance(
            sitting.seat, host.bot, limits, host.run / name, self, WatchedStream, sitting.pings
        )
        assert isinstance(self.instance.stream, WatchedStream)
        self.stream = self.instance.stream
        self._houses: dict[int, Opponents] = {}
        names = tuple(
            BotName(_THE_BOT if seat == sitting.seat else _HOUSE, GUEST_VERSION) for seat in range(game.seats)
        )
        setting = Setting(
            game, 0, names, seeds_key(host.secret, [GUEST_VERSION] * game.seats, 0), budget(host.clock)
        )
        numbers = range(sitting.first_board, sitting.first_board + sitting.boards)
        boards = [Board(n, secret_of(host.secret, game.seats, n)) for n in numbers]
        self._tables = Tables(setting, boards, sitting.in_flight, self._finished, sitting.numbers)

    async def play(self) -> None:
        """Until there is enough, or the bot is at fault; and until it is gone."""
        try:
            async with asyncio.TaskGroup() as group:
                life = group.create_task(self.instance.live(self.guard))
                await asyncio.wait({life, self._done}, return_when=asyncio.FIRST_COMPLETED)
                self.instance.dismiss()
        finally:
            for house in self._houses.values():
                house.close()
        if self._done.done():
            self._done.result()  # raises what was wrong here
        self.records = self.instance.records(0)

    # ---- what was seen ----

    @property
    def kinds(self) -> set[str]:
        """The kinds of decision that the bot was asked for."""
        return self.stream.kinds

    @property
    def fault(self) -> FaultRecord | None:
        """What was wrong with the bot, if anything. To resign is nothing wrong, and a warning is none."""
        return next(
            (one for one in self.records if not (one.is_warning or one.verdict is Verdict.RESIGN)), None
        )

    @property
    def output(self) -> bytes:
        """What it printed."""
        fault = self.fault
        if fault and fault.output:
            return b64decode(fault.output)
        return self.guard.box.output() if self.guard.box else b""

    def request(self) -> str:
        """What was asked when the bot was at fault; empty if nothing was."""
        game = self.stream.blamed
        if game is None or not self.welcome:
            return ""
        return request_text(self.welcome, self.stream.sent, game)

    # ---- what the instance says ----

    def ready(self, instance: Instance, most_games: int) -> None:
        now = self._loop.time()
        self.hello_s = self._since_start()
        self.connect_s = self.connect_s or self.hello_s
        sitting, seats = self.sitting, self.sitting.game.seats
        self.welcome = welcome(sitting.game, min(sitting.in_flight, most_games), self._host.clock)
        instance.welcome(self.welcome)
        for seat in range(seats):
            if seat != sitting.seat:
                player = Restless() if sitting.restless else Plain()
                house = Opponents(player, self._answering(seat), self._silence_ends, self.crashed)
                house.welcome(self.welcome)
                self._houses[seat] = house
                self._tables.seat(seat, house.stream, MAX_GAMES)
        self.first_s = now
        self._tables.seat(sitting.seat, instance.stream, most_games)
        self._bell = self._loop.call_later(sitting.seconds, self._time_is_up)

    def received(self, instance: Instance, data: bytes, now: float, lag: float) -> None:
        if self._done.done():
            return  # it was on its way when there was enough: else the same seed could count one more
        clock, asked = self.stream.clock, len(self.stream.clock.open)
        if asked == 1:
            self.waits.append(now - clock.since)
        self._tables.receive(instance.seat, data, now, lag)
        self.decisions += max(0, asked - len(clock.open))
        self.last_s = now
        self.stream.answered(now)
        self.after_silence += 0 < self._silent_until <= now
        if self._last_question and not self._more_to_come:
            self.finish()
        self._look()

    def due(self, instance: Instance) -> float | None:
        return self._tables.due(instance.seat)

    def late(self, instance: Instance) -> None:
        instance.lose(*self._tables.overdue(instance.seat, self._loop.time()))

    def lost(self, instance: Instance, fault: Fault, in_game: int | None) -> None:
        if instance.was_ready:
            self._tables.lose(instance.seat, fault, in_game)
        else:
            instance.stream.faults.append(fault)
        self.finish()

    def crashed(self, bug: BaseException) -> None:
        if not self._done.done():
            self._done.set_exception(bug)

    def finish(self) -> None:
        """That is enough."""
        if not self._done.done():
            self._done.set_result(None)

    def _time_is_up(self) -> None:
        """An open question is still waited for: the clock judges the bot, or where there is none, this."""
        if not self.stream.clock.open and not self._more_to_come:
            self.finish()
            return
        self._last_question = True
        if self._host.clock == NO_CLOCK:
            self._loop.call_later(self._host.bounds.table_s, self._waited_enough)

    def _waited_enough(self) -> None:
        clock, most = self.stream.clock, self._host.bounds.table_s
        if self._done.done() or not (clock.open or self._more_to_come):
            return
        waited = self._loop.time() - clock.since if clock.open else 0.0
        if waited < most:  # it has answered in between
            self._loop.call_later(most - waited, self._waited_enough)
        else:
            self.instance.lose(Fault(Verdict.TIMEOUT, f"no answer for {waited:.0f} s", waited))

    # ---- the rest of the table ----

    def _answering(self, seat: int) -> Callable[[bytes, float], None]:
        def answer(data: bytes, now: float) -> None:
            if not self._done.done():
                self._tables.receive(seat, data, now, 0.0)
                self._look()

        return answer

    @property
    def _silence_to_come(self) -> bool:
        return self.sitting.quiet_s > 0 and not self._silent_until

    @property
    def _more_to_come(self) -> bool:
        """Though the time is up."""
        return self._silence_to_come or self.over < self.sitting.to_end

    def _silence_ends(self) -> float:
        """When the house may answer what it is asked now. Its silence begins here, where the bot waits."""
        now = self._loop.time()
        if self._silence_to_come and self.decisions >= _FIRST_ANSWERS:
            self._silent_until = now + self.sitting.quiet_s
            self._last_question = False
            if self._bell:
                self._bell.cancel()
            self._bell = self._loop.call_at(self._silent_until + self.sitting.seconds, self._time_is_up)
        return max(now, self._silent_until)

    def _finished(self, game: OverGame) -> None:
        self.over += 1

    def _look(self) -> None:
        faulty = any(fault.verdict is not Verdict.RESIGN for fault in self.stream.faults)
        if faulty or self._tables.over or self.sitting.enough(self):
            self.finish()

    def _since_start(self) -> float:
        return self._loop.time() - self.guard.box.started if self.guard.box else 0.0

    def _uses(self, usage: Usage) -> None:
        if self.instance.connected and not self.connect_s:
            self.connect_s = self._since_start()
        self.memory = max(self.memory, usage.memory)
        self.printed = max(self.printed, usage.printed)
        most = self._host.bounds.memory
        if self.memory > most:
            used = f"{self.memory / _MB:.0f} MB, at most {most / _MB:.0f} MB are allowed"
            self.instance.lose(Fault(Verdict.OOM, f"the bot needed more memory than it may have: {used}"))
            if self.guard.box:
                self.guard.box.end()


def secret_of(secret: bytes, seats: int, board: int) -> bytes:
    """What a board is dealt from: the same whoever plays, so a mended bot meets the same cards."""
    return board_secret(secret, [GUEST_VERSION] * seats, 0, board)
