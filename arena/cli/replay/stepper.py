"""Stepping through a game: which ply and whose side is shown, and what each key does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count
from typing import Final

from arena.viewer.replay.film import Film


class Key(Enum):
    """The keys that have no letter."""

    LEFT = "←"
    RIGHT = "→"
    HOME = "Home"
    END = "End"


HELP: Final = (
    "→ ←         one ply on, back",
    "Home End    the first, the last ply",
    "n p         the next, the previous mark on the line below",
    "space       play, stop",
    "0           all hands",
    "1 … 8       as this seat saw it",
    "?           this help",
    "q           leave",
)


@dataclass(frozen=True, slots=True)
class Watch:
    """What is on the screen now. `seat` (from 0) is whose side is shown, None for all hands."""

    film: Film
    ply: int = 0
    seat: int | None = None
    playing: bool = False
    helping: bool = False
    over: bool = False

    @property
    def last(self) -> int:
        return len(self.film.frames) - 1

    def at(self, ply: int) -> "Watch":
        """The same at another ply, or at the nearest there is."""
        return replace(self, ply=max(0, min(ply, self.last)))

    def tick(self) -> "Watch":
        """One ply on in playing, which stops at the end."""
        return replace(self.at(self.ply + 1), playing=self.playing and self.ply + 1 < self.last)

    def press(self, key: Key | str, filmed: Callable[[int | None], Film]) -> "Watch":
        """What it is after a key; `filmed` makes the film of another side."""
        if isinstance(key, str) and key.isdecimal():
            return self._switch_to_seat(int(key) - 1, filmed)
        if key not in _KEYS:
            return self
        return _KEYS[key](self)

    def _switch_to_seat(self, seat: int, filmed: Callable[[int | None], Film]) -> "Watch":
        if seat >= len(self.film.frames[0].seats):
            return self
        side = None if seat < 0 else seat
        return replace(self, film=filmed(side), seat=side)

    def _mark(self, step: int) -> "Watch":
        for ply in count(self.ply + step, step):
            if not 0 <= ply <= self.last:
                return self
            if self.film.frames[ply].marks:
                return self.at(ply)
        raise AssertionError("the count never ends")


_KEYS: Final[Mapping[Key | str, Callable[[Watch], Watch]]] = {
    Key.RIGHT: lambda watch: replace(watch.at(watch.ply + 1), playing=False),
    Key.LEFT: lambda watch: replace(watch.at(watch.ply - 1), playing=False),
    Key.HOME: lambda watch: watch.at(0),
    Key.END: lambda watch: watch.at(watch.last),
    "n": lambda watch: watch._mark(1),
    "p": lambda watch: watch._mark(-1),
    " ": lambda watch: replace(watch, playing=not watch.playing and watch.ply < watch.last),
    "?": lambda watch: replace(watch, helping=not watch.helping),
    "q": lambda watch: replace(watch, over=True),
}
