"""Request analyses of stored games, and read them. Nothing is computed here."""

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Connection

from arena.analysis.calibration import version
from arena.service.errors import RunError
from arena.service.replay.matches import FoundGame
from arena.store.database.store import Store
from arena.store.results.analyses import (
    OPEN_HANDS,
    AnalysisKey,
    AnalysisState,
    MatchAnalyses,
    StoredAnalysis,
    count_analyses,
    count_waiting,
    enqueue,
    list_requestable,
    read_analysis,
)
from arena.store.tournaments.match import MatchHead

MAX_WAITING: Final = 200  # requests of everybody; at about 3 s each
MAX_OF_MATCHES: Final = 150  # the rest is for requests of single games


class AnalysisQueueFull(RunError):
    """Too many analyses are waiting."""


def find_analysis(store: Store, game: FoundGame, seat: int | None) -> StoredAnalysis | None:
    """Return the current version of a game's analysis; None if it was not requested.

    `seat`: the seat from whose view the game is analysed; None: with all hands open.
    """
    with store.reading() as tx:
        return read_analysis(tx, _key(game.game.key, seat))


def request_analysis(store: Store, game: FoundGame, seat: int | None, turn: int = 0) -> StoredAnalysis:
    """Request the analysis of a game and return it. A failed one is tried again, at most MAX_ATTEMPTS times;
    a queued one may move forward.

    `turn`: the number of the visitor's recent requests, which come first. Raise UnknownReplay if the game was
    not played, LogDropped if its log was deleted, AnalysisQueueFull if too many analyses are waiting.
    """
    key = _key(game.game.key, seat)
    assert game.open and game.stored
    with store.writing() as tx:
        found = read_analysis(tx, key)
        if found and not found.is_requestable:
            return found
        if found is None or found.can_retry:
            _count_room(tx, MAX_WAITING)
        enqueue(tx, [key], turn, datetime.now(UTC))
    return StoredAnalysis(AnalysisState.QUEUED, b"")


def request_match(store: Store, match: MatchHead, most: int, turn: int = 0) -> int:
    """Request the analyses of a match's games with open hands: at most `most`, and at most as many as the
    queue can take.

    `turn`: the number of games in the visitor's recent requests, which come first.

    Return the number of new requests. Raise AnalysisQueueFull if the queue is full.
    """
    with store.writing() as tx:
        room = _count_room(tx, MAX_OF_MATCHES)
        games = list_requestable(tx, match, version(), min(most, room))
        enqueue(tx, [_key(game, None) for game in games], turn, datetime.now(UTC))
    return len(games)


def analyses_of(store: Store, match: MatchHead) -> MatchAnalyses:
    """Count the analyses of a match's games."""
    with store.reading() as tx:
        return count_analyses(tx, match, version())


def _count_room(tx: Connection, most: int) -> int:
    """Return how many more requests the queue can take. Raise AnalysisQueueFull if `most` are waiting."""
    waiting = count_waiting(tx)
    if waiting >= most:
        raise AnalysisQueueFull(f"{waiting} games are waiting to be analysed; try again in a few minutes")
    return most - waiting


def _key(game: int, seat: int | None) -> AnalysisKey:
    return AnalysisKey(game, OPEN_HANDS if seat is None else seat, version())
