"""The game that the first page shows: one of the closest of the newest matches."""

from collections.abc import Sequence
from typing import Final

from arena.rules.events import Termination
from arena.service.common.text import MatchId
from arena.service.replay.matches import FoundGame, find_game, find_match, games_of
from arena.store.database.store import Store
from arena.store.ladder.news import NewMatch

IDEAL_PLIES: Final = 60  # a game of about a minute
MAX_GAMES: Final = 40  # searched in a match
MAX_TRIES: Final = 3  # games of a match; the log of each may be missing


def find_featured_game(store: Store, matches: Sequence[NewMatch]) -> FoundGame | None:
    """Return a game to show: of the closest match, the won game whose length is nearest to `IDEAL_PLIES`.

    If none of its games can be shown with all hands, the next match is tried. None if no match has one.
    """
    for one in sorted(matches, key=_lead):
        match = find_match(store, MatchId(one.tournament, one.round, one.pairing))
        won = [
            game
            for game in games_of(store, match, most=MAX_GAMES)
            if game.termination == Termination.WON.name
        ]
        for game in sorted(won, key=lambda game: abs(game.plies - IDEAL_PLIES))[:MAX_TRIES]:
            found = find_game(store, match, game.number)
            if found.packed is not None and found.open:
                return found
    return None


def _lead(match: NewMatch) -> float:
    """Return the winner's lead over the second bot, as a share of all points."""
    best, second = sorted(match.scores, reverse=True)[:2]
    return (best - second) / max(sum(match.scores), 1)
