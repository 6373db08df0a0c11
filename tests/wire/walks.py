"""Walk through random games of every ruleset and some house rules."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from arena.record import OrderDealer
from arena.rules import (
    Action,
    Choice,
    Event,
    GameRules,
    Position,
    apply,
    choices,
    expand,
    game_for,
    rulesets,
    start,
)
from arena.rules import ruleset as named
from tests.rules.house import HOUSE
from tests.rules.random_play import filled

MAU = game_for(named("mau-mau"), 2)
SIX = game_for(named("mau-mau"), 6)  # with two packs: every face is there twice
DETAILED = game_for(named("detailed"), 3)
BLIND = game_for(named("blind"), 3)
QUICK = game_for(named("quick"), 2)
GAMES = (
    MAU,
    SIX,
    *(game_for(rules, min(3, rules.players[1])) for rules in rulesets()),
    *(game_for(rules, 4) for rules in HOUSE),
)
GAME_NAMES = tuple(f"{game.ruleset.id}-{game.seats}" for game in GAMES)
MAX_ACTIONS = 60  # of one choice that are tried


def walk(game: GameRules, seed: int, plies: int = 200) -> Iterator[tuple[Position, list[Event]]]:
    """Yield each position of a random game that asks a seat, and the events before it."""
    chance, dealer = Random(seed), OrderDealer(Random(seed).randbytes(32), game.pack.size)
    position, events = start(game, dealer)
    for _ in range(plies):
        if position.over:
            return
        yield position, list(events)
        action = filled(chance, position, chance.choice(choices(position)))
        events = apply(position, action, dealer)


def some_actions(choice: Choice) -> list[Action]:
    """Return all actions of a choice, or the first if there are very many."""
    return list(islice(expand(choice), MAX_ACTIONS))
