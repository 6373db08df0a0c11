"""The layout of packed bytes, as `referee.proto` gives it."""

from arena.rules import Game, game_for, ruleset

MAU = game_for(ruleset("mau-mau"), 2)
SIX = game_for(ruleset("mau-mau"), 6)  # two packs: every face twice


def position(game: Game = MAU, seed: int = 1, plies: int = 6):
    """A position some way into a game."""
