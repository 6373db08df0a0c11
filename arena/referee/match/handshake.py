"""The handshake: a started bot must send Hello with its token within the start limit."""

import asyncio
from hmac import compare_digest
from secrets import token_hex
from typing import Final

from arena.record.match import Verdict
from arena.referee.faults import DetectedFault
from arena.sandbox.protocol import Exit
from arena.wire.decode import HelloInfo, ProtocolError, parse_hello, parse_request

_MS: Final = 1000


class Handshake:
    """The handshake with one bot. All times are times of the event loop, in seconds."""

    def __init__(self, start_ms: int) -> None:
        self.token = token_hex(16)
        self.hello: HelloInfo | None = None
        self.limit_s = start_ms / _MS
        self._loop = asyncio.get_running_loop()
        self._started = self._loop.time()

    def start(self, started: float) -> None:
        """Set the time from which the start limit runs, as a time of the event loop.

        `started`: infinity for a bot that is started by hand, which has no limit.
        """
        self._started = started

    @property
    def deadline(self) -> float:
        """The time at which the start limit ends."""
        return self._started + self.limit_s

    def read(self, data: bytes) -> HelloInfo:
        """Read the bot's first message.

        Raise ProtocolError if it is not a valid Hello with the right token.
        """
        hello = parse_hello(parse_request(data))
        if not compare_digest(hello.token.encode(), self.token.encode()):
            raise ProtocolError("hello.token is not the value of ARENA_TOKEN")
        self.hello = hello
        return hello

    def timeout_fault(self) -> DetectedFault:
        return self._fault(f"no Hello within {self.limit_s:g} s")

    def exit_fault(self, how: str, exit: Exit | None) -> DetectedFault:
        """Return the fault of a bot that ended before its Hello.

        `how`: how it ended, such as "exited with code 1". `exit`: the process's exit code and cause; None if
        the process still runs.
        """
        hint = "; does it call maumau.run?" if exit and exit.code == 0 else ""
        return self._fault(f"the bot {how} before it said Hello{hint}")

    def _fault(self, detail: str) -> DetectedFault:
        elapsed = max(0.0, self._loop.time() - self._started)  # a bot by hand starts at infinity
        return DetectedFault(Verdict.NO_START, detail, elapsed, self.limit_s)
