"""The database tables. Importing this package makes `Table.metadata` complete."""

from arena.store.tables.base import Table
from arena.store.tables.bots import (
    Bot,
    BotVersion,
    Owner,
    Qualification,
    Submission,
    Token,
    Upload,
    UploadStep,
)
from arena.store.tables.ladder import Analysis, CachedDocument, Encounter
from arena.store.tables.live import LivePiece, LiveStatus, Watching
from arena.store.tables.people import PersonEvent, PersonGame, PersonRequest
from arena.store.tables.results import CommitMark, Fault, Game, GameLog, GameSeat, PrunedPiece, Pruning
from arena.store.tables.schedule import (
    Bye,
    Comparison,
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
    "Analysis",
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
    "PersonEvent",
    "PersonGame",
    "PersonRequest",
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
