"""What an author writes: a class with `choose`, or a function."""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from inspect import Parameter, signature
from random import Random
from types import SimpleNamespace
from typing import Final

from maumau.choices import Choice
from maumau.events import Event
from maumau.games import OpenGame, current
from maumau.matches import GameResult, MatchInfo
from maumau.views import View

Choose = Callable[..., Choice | Awaitable[Choice]]
_NOTE_BYTES: Final = 200
_BY_PLACE: Final = (Parameter.POSITIONAL_ONLY, Parameter.POSITIONAL_OR_KEYWORD)


class Bot(ABC):
    """A bot. Write `choose`; the rest may be left as it is.

    Many games are open at once. `run(MyBot)` makes a bot for each of them, which may keep in `self` what it
    remembers of its game; `run(MyBot())` asks this one about all, and what it remembers belongs in `memory`.
    """

    @abstractmethod
    def choose(self, view: View) -> Choice | Awaitable[Choice]:
        """One of `view.legal`, as it is or with its fields filled by `with_`. May be `async def`."""

    def on_match_start(self, info: MatchInfo) -> None:  # noqa: B027 - hooks may be left out
        """Called once, before this bot's first game."""

    def on_game_start(self, view: View) -> None:  # noqa: B027
        """Called when this bot is asked for the first time in a game, before `on_event` and `choose`."""

    def on_event(self, event: Event) -> None:  # noqa: B027
        """Called for everything that happened since the last question, before `choose` and at the end."""

    def on_game_end(self, result: GameResult) -> None:  # noqa: B027
        """Called when a game is over."""

    @property
    def rng(self) -> Random:
        """Random numbers for the game that is being asked about, from the referee's seed: so games repeat."""
        return _current().rng

    @property
    def memory(self) -> SimpleNamespace:
        """Yours, one for each game, empty when it starts: the same as `view.memory`."""
        return _current().memory

    def note(self, text: str) -> None:
        """Text to be shown beside the replay here, cut to 200 bytes of UTF-8. The last one counts."""
        _current().extras["note"] = str(text).encode(errors="replace")[:_NOTE_BYTES].decode(errors="ignore")

    def resign(self) -> None:
        """Give up the game that is being asked about, whatever `choose` returns."""
        _current().extras["resign"] = True


def _current() -> OpenGame:
    game = current.get().game
    if game is None:
        raise RuntimeError("no game is being asked about, which this belongs to")
    return game


class FunctionBot(Bot):
    """A bot made of a function of the view, or of the view and a random generator."""

    def __init__(self, function: Choose) -> None:
        self._function = function
        self._wants_rng = sum(one.kind in _BY_PLACE for one in signature(function).parameters.values()) > 1
        self.name = getattr(function, "__name__", type(function).__name__)

    def choose(self, view: View) -> Choice | Awaitable[Choice]:
        return self._function(view, self.rng) if self._wants_rng else self._function(view)


def bot(function: Choose) -> FunctionBot:
    """Make a bot of a function `(view)` or `(view, rng)`; it may be `async def`."""
    return FunctionBot(function)
