"""Write a bot for the Mau-Mau arena.

>>> class FirstLegal(Bot):
...     def choose(self, view):
...         return view.legal[0]
>>> if __name__ == "__main__":
...     run(FirstLegal())
"""

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from maumau.bots import Bot, bot
    from maumau.cards import Card, Suit
    from maumau.choices import Choice, Kind, NotAllowed, Word
    from maumau.events import DrawReason, Event, EventKind, Termination
    from maumau.matches import Clock, GameResult, MatchInfo, Verdict
    from maumau.running import run
    from maumau.simulating import Game, Result, simulate
    from maumau.views import Ask, History, View

__all__ = [
    "Ask",
    "Bot",
    "Card",
    "Choice",
    "Clock",
    "DrawReason",
    "Event",
    "EventKind",
    "Game",
    "GameResult",
    "History",
    "Kind",
    "MatchInfo",
    "NotAllowed",
    "Result",
    "Suit",
    "Termination",
    "Verdict",
    "View",
    "Word",
    "bot",
    "run",
    "simulate",
]

# Imported on first use: a bot in a match does not simulate, and users of the messages may need no bot.
_PARTS: Final = {
    "bots": ("Bot", "bot"),
    "cards": ("Card", "Suit"),
    "choices": ("Choice", "Kind", "NotAllowed", "Word"),
    "events": ("DrawReason", "Event", "EventKind", "Termination"),
    "matches": ("Clock", "GameResult", "MatchInfo", "Verdict"),
    "running": ("run",),
    "simulating": ("Game", "Result", "simulate"),
    "views": ("Ask", "History", "View"),
}
_PART_OF: Final = {name: part for part, names in _PARTS.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _PART_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{__name__}.{_PART_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
