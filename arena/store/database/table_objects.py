"""The database tables as SQLAlchemy Core objects, for SQL statements without model classes."""

from typing import Final

from arena.store import tables
from arena.store.tables.base import core

OWNER: Final = core(tables.Owner)
BOT: Final = core(tables.Bot)
BOT_VERSION: Final = core(tables.BotVersion)
TOURNAMENT: Final = core(tables.Tournament)
ENTRANT: Final = core(tables.Entrant)
FORBIDDEN_PAIR: Final = core(tables.ForbiddenPair)
ROUND: Final = core(tables.Round)
BYE: Final = core(tables.Bye)
HOUSE_RULES: Final = core(tables.HouseRules)
MATCH: Final = core(tables.Match)
MATCH_SEAT: Final = core(tables.MatchSeat)
COMPARISON: Final = core(tables.Comparison)
GAME: Final = core(tables.Game)
GAME_SEAT: Final = core(tables.GameSeat)
GAME_LOG: Final = core(tables.GameLog)
FAULT: Final = core(tables.Fault)
SUBMISSION: Final = core(tables.Submission)
QUALIFICATION: Final = core(tables.Qualification)
LEDGER: Final = core(tables.LedgerEntry)
PRUNING: Final = core(tables.Pruning)
PRUNED_PIECE: Final = core(tables.PrunedPiece)
TOKEN: Final = core(tables.Token)
UPLOAD: Final = core(tables.Upload)
UPLOAD_STEP: Final = core(tables.UploadStep)
ENCOUNTER: Final = core(tables.Encounter)
ANALYSIS: Final = core(tables.Analysis)
CACHED_DOCUMENT: Final = core(tables.CachedDocument)
COMMIT_MARK: Final = core(tables.CommitMark)
WATCHING: Final = core(tables.Watching)
LIVE_STATUS: Final = core(tables.LiveStatus)
LIVE_PIECE: Final = core(tables.LivePiece)
