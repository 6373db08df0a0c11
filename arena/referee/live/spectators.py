"""The main program's part of live watching: request plies from the match process and pass them to the
spectators.
"""

import time
from collections.abc import Callable
from typing import Final, Protocol

from arena.referee.live.progress import PART, WATCHED
from arena.referee.process.match_process import MatchProcess

ASK_INTERVAL_S: Final = 1.0  # less than `feed.WATCHED_S`, for which one request keeps the feed running


class Audience(Protocol):
    """The spectators of a match. Its methods must be fast: they run in the thread of `run_match`."""

    def watches(self) -> bool:
        """True if somebody watches now. This is called several times a second."""

    def show(self, news: bytes) -> None:
        """Show the spectators the next JSON text of the game, as in `arena.viewer.replay.film_json`."""


class FeedReader:
    """The reader of a match's live feed.

    While somebody watches, the reader requests plies and joins the received lines into JSON texts.
    `interval_s`: the seconds from one request to the next.
    """

    def __init__(
        self,
        process: MatchProcess,
        audience: Audience,
        clock: Callable[[], float] = time.monotonic,
        interval_s: float = ASK_INTERVAL_S,
    ) -> None:
        self._process = process
        self._audience = audience
        self._clock = clock
        self._interval_s = interval_s
        self._next = clock()
        self._parts = b""

    def look(self) -> None:
        """Request plies from the match process if somebody watches and it is time for the next request."""
        now = self._clock()
        if now >= self._next and self._audience.watches():
            self._next = now + self._interval_s
            self._process.ask_for_news()

    def read(self, line: bytes) -> None:
        """Handle a line of a JSON text for spectators. Pass the text to the audience when it is complete."""
        if line.startswith(PART):
            self._parts += line.removeprefix(PART)
        elif line.startswith(WATCHED):
            self._audience.show(self._parts + line.removeprefix(WATCHED))
            self._parts = b""


class NoAudience:
    """An audience without spectators."""

    def watches(self) -> bool:
        return False

    def show(self, news: bytes) -> None:
        """Ignore the text."""
