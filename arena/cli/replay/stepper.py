"""The state of the terminal player: the current ply and seat, and what each key does."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import count
from typing import Final

from arena.viewer.replay.film import Film


class Key(Enum):
    """The keys that type no character, such as the arrow keys."""

    LEFT = "←"
    RIGHT = "→"
    HOME = "Home"
    END = "End"


HELP: Final = (
    "→ ←         next, previous ply",
    "Home End    first, last ply",
    "n p         next, previous mark on the line below",
    "space       play, stop",
    "0           all hands",
    "1 … 8       what this seat saw",
    "?           this help",
    "q           quit",
)


@dataclass(frozen=True, slots=True)
class PlayerState:
    """The state of a replay on the terminal: game, shown ply, shown seat, automatic play, help."""

    film: Film
    ply: int = 0
    seat: int | None = None  # the seat whose view is shown, from 0; None shows all hands
    playing: bool = False
    helping: bool = False
    quit: bool = False

    @property
    def last(self) -> int:
        return len(self.film.frames) - 1

    def at(self, ply: int) -> "PlayerState":
        """Return the state at a ply. Numbers outside the game become its first or last ply."""
        return replace(self, ply=max(0, min(ply, self.last)))

    def tick(self) -> "PlayerState":
        """Return the state at the next ply, for automatic play. At the last ply, automatic play stops."""
        return replace(self.at(self.ply + 1), playing=self.playing and self.ply + 1 < self.last)

    def press(self, key: Key | str, filmed: Callable[[int | None], Film]) -> "PlayerState":
        """Return the state after a key was pressed.

        `filmed`: a function that returns the game in the view of a seat; None stands for all hands.
        """
        if isinstance(key, str) and key.isdecimal():
            return self._switch_to_seat(int(key) - 1, filmed)
        if key not in _KEYS:
            return self
        return _KEYS[key](self)

    def _switch_to_seat(self, seat: int, filmed: Callable[[int | None], Film]) -> "PlayerState":
        if seat >= len(self.film.frames[0].seats):
            return self
        side = None if seat < 0 else seat
        return replace(self, film=filmed(side), seat=side)

    def _mark(self, step: int) -> "PlayerState":
        for ply in count(self.ply + step, step):
            if not 0 <= ply <= self.last:
                return self
            if self.film.frames[ply].marks:
                return self.at(ply)
        raise AssertionError("the count never ends")


_KEYS: Final[Mapping[Key | str, Callable[[PlayerState], PlayerState]]] = {
    Key.RIGHT: lambda state: replace(state.at(state.ply + 1), playing=False),
    Key.LEFT: lambda state: replace(state.at(state.ply - 1), playing=False),
    Key.HOME: lambda state: state.at(0),
    Key.END: lambda state: state.at(state.last),
    "n": lambda state: state._mark(1),
    "p": lambda state: state._mark(-1),
    " ": lambda state: replace(state, playing=not state.playing and state.ply < state.last),
    "?": lambda state: replace(state, helping=not state.helping),
    "q": lambda state: replace(state, quit=True),
}
