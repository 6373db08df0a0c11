"""Collect the film of one watched match until the relay takes it on."""

import threading
from typing import Final

from arena.store.live.status import LivePlace

MAX_BYTES: Final = 1 << 20  # waiting
DOCUMENT: Final = b'{"format"'  # a document starts so, a piece does not


class WatchedTable:
    """A match's spectators (`arena.referee.live.spectators`): filled by the match, emptied by the relay.

    A film has no gaps: after anything is lost, nothing is accepted until the next game.
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
        """Set whether somebody watches."""
        if self.wanted and not wanted:
            self.lose()
        self.wanted = wanted

    def watches(self) -> bool:
        self.begun = True
        return self.wanted

    def show(self, news: bytes) -> None:
        """Add a document, which starts a game and replaces the last one, or a piece."""
        with self._lock:
            if is_document(news):
                self._empty()
                self._broken = False
            if self._broken:
                return
            self._news.append(news)
            self._bytes += len(news)
            if self._bytes > MAX_BYTES:
                self._empty()
                self._broken = True

    def take(self) -> list[bytes]:
        """Remove and return what waits, oldest first."""
        with self._lock:
            news = self._news
            self._empty()
        return news

    def lose(self) -> None:
        """Drop what waits: what was taken before it could not be stored."""
        with self._lock:
            self._empty()
            self._broken = True

    def _empty(self) -> None:
        self._news, self._bytes = [], 0


def is_document(news: bytes) -> bool:
    """True if a game starts with this."""
    return news.startswith(DOCUMENT)
