"""The base class of bots, and bots made from functions."""

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
    """A bot. Implement `choose`; all other methods are optional.

    Many games are played at once. `run(MyBot)` creates one bot per game; keep the game's state in `self`.
    `run(MyBot())` uses one bot for all games; keep a game's state in `memory`.
    """

    @abstractmethod
    def choose(self, view: View) -> Choice | Awaitable[Choice]:
        """Return a choice of `view.legal`, as it is or refined by `with_`. May be `async def`."""

    def on_match_start(self, info: MatchInfo) -> None:  # noqa: B027 - hooks may be left out
        """Handle the start of the match. Called once, before this bot's first game."""

    def on_game_start(self, view: View) -> None:  # noqa: B027
        """Handle the first question of a game. Called before `on_event` and `choose`."""

    def on_event(self, event: Event) -> None:  # noqa: B027
        """Handle one event. Called for each new event before `choose`, and at the end of the game."""

    def on_game_end(self, result: GameResult) -> None:  # noqa: B027
        """Handle the end of a game. `result`: places, totals and the verdict on this bot."""

    @property
    def rng(self) -> Random:
        """Random generator of the current game. The referee sets its seed, so that games can be repeated."""
        return _current().rng

    @property
    def memory(self) -> SimpleNamespace:
        """Storage for the current game, empty at its start. The same as `view.memory`."""
        return _current().memory

    def note(self, text: str) -> None:
        """Set the note that replays show with this decision, cut to 200 bytes of UTF-8.

        The last call counts.
        """
        _current().extras["note"] = str(text).encode(errors="replace")[:_NOTE_BYTES].decode(errors="ignore")

    def win(self, chance: float) -> None:
        """Set the bot's own estimate of its chance to win the game, 0 to 1. Replays show it with this
        decision.

        Other values are not sent. The last call counts.
        """
        _current().extras["win"] = float(chance) if 0 <= chance <= 1 else None

    def resign(self) -> None:
        """Resign the current game, whatever `choose` returns."""
        _current().extras["resign"] = True


def _current() -> OpenGame:
    game = current.get().game
    if game is None:
        raise RuntimeError(
            "no current game: rng, memory, note, win and resign work only while the bot is asked"
        )
    return game


class FunctionBot(Bot):
    """A bot made from a function of the view, or of the view and a random generator."""

    def __init__(self, function: Choose) -> None:
        self._function = function
        self._wants_rng = sum(one.kind in _BY_PLACE for one in signature(function).parameters.values()) > 1
        self.name = getattr(function, "__name__", type(function).__name__)

    def choose(self, view: View) -> Choice | Awaitable[Choice]:
        return self._function(view, self.rng) if self._wants_rng else self._function(view)


def bot(function: Choose) -> FunctionBot:
    """Make a bot from a function `(view)` or `(view, rng)` that returns a choice. It may be `async def`."""
    return FunctionBot(function)
