"""Find the rules of a game by the name of its ruleset."""

from arena.rules import GameRules, Ruleset, game_for
from arena.service.rulesets import find_ruleset


def find_game(ruleset: str | Ruleset, seats: int) -> GameRules:
    """Return the rules of a game. `ruleset`: its name, a file of house rules, or the ruleset itself.

    Raise UnknownRuleset, BadRuleset or WrongNumberOfPlayers if the game cannot be played.
    """
    return game_for(ruleset if isinstance(ruleset, Ruleset) else find_ruleset(ruleset), seats)
