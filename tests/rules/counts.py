"""How many ways a game can go on: the number of lines of so many actions from fixed games.

A wrong rule nearly always changes a count. The numbers are in counts.toml; when a rule is meant to change,
they are written anew, and the difference is reviewed like code:

    uv run python -m tests.rules.counts
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from arena.rules import Position, apply, choices, expand, game_for, ruleset, rulesets, start
from arena.rules.cards import Card, CardSet, members

PATH: Final = Path(__file__).with_name("counts.toml")
GAMES: Final = ((2, 0), (2, 25), (3, 40), (4, 12), (5, 0))  # seats, plies played before counting begins
MOST_LINES: Final = 100_000


@dataclass(frozen=True, slots=True)
class Hashed:
    """A dealer without memory: the card depends on the seed, who takes and from what, so every line of play
    can be counted in any order."""

    seed: int

    def take(self, who: int, stock: CardSet, deal: int, epoch: int) -> Card:
        digest = sha256(f"{self.seed} {who} {stock} {deal} {epoch}".encode()).digest()
        cards = list(members(stock))
        return cards[int.from_bytes(digest[:8]) % len(cards)]

    def reshuffled(self, stock: CardSet, deal: int, epoch: int) -> None:
        pass


def begun(name: str, seats: int, plies: int, seed: int) -> Position:
    """A game some plies on: the first choice is taken, then the second, and so on round what there is."""
    position, _ = start(game_for(ruleset(name), seats), Hashed(seed))
    for ply in range(plies):
        offered = choices(position)
        apply(position, offered[ply % len(offered)].default(), Hashed(seed))
    return position


def lines(position: Position, depth: int, dealer: Hashed) -> int:
    """How many different sequences of `depth` actions there are; a game that is over counts as no line."""
    actions = [action for choice in choices(position) for action in expand(choice)]
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        after = position.copy()
        apply(after, action, dealer)
        total += lines(after, depth - 1, dealer)
    return total


def counted(position: Position, seed: int) -> Iterator[int]:
    """The numbers of lines for depth 1, 2, … up to MOST_LINES."""
    dealer, depth, number = Hashed(seed), 1, 1
    while number > 0:
        number = lines(position, depth, dealer)
        if number > MOST_LINES:
            return
        yield number
        depth += 1


def table() -> str:
    """The whole of counts.toml."""
    text = ["# Numbers of lines of 1, 2, 3, … actions. Written by `python -m tests.rules.counts`."]
    for rules in rulesets():
        for seed, (seats, plies) in enumerate(GAMES):
            if seats > rules.players[1]:
                continue
            numbers = list(counted(begun(rules.id, seats, plies, seed), seed))
            text.append(
                f"[[{rules.id}]]\nseats = {seats}\nplies = {plies}\nseed = {seed}\nlines = {numbers}\n"
            )
    return "\n".join(text)


def golden() -> dict[str, list[dict[str, int | list[int]]]]:
    """What counts.toml holds."""
    return tomllib.loads(PATH.read_text())


if __name__ == "__main__":
    PATH.write_text(table())
