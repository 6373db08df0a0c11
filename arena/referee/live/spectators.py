"""Who watches a match while it is played, as the match sees it."""

import time
from collections.abc import Callable
from typing import Final, Protocol

from arena.referee.live.progress import PART, WATCHED
from arena.referee.process.match_process import MatchProcess

_ASK_S: Final = 1.0  # less than one request holds


class Audience(Protocol):
    """Called from the match's thread, and waited for."""

    def watches(self) -> bool:
        """Whether anybody does; asked some times a second."""

    def told(self, news: bytes) -> None:
        """The first of a game as the document of a film, then its pieces: `arena.viewer.replay.film_json`."""


class Show:
    """Lets a child tell what the audience wants to see, and puts the lines of that together."""

    def __init__(
        self, child: MatchProcess, audience: Audience, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._child = child
        self._audience = audience
        self._clock = clock
        self._next = clock()
        self._parts = b""

    def look(self) -> None:
        """Ask the child again, if it is time and somebody watches."""
        now = self._clock()
        if now >= self._next and self._audience.watches():
            self._next = now + _ASK_S
            self._child.ask()

    def heard(self, line: bytes) -> None:
        """A line of the child."""
        if line.startswith(PART):
            self._parts += line.removeprefix(PART)
        elif line.startswith(WATCHED):
            self._audience.told(self._parts + line.removeprefix(WATCHED))
            self._parts = b""


class EmptyHouse:
    """Nobody watches."""

    def watches(self) -> bool:
        return False

    def told(self, news: bytes) -> None:
        """Nobody asked."""
