"""The live feed sends one running game of the match to spectators, or to the person who plays in it.

The games never wait for the feed. Without spectators, the feed does nothing and imports nothing.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from math import inf
from typing import TYPE_CHECKING, Final

from arena.record.match import seat_of
from arena.referee.live.progress import PART, WATCHED, write_line

if TYPE_CHECKING:
    from arena.referee.live.followed_game import FollowedGame
    from arena.referee.match.game import OpenGame

WATCHED_S: Final = 3.0  # one request keeps the feed running for so long

_TICK_S: Final = 0.05  # between two plies
_PAUSE_S: Final = 2.0  # between the end of a game and the next one
_MAX_LINE: Final = 4_000  # bytes: below PIPE_BUF a line is written completely or not at all
_CATCH_UP: Final = 8  # plies at once, of those played before the game was followed


class LiveFeed:
    """The feed of one running game to its spectators, through a pipe to the parent process.

    When the game ends, the feed continues with another game. `viewer`: the number of the bot whose hand is
    shown, for a person who plays; None to show no hand.
    """

    def __init__(self, descriptor: int, viewer: int | None = None) -> None:
        self.games: Mapping[int, OpenGame] = {}  # running games by number
        self._descriptor = descriptor
        self._viewer = viewer
        self._lines: deque[bytes] = deque()
        self._game: FollowedGame | None = None
        self._until = 0.0
        self._next = 0.0  # when the next plies may be sent
        self._timer: asyncio.TimerHandle | None = None  # set while plies may be unsent

    def keep_running(self) -> None:
        """Keep the feed running for `WATCHED_S` more seconds; if a person plays, without a time limit.

        Call this in the event loop's thread.
        """
        self._until = asyncio.get_running_loop().time() + (WATCHED_S if self._viewer is None else inf)
        self.wake()

    def wake(self) -> None:
        """Send new plies soon, if the feed runs. Call this when a game has changed."""
        if self._timer is None and self._until:
            self._timer = asyncio.get_running_loop().call_at(self._next, self._tick)

    def _tick(self) -> None:
        now = asyncio.get_running_loop().time()
        self._timer = None
        if now >= self._until:
            self._until = 0.0
            self._game = None
        elif self._game and self._game.over and not self._lines:
            self._game = None
            self._next = now + _PAUSE_S
            self.wake()
        else:
            self._next = now + _TICK_S
            if self._send():
                self.wake()

    def _send(self) -> bool:
        """Write unsent lines to the pipe, as many as fit. If all are sent, first make lines from new plies.

        Return False if there are no lines and no new plies.
        """
        if not self._lines:
            self._lines.extend(_lines(self._news()))
        had_lines = bool(self._lines)
        while self._lines and write_line(self._descriptor, self._lines[0]):
            self._lines.popleft()
        return had_lines

    def _news(self) -> bytes:
        self._game = self._game or self._choose_game()
        return self._game.news(_CATCH_UP) if self._game else b""

    def _choose_game(self) -> FollowedGame | None:
        """Return the running game with the fewest plies, as a FollowedGame; None if no game runs."""
        youngest = min(self.games.values(), key=lambda game: game.position.ply, default=None)
        if youngest is None:
            return None
        from arena.referee.live.followed_game import FollowedGame
        from arena.viewer.replay.film import PUBLIC

        context = youngest.context
        if self._viewer is None:
            return FollowedGame(youngest, PUBLIC)
        return FollowedGame(youngest, seat_of(self._viewer, context.rotation, context.game.seats))


def _lines(news: bytes) -> list[bytes]:
    """Split a JSON text into lines so short that a pipe takes each whole or not at all."""
    if not news:
        return []
    parts = [news[at : at + _MAX_LINE] for at in range(0, len(news), _MAX_LINE)]
    return [*(PART + part + b"\n" for part in parts[:-1]), WATCHED + parts[-1] + b"\n"]
