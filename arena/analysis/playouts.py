"""Random playouts: from a position to the end of its deal, by a fast policy."""

from collections.abc import Sequence
from random import Random

from arena.analysis.chances import Chances, chances_between_deals, chances_of_places, normalize
from arena.rules import Action, Position, carry_out
from maumau.search import FixedDealer, play_out


class Playouts:
    """Plays from positions to the end of the deal and returns the win chances there, one result per position.

    All actions that are compared at one ply get the same cards, so the luck of the draw cancels out. Equal
    arguments give equal results. `sharpness`: see `chances_between_deals`.
    """

    def __init__(
        self, positions: Sequence[Position], seed: str, sharpness: float, at_fault: frozenset[int]
    ) -> None:
        self._positions = positions
        self._sharpness = sharpness
        self._at_fault = at_fault
        chance = Random(seed)
        self._seeds = [chance.getrandbits(32) for _ in positions]
        size = positions[0].game.pack.size
        self._dealers = [FixedDealer(Random(seed), size) for seed in self._seeds]

    def play(self, action: Action | None, numbers: range) -> list[Chances]:
        """Return the win chances after `action`, or without it if it is None, for these positions.

        If the action ends the deal, the next deal is played out.
        """
        return [self._play(action, number) for number in numbers]

    def _play(self, action: Action | None, number: int) -> Chances:
        position, dealer = self._positions[number].copy(), self._dealers[number].again()
        if action is not None:
            carry_out(position, action, dealer)
        play_out(position, dealer, Random(self._seeds[number]))
        return self.chances(position)

    def chances(self, position: Position) -> Chances:
        """Return the win chances at the end of a playout. Seats at fault have none."""
        if position.over:
            chances = chances_of_places(position.places)
        elif position.game.ruleset.deals and position.ply == position.dealt:
            chances = chances_between_deals(position, self._sharpness)
        else:
            chances = (1 / position.game.seats,) * position.game.seats
        if not self._at_fault:
            return chances
        return normalize([0.0 if seat in self._at_fault else one for seat, one in enumerate(chances)])


def mean(results: Sequence[Chances]) -> Chances:
    """Return the mean chances of each seat."""
    return tuple(sum(column) / len(results) for column in zip(*results, strict=True))


def raw_chances(
    position: Position, number: int, seed: str, sharpness: float, at_fault: frozenset[int] = frozenset()
) -> Chances:
    """Return the mean chances of `number` playouts from one position, not calibrated."""
    return mean(Playouts([position] * number, seed, sharpness, at_fault).play(None, range(number)))
