"""A match by its name, its games by their numbers, and what may be known of them."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from arena.record.reader import GameLog, read_log
from arena.record.storage import PackedLog
from arena.service.errors import LogDropped, UnknownReplay
from arena.service.replay.dropped_log import log_dropped
from arena.store.admin.prune_logs import find_drop_time
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

NAME: Final = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})\.([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A committed game. `board`: all committed games of its board, this one too.

    `packed`: its log, None if it was not played, or if the log was `dropped` then.
    """

    match: MatchHead
    game: MatchGame
    board: tuple[MatchGame, ...]
    packed: PackedLog | None
    dropped: datetime | None = None

    @property
    def open(self) -> bool:
        """Whether hands may be shown: all seatings of the board are committed."""
        return len(self.board) == len(self.match.bots)

    @property
    def stored(self) -> PackedLog:
        """The log as it is stored. Raises UnknownReplay if there is none."""
        if gone := self.gone:
            raise gone
        if self.packed is None:
            raise UnknownReplay(f"game {self.game.number} was not played: {_why(self.game)}")
        return self.packed

    @property
    def gone(self) -> LogDropped | None:
        """What is to be said of its log, if that was dropped."""
        if self.dropped is None:
            return None
        place = f"{self.match.tournament}.{self.match.round}.{self.match.pairing}"
        return log_dropped(f"game {self.game.number} of match {place}", self.dropped)

    @property
    def data(self) -> bytes:
        """The log. Raises UnknownReplay if there is none."""
        return self.stored.data()

    @property
    def log(self) -> GameLog:
        """The game. Raises UnknownReplay, BadLog."""
        return read_log(self.data)


def _why(game: MatchGame) -> str:
    verdicts = sorted({seat.verdict for seat in game.seats} - {"OK"})
    return ", ".join(verdicts) or game.termination


def find_match(store: Store, name: str) -> MatchHead:
    """The match called "7.1.2": tournament 7, round 1, table 2. Raises UnknownReplay."""
    numbers = NAME.fullmatch(name)
    if numbers:
        with store.reading() as tx:
            found = match_head(tx, *map(int, numbers.groups()))
        if found:
            return found
    raise UnknownReplay(f"there is no match {name[:40]}")


def games_of(
    store: Store, match: MatchHead, *, skip: int = 0, most: int | None = None
) -> tuple[MatchGame, ...]:
    """What is committed of it: `most` games after `skip`."""
    with store.reading() as tx:
        return tuple(match_games(tx, match, skip=skip, most=most))


def scores_of(store: Store, match: MatchHead) -> tuple[MatchScore, ...]:
    """What its bots came to so far, by their places in the match; empty before the first games."""
    with store.reading() as tx:
        return match_scores(tx, match)


def find_game(store: Store, match: MatchHead, number: int) -> FoundGame:
    """A committed game of a match, by its number from 1. Raises UnknownReplay."""
    there = 0 < number <= match.games
    with store.reading() as tx:
        board = tuple(match_games(tx, match, [(number - 1) // len(match.bots)])) if there else ()
        game = next((one for one in board if one.number == number), None)
        packed = game_log(tx, game.key) if game else None
        dropped = find_drop_time(tx, game.key) if game and packed is None else None
    if game is None:
        where = f"match {match.tournament}.{match.round}.{match.pairing}"
        if there:
            raise UnknownReplay(f"game {number} of {where} is not finished")
        raise UnknownReplay(f"there is no game {number} in {where}")
    return FoundGame(match, game, board, packed, dropped)


def logs_of_board(store: Store, found: FoundGame) -> list[tuple[int, GameLog]]:
    """The games of the same board that were played, each with its number. Raises BadLog."""
    with store.reading() as tx:
        logs = [(game.number, game_log(tx, game.key)) for game in found.board]
    return [(number, read_log(log.data())) for number, log in logs if log is not None]
