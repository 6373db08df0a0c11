"""The tables. Importing this package makes `Table.metadata` complete."""

from arena.store.tables.base import Table
from arena.store.tables.bots import Bot, BotVersion, Owner
from arena.store.tables.comparison import Comparison
from arena.store.tables.results import Fault, Game, GameLog, GameSeat
from arena.store.tables.schedule import (
    Bye,
    Entrant,
    ForbiddenPair,
    HouseRules,
    LedgerEntry,
    Match,
    MatchSeat,
    Round,
    Tournament,
)

__all__ = [
    "Bot",
    "BotVersion",
    "Bye",
    "Comparison",
    "Entrant",
    "Fault",
    "ForbiddenPair",
    "Game",
    "GameLog",
    "GameSeat",
    "HouseRules",
    "LedgerEntry",
    "Match",
    "MatchSeat",
    "Owner",
    "Round",
    "Table",
    "Tournament",
]
