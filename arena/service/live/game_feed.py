"""The queue for the film (the replay frames) of one watched match."""

import threading
from typing import Final

from arena.service.common.text import MatchId
from arena.store.live.status import LivePlace

MAX_BYTES: Final = 1 << 20  # of texts that wait for the relay
DOCUMENT: Final = b'{"format"'  # the start of a film document; further frames start otherwise


class FilmQueue:
    """The queue of film texts (JSON with replay frames) from a running match to its spectators.

    The match process fills it, the relay empties it. If a text is lost, all texts are dropped until the next
    game starts, because a film must have no gaps.
    """

    def __init__(self, place: LivePlace) -> None:
        self.place = place
        self.started = False  # True once the match process runs
        self.wanted = False
        self._lock = threading.Lock()
        self._film_texts: list[bytes] = []
        self._bytes = 0
        self._broken = True

    @property
    def match(self) -> str:
        """The id of the match, such as "7.1.2"."""
        return str(MatchId(*self.place[:3]))

    def set_watched(self, wanted: bool) -> None:
        """Record whether somebody watches the match. If nobody does, drop the waiting texts."""
        if self.wanted and not wanted:
            self.drop_game()
        self.wanted = wanted

    def watches(self) -> bool:
        self.started = True
        return self.wanted

    def show(self, film_text: bytes) -> None:
        """Add a film text to the queue: either the document that starts a game, or further frames.

        A document removes all waiting texts, because they belong to the previous game.
        """
        with self._lock:
            if is_document(film_text):
                self._empty()
                self._broken = False
            if self._broken:
                return
            self._film_texts.append(film_text)
            self._bytes += len(film_text)
            if self._bytes > MAX_BYTES:
                self._empty()
                self._broken = True

    def take(self) -> list[bytes]:
        """Remove all waiting texts and return them, the oldest first."""
        with self._lock:
            film_texts = self._film_texts
            self._empty()
        return film_texts

    def drop_game(self) -> None:
        """Drop everything unsent of this game. The film continues with the next game of the match."""
        with self._lock:
            self._empty()
            self._broken = True

    def _empty(self) -> None:
        self._film_texts, self._bytes = [], 0


def is_document(film_text: bytes) -> bool:
    """True if a film text is a whole document, which starts a game; False if it only adds frames."""
    return film_text.startswith(DOCUMENT)
