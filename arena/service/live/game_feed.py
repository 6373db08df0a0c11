"""What comes of one match that is watched, kept for a moment until it is passed on."""

import threading
from typing import Final

from arena.store.live.games import LivePlace

_MAX_BYTES: Final = 1 << 20  # that wait
_BEGINS: Final = b'{"format"'  # a document begins so, a piece does not


class WatchedTable:
    """The audience of a match (`arena.referee.live.spectators`): what its thread brings, another takes on.

    Nothing is passed on that has a gap in it: then the next game is waited for.
    """

    def __init__(self, place: LivePlace) -> None:
        self.place = place
        self.begun = False  # its match has a process
        self.wanted = False
        self._lock = threading.Lock()
        self._news: list[bytes] = []
        self._bytes = 0
        self._broken = True

    @property
    def match(self) -> str:
        """The match as "7.1.2"."""
        return ".".join(map(str, self.place[:3]))

    def want(self, wanted: bool) -> None:
        """Whether somebody watches."""
        if self.wanted and not wanted:
            self.lose()
        self.wanted = wanted

    def watches(self) -> bool:
        self.begun = True
        return self.wanted

    def told(self, news: bytes) -> None:
        """The first of a game as a document, then its pieces. A new game takes the place of the last."""
        with self._lock:
            if begins(news):
                self._empty()
                self._broken = False
            if self._broken:
                return
            self._news.append(news)
            self._bytes += len(news)
            if self._bytes > _MAX_BYTES:
                self._empty()
                self._broken = True

    def take(self) -> list[bytes]:
        """What waits, oldest first."""
        with self._lock:
            news = self._news
            self._empty()
        return news

    def lose(self) -> None:
        """What was taken is gone."""
        with self._lock:
            self._empty()
            self._broken = True

    def _empty(self) -> None:
        self._news, self._bytes = [], 0


def begins(news: bytes) -> bool:
    """Whether a game begins with this."""
    return news.startswith(_BEGINS)
