"""A bot instance: one run of a bot, from its start to the removal of its process, sockets and files."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Protocol, TypeVar

from arena.record.match import BotSpec, FaultRecord, Limits, Verdict
from arena.referee.faults import DetectedFault, fault_records, warning
from arena.referee.match.handshake import Handshake
from arena.referee.net.arrival_times import LagSelector
from arena.referee.net.deadline import Deadline
from arena.referee.net.flood import (
    library_seconds,
    watch_for_flood,
    watch_for_many_connections,
    watch_for_read_stall,
)
from arena.referee.net.listener import PINGS, Listener, Pings
from arena.referee.net.stream import Sender, Stream
from arena.sandbox.protocol import Box, CannotStart, Exit, Launch, Runner, raise_if_disk_full
from arena.sandbox.remove_tree import remove_folder
from arena.wire.decode import HelloInfo, OverBudget, ProtocolError, parse_request
from arena.wire.encode import fault as fault_message
from arena.wire.limits import ANSWER_BYTES, RECEIVE_BYTES

T = TypeVar("T")

_FAREWELL_S: Final = 0.1  # time to send the last message
_EXIT_S: Final = 0.2  # time for a judged bot to end by itself
_READ_S: Final = 0.05  # the longest time between the library's read and our handling
_MAX_BEHIND_S: Final = 1.0  # how long to wait for a library that is busy with other bots
_FRAMING_BYTES: Final = 16_384  # the framing of all messages that a bot may still send
_BUSY: Final = 0.25  # share of a processor from which the library counts as busy
_OOM_IN_CHILD: Final = (
    "oom_in_child: a process that the bot had started was ended, as together they needed more memory than "
    "the bot may have"
)
_BROKEN: Final = (
    "the stream was broken off while the bot stayed connected: by a message far too long, by one that is "
    "no gRPC message, or by a cancelled call"
)
_CLOSED: Final = (
    "closed its connection, or the gRPC library closed it because of a flood of frames or of a frame that "
    "HTTP/2 does not allow"
)


class Referee(Protocol):
    """The interface through which bot instances report to their owner.

    The instances call these methods in the event loop's thread.
    """

    @property
    def arrival_selector(self) -> LagSelector | None:
        """The event loop's selector, which records when bytes arrive; None if arrival times are not
        needed.
        """

    def on_ready(self, instance: "Instance", max_games: int) -> None:
        """Handle the bot's Hello. `max_games`: how many games the bot can play at once."""

    def on_message(self, instance: "Instance", data: bytes, now: float, lag_s: float) -> None:
        """Handle a message with answers.

        `now`: loop time. `lag_s`: how many seconds the message has waited to be read.

        Raise ProtocolError if the message is invalid.
        """

    def deadline(self, instance: "Instance") -> float | None:
        """Return the loop time by which the bot must have answered; None if it has no limit now."""

    def on_timeout(self, instance: "Instance") -> None:
        """Handle a bot that did not answer by its deadline."""

    def on_lost(self, instance: "Instance", fault: DetectedFault, in_game: int | None) -> None:
        """Handle the loss of a bot's instance: give the bot a verdict in all its open games.

        `in_game`: the game in which the fault happened; the bot's other games get STALL (lost through a fault
        in another game). If `in_game` is None, all games get the verdict of `fault`.
        """

    def on_crash(self, bug: BaseException) -> None:
        """Handle an exception that is a bug of the referee."""


class Instance:
    """One run of a bot on its seat, from its start to its removal."""

    def __init__(
        self,
        seat: int,
        bot: BotSpec,
        limits: Limits,
        folder: Path,
        referee: Referee,
        stream: Callable[[Sender], Stream] = Stream,
        pings: Pings = PINGS,
    ) -> None:
        self.seat = seat
        self.verdict = Verdict.OK
        self.box: Box | None = None
        self._bot = bot
        self._limits = limits
        self._folder = folder
        self._referee = referee
        self._handshake = Handshake(limits.start_ms)
        self._listener = Listener(folder, self, pings, referee.arrival_selector)
        self.stream = stream(self._listener)
        self._loop = asyncio.get_running_loop()
        self._deadline = Deadline(self._loop, self._next_deadline, self._late, self._may_be_in_time)
        self._worked = (0.0, 0.0)  # when handling of the bot's last message began and ended
        self._behind = (0.0, 0.0)  # the deadline, and how long the library had worked when it was missed
        self._first: list[bytes] = []
        self._last: list[bytes] = []
        self._over = asyncio.Event()
        self._cut_off = False  # used too much of the referee: nothing more is sent
        self._exit: Exit | None = None
        self._oom_in_child = False

    @property
    def hello(self) -> HelloInfo | None:
        return self._handshake.hello

    @property
    def was_ready(self) -> bool:
        """True if the bot has sent its Hello."""
        return self.hello is not None

    @property
    def connected(self) -> bool:
        """True if the bot has opened its gRPC stream to the referee."""
        return self._listener.has_opened_stream

    async def live(self, runner: Runner) -> None:
        """Run the bot until it has a verdict or is dismissed. Then remove its process, sockets and files.

        `runner`: starts the bot's process.
        """
        with raise_if_disk_full(self._folder.parents[1]):
            self._folder.mkdir(mode=0o755)
        watches = [
            asyncio.create_task(watch)
            for watch in (
                watch_for_flood(self._listener, self._over_budget),
                watch_for_many_connections(self._listener, self._over_budget),
                watch_for_read_stall(
                    self._listener, self._is_asked, self._handshake.limit_s, self._read_stalled
                ),
            )
        ]
        for watch in watches:
            watch.add_done_callback(self._report_bug)
        try:
            await self._listener.start()
            await self._play(runner)
        finally:
            for watch in watches:
                watch.cancel()
            self._deadline.cancel()
            try:
                await self._listener.close()
            finally:
                await asyncio.to_thread(remove_folder, self._folder)

    def welcome(self, message: bytes) -> None:
        """Send `message` to the bot as its first message."""
        self._first.append(message)
        self._listener.send()

    def lose(self, fault: DetectedFault, in_game: int | None = None) -> None:
        """Give the bot the verdict of `fault` and end its instance.

        Do nothing if the bot already has a verdict or was dismissed. `in_game`: the game in which
        the fault happened, if it belongs to a game (see `Referee.on_lost`).
        """
        if self._over.is_set():
            return
        self.verdict = fault.verdict
        self._last.append(fault_message(fault.verdict, fault.detail))
        self._over.set()
        self._referee.on_lost(self, fault, in_game)

    def dismiss(self) -> None:
        """End the bot without a verdict, because it is not needed any more. Do nothing if it already has a
        verdict.
        """
        self._over.set()

    def records(self, bot: int) -> list[FaultRecord]:
        """Return the records of the bot's faults and warnings. Call this after `live` has returned.

        `bot`: its number in the match.
        """
        output = self.box.output() if self.box else b""
        records = fault_records(self.stream.faults, bot, self.seat, self._exit, output)
        if self._oom_in_child:
            records.append(warning(_OOM_IN_CHILD, bot, self.seat, output))
        return records

    # ---- its life ----

    async def _play(self, runner: Runner) -> None:
        try:
            self.box = box = await runner.start(self.launch())
        except CannotStart as problem:
            self.lose(DetectedFault(Verdict.NO_START, str(problem)))
            return
        self._handshake.start(box.started)
        self._deadline.moved()
        watch = asyncio.create_task(self._watch(box))
        watch.add_done_callback(self._report_bug)
        exited = asyncio.create_task(box.wait())
        try:
            await self._over.wait()
            await self.farewell(box)
        finally:
            watch.cancel()
            box.kill()
            await box.close()
            self._oom_in_child = _oom_inside(exited) and self.verdict is not Verdict.OOM

    def launch(self) -> Launch:
        """Return the data that a runner needs to start the bot, such as its command, folder and token."""
        bot, limits, token = self._bot, self._limits, self._handshake.token
        return Launch(
            bot.command, bot.folder, self._folder, token, limits.output_bytes, bot.image, limits.printed_bytes
        )

    async def _watch(self, box: Box) -> None:
        """Wait until the bot's process or stream ends, or the bot prints too much. Then give it a verdict.

        `box`: the running bot.
        """
        exited = asyncio.create_task(box.wait())
        hung_up = asyncio.create_task(self._listener.hung_up.wait())
        flooded = asyncio.create_task(box.wait_for_flood())
        try:
            await asyncio.wait((exited, hung_up, flooded), return_when=asyncio.FIRST_COMPLETED)
            if flooded.done():
                self._over_budget(f"more than {self._limits.printed_bytes} bytes printed")
            if self._over.is_set():
                return
            connected = self._listener.connections()
            # A dying bot ends both, and only both together show the cause.
            await asyncio.wait((exited, hung_up), timeout=box.max_exit_delay_s)
            if not self._over.is_set():
                self._exit = exited.result() if exited.done() else None
                await box.check_own_exit()
            self._judge_end(bool(connected & self._listener.connections()))
        finally:
            exited.cancel()
            hung_up.cancel()
            flooded.cancel()

    def _report_bug(self, watch: asyncio.Task[None]) -> None:
        if not watch.cancelled() and (bug := watch.exception()):
            self._referee.on_crash(bug)

    def _judge_end(self, still_connected: bool) -> None:
        closed = _CLOSED if self._listener.broken else "closed its stream"
        how = f"exited with code {self._exit.code}" if self._exit else closed
        if self._exit and self._exit.oom:
            self.lose(DetectedFault(Verdict.OOM, "the bot needed more memory than it may have"))
        elif not self._exit and self._listener.broken and still_connected:
            self.lose(DetectedFault(Verdict.PROTOCOL, _BROKEN))
        elif self.was_ready:
            self.lose(DetectedFault(Verdict.DISCONNECT, f"the bot {how}"))
        else:
            self.lose(self._handshake.exit_fault(how, self._exit))

    async def farewell(self, box: Box) -> None:
        """Send the bot its last message. If it is at fault, give it a moment to print the cause and end.

        If the bot used too much of the referee's resources, send nothing and kill it. `box`: the running bot.
        """
        if self._cut_off:
            box.kill()  # a flood would keep the library from hanging up
            await self._listener.close()
        if self._cut_off or not self._listener.has_opened_stream:
            return
        self._listener.finish(deaf=self.verdict is not Verdict.OK)
        await _within(_FAREWELL_S, self._listener.hung_up.wait())
        if self.verdict is not Verdict.OK and not self._exit:
            self._exit = await _within(_EXIT_S, box.wait())

    # ---- called by the listener and the clock ----

    def received(self, data: bytes) -> None:
        if self.verdict is not Verdict.OK:
            return
        try:
            self._understand(data)
        except ProtocolError as problem:
            self._break_protocol(problem)
        except Exception as bug:
            bug.add_note(f"while a message of {self._bot.name} {self._bot.version} was read")
            self._referee.on_crash(bug)

    def next_messages(self) -> list[bytes]:
        """Return all messages to send now, in order, and remove them from the queue."""
        try:
            messages = [*self._first, *self.stream.take(self._loop.time()), *self._last]
            self._first.clear()
            self._deadline.moved()
        except Exception as bug:
            self._referee.on_crash(bug)
            raise
        return messages

    def on_forbidden_call(self, detail: str) -> None:
        self._over_budget(detail)

    def _break_protocol(self, problem: ProtocolError) -> None:
        """Give the bot the verdict PROTOCOL for an invalid message.

        If the bot was already dismissed, record the verdict and the fault without reporting a loss.
        """
        fault = DetectedFault(Verdict.PROTOCOL, str(problem), over_budget=isinstance(problem, OverBudget))
        if self._over.is_set():
            self.verdict = fault.verdict
            self.stream.faults.append(fault)
        else:
            self.lose(fault)

    def _over_budget(self, detail: str) -> None:
        """End the bot with the verdict PROTOCOL, because it used too much of the referee's resources."""
        if not self._over.is_set():
            self._cut_off = True
            self._safely(lambda: self.lose(DetectedFault(Verdict.PROTOCOL, detail, over_budget=True)))

    def _safely(self, act: Callable[[], None]) -> None:
        """Call `act`; report any exception to the referee."""
        try:
            act()
        except Exception as bug:
            self._referee.on_crash(bug)

    def _understand(self, data: bytes) -> None:
        self.stream.allowance -= len(data)
        if len(data) > RECEIVE_BYTES:
            raise OverBudget(f"a message of {len(data)} bytes, at most {RECEIVE_BYTES} are allowed")
        if self.stream.allowance < 0:
            raise OverBudget(f"more than {ANSWER_BYTES} bytes for each question")
        if self._over.is_set():
            parse_request(data)
        elif self.was_ready:
            now = self._loop.time()
            self._referee.on_message(self, data, now, now - self._arrived(now))
            self._worked = now, self._loop.time()
        else:
            self._referee.on_ready(self, self._handshake.read(data).max_games)
        self._deadline.moved()

    def _arrived(self, now: float, *delivered_s: float) -> float:
        """Return when the bot's last bytes arrived, as a time of the event loop, at most `now`.

        If they waited while the bot's previous message was handled, count this wait as the bot's own delay.
        `delivered_s`: how many seconds the gRPC library may need to hand bytes over; may be omitted.
        """
        arrived = self._listener.arrived(now, *delivered_s)
        began, ended = self._worked  # while it was handled, later bytes waited: the bot's own delay
        return min(now, arrived + max(0.0, ended - max(began, arrived)))

    def _may_be_in_time(self, due: float) -> bool:
        """True if the bot's answer may have arrived in time, but was not handled yet.

        `due`: the loop time of the bot's deadline.
        """
        now = self._loop.time()
        arrived = self._arrived(now, _READ_S)
        if not self.stream.clock.open or not self.stream.clock.running_since < arrived <= due:
            return False
        if not self._listener.waiting():
            return now < arrived + _READ_S
        if self._behind[0] != due:
            self._behind = due, library_seconds()
        is_busy = library_seconds() - self._behind[1] > _BUSY * (now - due)
        return now < due + (_MAX_BEHIND_S if is_busy else _READ_S)

    def _next_deadline(self) -> float | None:
        if self._over.is_set() or self._listener.hung_up.is_set():
            return None
        try:
            return self._referee.deadline(self) if self.was_ready else self._handshake.deadline
        except Exception as bug:
            self._referee.on_crash(bug)
            return None

    def _is_asked(self) -> bool:
        return bool(self.stream.clock.open)

    def _read_stalled(self) -> None:
        """Give the bot the verdict TIMEOUT, because it did not read a waiting message in time."""
        limit = self._handshake.limit_s
        detail = f"it took no message for {limit:g} s"
        self._safely(lambda: self.lose(DetectedFault(Verdict.TIMEOUT, detail, limit, limit)))

    def _late(self) -> None:
        waiting = self._listener.waiting()  # much, if the library has stopped reading
        if waiting > _FRAMING_BYTES + 2 * self.stream.allowance:
            self._over_budget(f"a flood of frames that are no messages: {waiting} bytes wait to be read")
        elif self.was_ready:
            self._safely(lambda: self._referee.on_timeout(self))
        else:
            self._safely(lambda: self.lose(self._handshake.timeout_fault()))


def _oom_inside(exited: asyncio.Task[Exit]) -> bool:
    """True if the bot, or a process that it started, was killed because memory ran out.

    `exited`: the task that waits for the bot's exit.
    """
    if exited.cancel() or exited.cancelled() or exited.exception():
        return False
    return exited.result().oom_inside


async def _within(seconds: float, what: Awaitable[T]) -> T | None:
    try:
        return await asyncio.wait_for(what, seconds)
    except TimeoutError:
        return None
