"""The database tables. Importing this package makes `Table.metadata` complete."""

from arena.store.tables.access import Token, Upload, UploadStep
from arena.store.tables.base import Table
from arena.store.tables.bots import Bot, BotVersion, Owner
from arena.store.tables.commit_markers import CommitMark
from arena.store.tables.comparison import Comparison
from arena.store.tables.ladder import CachedDocument, Encounter
from arena.store.tables.live import LivePiece, LiveStatus, Watching
from arena.store.tables.pruning import PrunedPiece, Pruning
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
from arena.store.tables.submission import Qualification, Submission

__all__ = [
    "Bot",
    "BotVersion",
    "Bye",
    "CachedDocument",
    "CommitMark",
    "Comparison",
    "Encounter",
    "Entrant",
    "Fault",
    "ForbiddenPair",
    "Game",
    "GameLog",
    "GameSeat",
    "HouseRules",
    "LedgerEntry",
    "LivePiece",
    "LiveStatus",
    "Match",
    "MatchSeat",
    "Owner",
    "PrunedPiece",
    "Pruning",
    "Qualification",
    "Round",
    "Submission",
    "Table",
    "Token",
    "Tournament",
    "Upload",
    "UploadStep",
    "Watching",
]
