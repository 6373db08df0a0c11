"""Counts the sequences of 1, 2, 3, … actions from fixed games.

A wrong rule nearly always changes a count. The numbers are in counts.toml. If a rule is meant to change,
write them again and review the difference like code:

    uv run python -m tests.rules.counts
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.rules import (
    Action,
    Position,
    apply,
    carry_out,
    choices,
    expand,
    game_for,
    ruleset,
    rulesets,
    start,
)
from arena.rules.cards import Card, CardSet, members
from arena.rules.dealer import Fact

PATH: Final = Path(__file__).with_name("counts.toml")
# Seats, plies played before counting begins.
GAMES: Final = ((2, 0), (2, 25), (3, 40), (4, 12), (5, 0), (8, 10))
MAX_LINES: Final = 20_000
MAX_SEEDS: Final = 10_000
SOME_TIME: Final = 5  # plies


@dataclass(frozen=True, slots=True)
class Hashed:
    """A dealer without memory: the card depends on the seed, the taker and the stock, so lines of play can
    be counted in any order.
    """

    seed: int

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        digest = sha256(f"{self.seed} {who} {stock} {deal} {epoch}".encode()).digest()
        cards = list(members(stock))
        return cards[int.from_bytes(digest[:8]) % len(cards)]

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        pass

    def record(self, fact: Fact) -> None:
        """Do nothing."""


def begun(name: str, seats: int, plies: int, seed: int) -> Position:
    """Return a game after some plies: the first choice is taken, then the second, and so on."""
    position, _ = start(game_for(ruleset(name), seats), Hashed(seed))
    for ply in range(plies):
        if position.over:
            break
        offered = choices(position)
        apply(position, offered[ply % len(offered)].default(), Hashed(seed))
    return position


def counted(position: Position, seed: int, most: int = MAX_LINES) -> Iterator[int]:
    """Yield the numbers of different sequences of 1, 2, … actions, until there are none or too many."""
    dealer, reached = Hashed(seed), [position]
    while True:
        ways = [(one, [action for choice in choices(one) for action in expand(choice)]) for one in reached]
        number = sum(len(actions) for _, actions in ways)
        if not 0 < number <= most:
            return
        yield number
        reached = [after(one, action, dealer) for one, actions in ways for action in actions]


def after(position: Position, action: Action, dealer: Hashed) -> Position:
    """Return the position after an action; the old one does not change."""
    changed = position.copy()
    carry_out(changed, action, dealer)
    return changed


def lasting(rules: str, seats: int, plies: int, seed: int) -> int:
    """Return the first seed, from this one on, whose game does not end soon after these plies."""
    later = range(seed, MAX_SEEDS, len(GAMES))
    return next(one for one in later if not begun(rules, seats, plies + SOME_TIME, one).over)


def table() -> str:
    """Return the text of counts.toml."""
    text = ["# Numbers of lines of 1, 2, 3, … actions. Written by `python -m tests.rules.counts`."]
    for rules in rulesets():
        fewest, most = rules.players
        text.append(f"{rules.id} = [")
        for number, (seats, plies) in enumerate(GAMES):
            if fewest <= seats <= most:
                seed = lasting(rules.id, seats, plies, number)
                numbers = list(counted(begun(rules.id, seats, plies, seed), seed))
                text.append(f"    {{ seats = {seats}, plies = {plies}, seed = {seed}, lines = {numbers} }},")
        text.append("]")
    return "\n".join(text) + "\n"


def golden() -> dict[str, list[dict[str, int | list[int]]]]:
    """Return the content of counts.toml."""
    return tomllib.loads(PATH.read_text())


if __name__ == "__main__":
    PATH.write_text(table())
