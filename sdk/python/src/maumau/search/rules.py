"""The game rules of a match, as the arena's own `GameRules`."""

import json
from functools import lru_cache

from arena.rules import GameRules, game_for, ruleset, ruleset_from
from maumau.matches import MatchInfo


def game_of(match: MatchInfo) -> GameRules:
    """Return the `GameRules` of a match: its ruleset for its number of seats."""
    stated = "" if match.rules["version"] else json.dumps(match.rules)
    return _game(match.ruleset, stated, match.seats)


@lru_cache(maxsize=64)
def _game(key: str, stated: str, seats: int) -> GameRules:
    return game_for(ruleset_from(json.loads(stated)) if stated else ruleset(key), seats)
