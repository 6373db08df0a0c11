"""Following one game of a match for whoever watches: games know nothing of it and are never held up.

Nobody is followed before somebody asks, and nothing that only watching needs is loaded before.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from arena.referee.live.progress import PART, WATCHED, write_line

if TYPE_CHECKING:
    from arena.referee.live.public_game import FollowedGame
    from arena.referee.match.game import LiveGame

WATCHED_S: Final = 3.0  # for so long one request holds

_TICK_S: Final = 0.05  # so often the next ply is told
_PAUSE_S: Final = 2.0  # between the end of a game and the next that is followed
_LINE: Final = 4_000  # bytes: a line of less than PIPE_BUF goes into the pipe whole or not at all
_CATCH_UP: Final = 8  # plies told at once of those that lay behind when the game began to be followed


class Following:
    """Writes what is public of one open game of `games` to a pipe, ply after ply, while somebody watches."""

    def __init__(self, descriptor: int) -> None:
        self.games: Mapping[int, LiveGame] = {}
        self._descriptor = descriptor
        self._lines: deque[bytes] = deque()
        self._game: FollowedGame | None = None
        self._until = 0.0
        self._ticking = False

    def somebody_watches(self) -> None:
        """Go on for some seconds more. Called in the event loop."""
        loop = asyncio.get_running_loop()
        self._until = loop.time() + WATCHED_S
        if not self._ticking:
            self._ticking = True
            loop.call_soon(self._tick)

    def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        self._ticking = loop.time() < self._until
        if not self._ticking:
            self._game = None
            return
        if self._game and self._game.over and not self._lines:
            self._game = None
            loop.call_later(_PAUSE_S, self._tick)
            return
        self._tell()
        loop.call_later(_TICK_S, self._tick)

    def _tell(self) -> None:
        """Write what waits; when that is gone, what happened next. A full pipe is tried again later."""
        if not self._lines:
            self._lines.extend(_lines(self._news()))
        while self._lines and write_line(self._descriptor, self._lines[0]):
            self._lines.popleft()

    def _news(self) -> bytes:
        self._game = self._game or self._chosen()
        return self._game.news(_CATCH_UP) if self._game else b""

    def _chosen(self) -> FollowedGame | None:
        """The game that has begun last: of that all is seen from the start."""
        youngest = min(self.games.values(), key=lambda game: game.position.ply, default=None)
        if youngest is None:
            return None
        from arena.referee.live.public_game import FollowedGame

        return FollowedGame(youngest)


def _lines(news: bytes) -> list[bytes]:
    """The news as lines that are short enough; none if there are none."""
    if not news:
        return []
    parts = [news[at : at + _LINE] for at in range(0, len(news), _LINE)]
    return [*(PART + part + b"\n" for part in parts[:-1]), WATCHED + parts[-1] + b"\n"]
