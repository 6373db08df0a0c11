"""Asking a bot about a game that was played: what it would do wherever a seat had to decide.

The bot gets what that seat was told, by the same stream as in a match, and whatever it answers, the game goes
on as it was played. Nothing is written anywhere.
"""

from arena.service.asking.ask import ask
from arena.service.asking.opinions import Asked, Opinion

__all__ = ["Asked", "Opinion", "ask"]
