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
    """Return a game's analysis by the current version of the analysis code; None if it was not requested.

    `seat`: the seat from whose view the game is analysed; None: with all hands open.
    """
    with store.reading() as tx:
        return read_analysis(tx, _key(game.game.key, seat))


def request_analysis(store: Store, game: FoundGame, seat: int | None, turn: int = 0) -> StoredAnalysis:
    """Request the analysis of a game. Return the analysis, which may still be queued.

    A failed analysis is retried until it has had MAX_ATTEMPTS attempts. A repeated request can move a queued
    analysis forward, never back.

    `seat`: the seat from whose view the game is analysed; None: with all hands open.
    `turn`: how many analyses this visitor has requested recently; a high number means a later place.

    Raise UnknownReplay if the game was not played, LogDropped if its log was deleted, AnalysisQueueFull if
    too many analyses are waiting.
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
    """Request analyses of a match's games with open hands. Return the number of new requests.

    `most`: the highest number of new requests; a nearly full queue takes fewer. `turn`: how many analyses
    this visitor has requested recently; a high number means a late place in the queue. Raise
    AnalysisQueueFull if the queue is full.
    """
    with store.writing() as tx:
        room = _count_room(tx, MAX_OF_MATCHES)
        games = list_requestable(tx, match, version(), min(most, room))
        enqueue(tx, [_key(game, None) for game in games], turn, datetime.now(UTC))
    return len(games)


def analyses_of(store: Store, match: MatchHead) -> MatchAnalyses:
    """Return the number of a match's games in each state of their analysis, such as done or failed."""
    with store.reading() as tx:
        return count_analyses(tx, match, version())


def _count_room(tx: Connection, most: int) -> int:
    """Return how many more requests fit into the queue. Raise AnalysisQueueFull if it is full.

    `most`: the length of a full queue.
    """
    waiting = count_waiting(tx)
    if waiting >= most:
        raise AnalysisQueueFull(f"{waiting} games are waiting to be analysed; try again in a few minutes")
    return most - waiting


def _key(game: int, seat: int | None) -> AnalysisKey:
    return AnalysisKey(game, OPEN_HANDS if seat is None else seat, version())
