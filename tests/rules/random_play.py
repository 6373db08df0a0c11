"""Random games of every ruleset with every number of players."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from arena.rules import (
    Action,
    ActionKind,
    Choice,
    Position,
    Ruleset,
    apply,
    choices,
    game_for,
    rulesets,
    start,
)
from arena.rules.cards import Card, members
from arena.rules.choices import Word
from arena.rules.dealer import SamplingDealer
from tests.rules.house import MIXED

every_table = pytest.mark.parametrize(
    ("rules", "seats"),
    [
        pytest.param(rules, seats, id=f"{rules.id}-{seats}")
        for rules in (*rulesets(), *MIXED)
        for seats in range(rules.players[0], rules.players[1] + 1)
    ],
)


class Begun(NamedTuple):
    """A game in progress."""

    position: Position
    dealer: SamplingDealer
    chance: Random


def games(rules: Ruleset, seats: int, count: int) -> Iterator[Begun]:
    """Yield this number of games, always the same ones."""
    for seed in range(count):
        chance = Random(f"{rules.id}/{seats}/{seed}")
        dealer = SamplingDealer(chance)
        yield Begun(start(game_for(rules, seats), dealer)[0], dealer, chance)


def plies(rules: Ruleset, seats: int, count: int, *, of_a_game: int) -> Iterator[Begun]:
    """Yield this number of positions, at most `of_a_game` from each game. The position then moves on."""
    left = count
    for begun in games(rules, seats, count):
        for _ in range(min(of_a_game, left)):
            if begun.position.over:
                break
            yield begun
            left -= 1
            step(begun)
        if not left:
            return


def step(begun: Begun) -> None:
    """Play one random ply."""
    apply(begun.position, any_action(begun.chance, begun.position), begun.dealer)


def any_action(chance: Random, position: Position) -> Action:
    """Return a random action; plays are more likely than draws, and truth than lies, so that deals end."""
    offered = choices(position)
    plays = [choice for choice in offered if choice.kind is ActionKind.PLAY]
    choice = chance.choice(plays if plays and chance.random() < 0.7 else offered)
    return filled(chance, position, choice)


def filled(chance: Random, position: Position, choice: Choice) -> Action:
    """Return a choice with random fields."""
    face = position.game.faces[choice.card] if choice.kind is ActionKind.PLAY else 0
    claims = list(members(choice.claims))
    if face in claims and chance.random() < 0.8:
        claims = [Card(face)]
    return choice.fill(
        more=_some(chance, choice),
        suit=chance.choice(list(members(choice.suits))) if choice.suits else None,
        word=chance.choice(list(map(Word, members(choice.words)))) if choice.words else None,
        target=chance.choice(list(members(choice.targets))) if choice.targets else None,
        claim=chance.choice(claims) if claims else None,
    )


def _some(chance: Random, choice: Choice) -> tuple[Card, ...]:
    return tuple(chance.sample(list(members(choice.more)), chance.randint(choice.least, choice.most)))
