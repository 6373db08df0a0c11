"""The database tables for SQL statements."""

from typing import Final

from arena.store.tables import bots, ladder, live, people, results, schedule

OWNER: Final = bots.OWNER
BOT: Final = bots.BOT
BOT_VERSION: Final = bots.BOT_VERSION
TOURNAMENT: Final = schedule.TOURNAMENT
ENTRANT: Final = schedule.ENTRANT
FORBIDDEN_PAIR: Final = schedule.FORBIDDEN_PAIR
ROUND: Final = schedule.ROUND
BYE: Final = schedule.BYE
HOUSE_RULES: Final = schedule.HOUSE_RULES
MATCH: Final = schedule.MATCH
MATCH_SEAT: Final = schedule.MATCH_SEAT
COMPARISON: Final = schedule.COMPARISON
GAME: Final = results.GAME
GAME_SEAT: Final = results.GAME_SEAT
GAME_LOG: Final = results.GAME_LOG
FAULT: Final = results.FAULT
SUBMISSION: Final = bots.SUBMISSION
QUALIFICATION: Final = bots.QUALIFICATION
LEDGER: Final = schedule.LEDGER
PRUNING: Final = results.PRUNING
PRUNED_PIECE: Final = results.PRUNED_PIECE
TOKEN: Final = bots.TOKEN
UPLOAD: Final = bots.UPLOAD
UPLOAD_STEP: Final = bots.UPLOAD_STEP
ENCOUNTER: Final = ladder.ENCOUNTER
ANALYSIS: Final = ladder.ANALYSIS
CACHED_DOCUMENT: Final = ladder.CACHED_DOCUMENT
COMMIT_MARK: Final = results.COMMIT_MARK
WATCHING: Final = live.WATCHING
LIVE_STATUS: Final = live.LIVE_STATUS
LIVE_PIECE: Final = live.LIVE_PIECE
PERSON_GAME: Final = people.PERSON_GAME
PERSON_EVENT: Final = people.PERSON_EVENT
PERSON_REQUEST: Final = people.PERSON_REQUEST
