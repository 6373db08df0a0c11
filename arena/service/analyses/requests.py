"""Request analyses of stored games, and read them. Nothing is computed here."""

from datetime import UTC, datetime
from typing import Final

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
    add_requests,
    count_analyses,
    count_waiting,
    list_requestable,
    read_analysis,
)
from arena.store.tournaments.match import MatchHead

MAX_WAITING: Final = 200  # requests of everybody; at about 3 s each


class AnalysisQueueFull(RunError):
    """Too many analyses are waiting."""


def find_analysis(store: Store, game: FoundGame, seat: int | None) -> StoredAnalysis | None:
    """Return the current version of a game's analysis; None if it was not requested.

    `seat`: the seat from whose view the game is analysed; None: with all hands open.
    """
    with store.reading() as tx:
        return read_analysis(tx, _key(game.game.key, seat))


def request_analysis(store: Store, game: FoundGame, seat: int | None) -> StoredAnalysis:
    """Request the analysis of a game, unless it is requested already, and return it.

    Raise UnknownReplay if the game was not played, LogDropped if its log was deleted, AnalysisQueueFull if
    too many analyses are waiting.
    """
    key = _key(game.game.key, seat)
    assert game.open and game.stored
    with store.writing() as tx:
        if found := read_analysis(tx, key):
            return found
        _count_room(count_waiting(tx))
        add_requests(tx, [key], datetime.now(UTC))
    return StoredAnalysis(AnalysisState.QUEUED, b"")


def request_match(store: Store, match: MatchHead, most: int) -> int:
    """Request the analyses of a match's games with open hands: at most `most`, and at most as many as the
    queue can take.

    Return the number of new requests. Raise AnalysisQueueFull if the queue is full.
    """
    with store.writing() as tx:
        room = _count_room(count_waiting(tx))
        games = list_requestable(tx, match, version(), min(most, room))
        add_requests(tx, [_key(game, None) for game in games], datetime.now(UTC))
    return len(games)


def analyses_of(store: Store, match: MatchHead) -> MatchAnalyses:
    """Count three kinds of games in a match: games that are analysed, that are waiting, and that can be
    requested now.
    """
    with store.reading() as tx:
        return count_analyses(tx, match, version(), MAX_WAITING)


def _count_room(waiting: int) -> int:
    """Return how many more requests the queue can take. Raise AnalysisQueueFull if it is full."""
    if waiting >= MAX_WAITING:
        raise AnalysisQueueFull(f"{waiting} games are waiting to be analysed; try again in a few minutes")
    return MAX_WAITING - waiting


def _key(game: int, seat: int | None) -> AnalysisKey:
    return AnalysisKey(game, OPEN_HANDS if seat is None else seat, version())
