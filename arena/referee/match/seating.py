"""One rotation of a match: every seat manned by fresh instances, every board played once."""

import asyncio
from collections.abc import Callable, Sequence
from hmac import digest as hmac_digest
from pathlib import Path
from typing import Final

from arena.record.format import BotName
from arena.record.match import Clock, FaultRecord, MatchSpec, Verdict, bot_on
from arena.referee.clock import budget
from arena.referee.faults import Fault
from arena.referee.match.game import OverGame, Setting
from arena.referee.match.games import Board, Tables
from arena.referee.match.instance import Instance
from arena.referee.net.arrival_times import LagSelector
from arena.referee.process.time_limit import MAX_FRESH
from arena.rules import Game
from arena.sandbox.match_dir import instance_directory
from arena.sandbox.protocol import Runner
from arena.wire.encode import welcome

_MS: Final = 1000
_PLAYING_ORDER: Final = "maumau-playing-order-1"


class Rotation:
    """Plays all boards in one rotation, each rotation in a secret order of its own.

    `lag` tells when bots' messages arrived. `finished` is called with every game that is
    over; `connected` with the number of every bot that is there, `over_budget` with that of one that used
    more of the referee than it may.
    """

    def __init__(
        self,
        spec: MatchSpec,
        game: Game,
        rotation: int,
        lag: LagSelector | None,
        finished: Callable[[OverGame], None],
        connected: Callable[[int], None],
        over_budget: Callable[[int], None] = lambda bot: None,
    ) -> None:
        seats = len(spec.bots)
        self.faults: list[FaultRecord] = []
        self._spec = spec
        self._game = game
        self._rotation = rotation
        self._bots = [bot_on(seat, rotation, seats) for seat in range(seats)]  # by seat
        self.lag = lag
        self._connected = connected
        self._over_budget = over_budget
        names = tuple(BotName(spec.bots[bot].name, spec.bots[bot].version) for bot in self._bots)
        setting = Setting(game, rotation, names, bytes.fromhex(spec.key), budget(spec.clock), spec.limits)
        self.tables = Tables(setting, boards_of(spec, rotation), spec.limits.in_flight, finished)
        self._instances: dict[int, Instance] = {}
        self._loop = asyncio.get_running_loop()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._patience: asyncio.TimerHandle | None = None  # with answers of games that ended

    async def play(self, runners: Sequence[Runner], run: Path) -> None:
        """Until every game is over and every bot gone. `runners` by bot."""
        async with asyncio.TaskGroup() as group:
            for seat in range(len(self._bots)):
                group.create_task(self._man(seat, runners[self._bots[seat]], run))
            await self._over
            for instance in self._instances.values():
                instance.dismiss()

    async def _man(self, seat: int, runner: Runner, run: Path) -> None:
        """Keep a bot on this seat, while there are games to begin and fresh instances are left."""
        bot = self._bots[seat]
        for _ in range(MAX_FRESH + 1):
            with instance_directory(run) as own:
                folder = own / str(seat)
                instance = Instance(seat, self._spec.bots[bot], self._spec.limits, folder, self)
                self._instances[seat] = instance
                await instance.live(runner)
            self.faults += instance.records(bot)
            if self._over.done():
                return
            if not instance.was_ready or not self.tables.waiting:
                break
        self.tables.give_up(seat, Verdict.NO_START if instance.was_ready else instance.verdict)
        self._look()

    def _look(self) -> None:
        """After whatever has changed."""
        self._see_to_numbers()
        if self.tables.over and not self._over.done():
            self._over.set_result(None)

    def _see_to_numbers(self) -> None:
        """Where all are of games that ended while a bot was thinking, it has as long as if they had not."""
        if not self.tables.held_up:
            if self._patience:
                self._patience.cancel()
                self._patience = None
        elif not self._patience:
            longest = self._spec.clock.cap_ms or Clock().cap_ms
            self._patience = self._loop.call_later(longest / _MS, self._late_never_come)

    def _late_never_come(self) -> None:
        self._patience = None
        try:
            self.tables.late_never_come()
        except Exception as bug:
            self.crashed(bug)
        self._look()

    # ---- what the instances say ----

    def ready(self, instance: Instance, most_games: int) -> None:
        self._connected(self._bots[instance.seat])
        limits = self._spec.limits
        most = min(limits.in_flight, most_games)
        instance.welcome(welcome(self._game, most, self._spec.clock))
        self.tables.seat(instance.seat, instance.stream, most)
        self._look()

    def received(self, instance: Instance, data: bytes, now: float, lag: float) -> None:
        self.tables.receive(instance.seat, data, now, lag)
        self._look()

    def due(self, instance: Instance) -> float | None:
        return self.tables.due(instance.seat)

    def late(self, instance: Instance) -> None:
        instance.lose(*self.tables.overdue(instance.seat, self._loop.time()))

    def lost(self, instance: Instance, fault: Fault, in_game: int | None) -> None:
        if fault.over_budget:
            self._over_budget(self._bots[instance.seat])
        if instance.was_ready:
            self.tables.lose(instance.seat, fault, in_game)
            self._look()
        else:
            instance.stream.faults.append(fault)

    def crashed(self, bug: BaseException) -> None:
        if not self._over.done():
            self._over.set_exception(bug)


def boards_of(spec: MatchSpec, rotation: int) -> Sequence[Board]:
    """Return the boards of a piece, numbered as in the whole match, in the secret order of one rotation.

    They are sorted by HMAC-SHA-256(board secret, "maumau-playing-order-1/ROTATION"), so the orders of two
    rotations are independent: a bot cannot recognise a board of an earlier rotation by its place.
    """
    boards = [Board(spec.first_board + i, bytes.fromhex(secret)) for i, secret in enumerate(spec.secrets)]
    label = f"{_PLAYING_ORDER}/{rotation}".encode("ascii")
    return sorted(boards, key=lambda board: hmac_digest(board.secret, label, "sha256"))
