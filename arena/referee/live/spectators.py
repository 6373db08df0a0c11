"""The spectators of a match while it is played, as the match sees them."""

import time
from collections.abc import Callable
from typing import Final, Protocol

from arena.referee.live.progress import PART, WATCHED
from arena.referee.process.match_process import MatchProcess

_ASK_INTERVAL_S: Final = 1.0  # less than one request holds


class Audience(Protocol):
    """The spectators of a match. Its methods are called from the match's thread, which waits for them."""

    def watches(self) -> bool:
        """True if somebody watches; called several times a second."""

    def show(self, news: bytes) -> None:
        """Take the start of a game as a film document, or a piece of it: `arena.viewer.replay.film_json`."""


class Show:
    """Asks the match process for what the audience wants to see, and joins its lines."""

    def __init__(
        self, process: MatchProcess, audience: Audience, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._process = process
        self._audience = audience
        self._clock = clock
        self._next = clock()
        self._parts = b""

    def look(self) -> None:
        """Ask the process again, if it is time and somebody watches."""
        now = self._clock()
        if now >= self._next and self._audience.watches():
            self._next = now + _ASK_INTERVAL_S
            self._process.ask_for_news()

    def read(self, line: bytes) -> None:
        """Read a line of the process."""
        if line.startswith(PART):
            self._parts += line.removeprefix(PART)
        elif line.startswith(WATCHED):
            self._audience.show(self._parts + line.removeprefix(WATCHED))
            self._parts = b""


class NoAudience:
    """An empty audience."""

    def watches(self) -> bool:
        return False

    def show(self, news: bytes) -> None:
        """Do nothing."""
