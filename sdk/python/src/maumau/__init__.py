"""Write a bot for the Mau-Mau arena.

>>> class FirstLegal(Bot):
...     def choose(self, view):
...         return view.legal[0]
>>> if __name__ == "__main__":
...     run(FirstLegal())
"""

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
