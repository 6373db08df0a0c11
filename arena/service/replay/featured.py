"""Choose a game to show: from the new match with the closest score, or from a ruleset's newest match."""

from collections.abc import Iterable, Sequence
from typing import Final

from arena.rules.events import Termination
from arena.service.common.text import MatchId
from arena.service.replay.matches import FoundGame, find_game, find_match, games_of
from arena.store.database.store import Store
from arena.store.ladder.news import NewMatch
from arena.store.tournaments.matches_list import MatchFilter, Page, matches_page

IDEAL_PLIES: Final = 60  # a game of about a minute
MAX_GAMES: Final = 40  # searched in a match
MAX_TRIES: Final = 3  # games of a match; the log of each may be missing
MAX_MATCHES: Final = 5  # searched for a ruleset


def find_featured_game(store: Store, matches: Sequence[NewMatch]) -> FoundGame | None:
    """Return a game to show, from the closest match that has a suitable one; None if no match has one.

    The closest match has the smallest lead. A suitable game was won by a bot, and all its hands may be shown.
    Of several games, return the game with a length closest to `IDEAL_PLIES`.
    """
    return _find_first(
        store, (MatchId(one.tournament, one.round, one.pairing) for one in sorted(matches, key=_lead))
    )


def find_sample_game(store: Store, ruleset: str) -> FoundGame | None:
    """Return a game to show, from the newest match under a ruleset that has a suitable one.

    `ruleset`: such as "mau-mau@1". Suitable games: see `find_featured_game`. Return None if none of the
    newest `MAX_MATCHES` matches has one.
    """
    with store.reading() as tx:
        newest = matches_page(tx, MatchFilter(ruleset=ruleset), Page(MAX_MATCHES)).rows
    return _find_first(store, (MatchId(one.tournament, one.round, one.pairing) for one in newest))


def _find_first(store: Store, matches: Iterable[MatchId]) -> FoundGame | None:
    """Return a suitable game to show, from the first match with such a game; None if no match has one.

    Only the first `MAX_GAMES` games of a match are searched.
    """
    for id in matches:
        match = find_match(store, id)
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
    """Return the winner's lead over the second bot in a match, divided by the sum of all scores.

    Return 0 for a tie.
    """
    best, second = sorted(match.scores, reverse=True)[:2]
    return (best - second) / max(sum(match.scores), 1)
