"""Positions along games that are played at random."""

from collections.abc import Iterator
from random import Random

from arena.record import OrderDealer
from arena.rules import Event, Game, Position, apply, choices, expand, game_for, ruleset, start

MAU = game_for(ruleset("mau-mau"), 2)
SIX = game_for(ruleset("mau-mau"), 6)  # with two packs: every face is there twice
DETAILED = game_for(ruleset("detailed"), 3)
GERMAN = game_for(ruleset("german"), 3)
POINTS = game_for(ruleset("points-150"), 4)
GAMES = (MAU, SIX, DETAILED, GERMAN, POINTS)
GAME_NAMES = ("two", "six", "detailed", "german", "points-150")


def walk(game: Game, seed: int, plies: int = 200) -> Iterator[tuple[Position, list[Event]]]:
    """Each position of a random game in which somebody is asked, and what happened just before it."""
    chance, dealer = Random(seed), OrderDealer(Random(seed).randbytes(32), game.pack.size)
    position, events = start(game, dealer)
    for _ in range(plies):
        if position.over:
            return
        yield position, list(events)
        choice = chance.choice(choices(position))
        events = apply(position, chance.choice(list(expand(choice))), dealer)
