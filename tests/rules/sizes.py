"""Measures random games: decisions of a deal and a game, choices and actions at one time.

    uv run python -m tests.rules.sizes [GAMES]

Plays GAMES games (50) of every ruleset with every number of players.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import comb, prod
from statistics import mean
from typing import Final

from arena.rules import Choice, Ruleset, choices, rulesets
from arena.rules.apply import MAX_DECISIONS
from tests.rules.random_play import games, step

GAMES: Final = 50
HEADS: Final = ("decisions of a deal", "of a game", "deals", "choices", "actions", "blocked")


@dataclass
class Sizes:
    """The figures of one ruleset and number of players."""

    deals: list[int] = field(default_factory=list)  # decisions of each
    games: list[int] = field(default_factory=list)
    deals_of_games: list[int] = field(default_factory=list)
    choices: int = 0  # the most
    actions: int = 0
    blocked: int = 0  # deals that came to their last decision

    def row(self) -> tuple[str, ...]:
        return (
            f"{mean(self.deals):.0f} ≤ {max(self.deals)}",
            f"{mean(self.games):.0f} ≤ {max(self.games)}",
            f"{mean(self.deals_of_games):.1f} ≤ {max(self.deals_of_games)}",
            str(self.choices),
            str(self.actions),
            str(self.blocked),
        )


def measured(ruleset: Ruleset, seats: int, count: int) -> Sizes:
    """Play and measure this number of games."""
    sizes = Sizes()
    for begun in games(ruleset, seats, count):
        position, first = begun.position, 0
        while not position.over:
            sizes.choices = max(sizes.choices, len(choices(position)))
            sizes.actions = max(sizes.actions, sum(map(actions_of, choices(position))))
            deal, decisions = position.deal, position.decisions + 1
            step(begun)
            if position.deal != deal or position.over:
                sizes.deals.append(position.ply - first)
                sizes.blocked += decisions >= MAX_DECISIONS
                first = position.ply
        sizes.games.append(position.ply)
        sizes.deals_of_games.append(position.deal + 1)
    return sizes


def actions_of(choice: Choice) -> int:
    """Return the number of actions of a choice without making them."""
    fields = (choice.suits, choice.words, choice.targets, choice.claims)
    number = prod(max(1, field.bit_count()) for field in fields)
    further = choice.more.bit_count()
    return number * sum(comb(further, size) * max(1, size) for size in range(choice.least, choice.most + 1))


def table(count: int) -> Iterator[str]:
    """Return one line for each ruleset and number of players."""
    yield f"{'ruleset':<22}seats  " + "  ".join(f"{head:>19}" for head in HEADS)
    for ruleset in rulesets():
        for seats in range(ruleset.players[0], ruleset.players[1] + 1):
            row = measured(ruleset, seats, count).row()
            yield f"{ruleset.id:<22}{seats:>5}  " + "  ".join(f"{value:>19}" for value in row)


if __name__ == "__main__":
    for line in table(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(line, flush=True)
