"""Read matches and their games from the database, and decide whether hands may be shown."""

from dataclasses import dataclass
from datetime import datetime

from arena.record.reader import GameLog, read_log
from arena.record.storage import PackedLog
from arena.service.common.text import MatchId
from arena.service.errors import LogDropped, UnknownReplay
from arena.store.admin.prune import find_drop_time
from arena.store.database.store import Store
from arena.store.results.games import game_log
from arena.store.tournaments.match import (
    MatchGame,
    MatchHead,
    MatchScore,
    match_games,
    match_head,
    match_scores,
)


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game whose result is stored in the database, with all stored games on the same board."""

    match: MatchHead
    game: MatchGame
    board: tuple[MatchGame, ...]  # all committed games of the same board, with this one
    packed: PackedLog | None  # the compressed log; None if the game was not played or its log was deleted
    dropped: datetime | None = None  # when the log was deleted; None if it was not

    @property
    def open(self) -> bool:
        """True if all hands may be shown: every game on this board has been committed."""
        return len(self.board) == len(self.match.bots)

    @property
    def stored(self) -> PackedLog:
        """The compressed log.

        Raise UnknownReplay if the game was not played, LogDropped if the log was deleted.
        """
        if gone := self.gone:
            raise gone
        if self.packed is None:
            verdicts = sorted({seat.verdict for seat in self.game.seats} - {"OK"})
            why = ", ".join(verdicts) or self.game.termination
            raise UnknownReplay(f"{self._name} was not played: {why}")
        return self.packed

    @property
    def gone(self) -> LogDropped | None:
        """A LogDropped error if the log was deleted to save space, else None."""
        if self.dropped is None:
            return None
        return LogDropped(f"{self._name}: the log was dropped on {self.dropped:%Y-%m-%d}, the result stays")

    @property
    def _name(self) -> str:
        return f"game {self.game.number} of match {id_of(self.match)}"

    @property
    def data(self) -> bytes:
        """The uncompressed log. Raise UnknownReplay if the game was not played, LogDropped if the log was
        deleted.
        """
        return self.stored.data()

    @property
    def log(self) -> GameLog:
        """The parsed log. Raise UnknownReplay if the game was not played, LogDropped if the log was deleted,
        BadLog if it is invalid.
        """
        return read_log(self.data)


def id_of(match: MatchHead) -> MatchId:
    return MatchId(match.tournament, match.round, match.pairing)


def find_match(store: Store, id: MatchId) -> MatchHead:
    """Return the match with this id. Raise UnknownReplay if it does not exist."""
    with store.reading() as tx:
        match = match_head(tx, *id)
    if match is None:
        raise UnknownReplay(f"no match {id}")
    return match


def games_of(
    store: Store, match: MatchHead, *, skip: int = 0, most: int | None = None
) -> tuple[MatchGame, ...]:
    """Return committed games of a match, in order.

    `skip`: leave out this number of games at the start. `most`: return at most this number; None: all.
    """
    with store.reading() as tx:
        return tuple(match_games(tx, match, skip=skip, most=most))


def scores_of(store: Store, match: MatchHead) -> tuple[MatchScore, ...]:
    """Return the current scores of a match's bots, the best first; empty if no game is committed."""
    with store.reading() as tx:
        return match_scores(tx, match)


def find_game(store: Store, match: MatchHead, number: int) -> FoundGame:
    """Return a match's game by its number (from 1). Raise UnknownReplay if there is no such game, or if it is
    not committed yet.
    """
    exists = 0 < number <= match.games
    with store.reading() as tx:
        board = tuple(match_games(tx, match, [(number - 1) // len(match.bots)])) if exists else ()
        game = next((game for game in board if game.number == number), None)
        packed = game_log(tx, game.key) if game else None
        dropped = find_drop_time(tx, game.key) if game and packed is None else None
    if game is None:
        name = f"game {number} of match {id_of(match)}"
        raise UnknownReplay(f"{name} has not finished" if exists else f"no {name}")
    return FoundGame(match, game, board, packed, dropped)


def logs_of_board(store: Store, game: FoundGame) -> list[tuple[int, GameLog]]:
    """Return the logs of all games on the board of `game`, each with its game's number.

    Games without a log are left out. Raise BadLog if a log is invalid.
    """
    with store.reading() as tx:
        logs = [(one.number, game_log(tx, one.key)) for one in game.board]
    return [(number, read_log(log.data())) for number, log in logs if log is not None]
