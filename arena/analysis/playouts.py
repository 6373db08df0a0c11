"""Random playouts: a fast policy plays from a position to the end of its deal."""

from collections.abc import Sequence
from functools import cached_property
from random import Random

from arena.analysis.calibration import Calibration
from arena.analysis.chances import Chances, chances_between_deals, chances_of_places, normalize
from arena.rules import Action, Position, carry_out
from maumau.search import FixedDealer, play_out


class Playouts:
    """Random playouts: a fast policy plays from several positions to the end of the deal.

    Compared actions get the same cards, so the luck of the draw cancels out. Equal arguments give equal
    results. `at_fault`: seats whose bots were at fault; they cannot win.
    """

    def __init__(
        self,
        positions: Sequence[Position],
        seed: str,
        calibration: Calibration,
        at_fault: frozenset[int] = frozenset(),
    ) -> None:
        self.number = len(positions)
        self._positions = positions
        self._calibration = calibration
        self._at_fault = at_fault
        self._seed = seed

    def play(self, action: Action | None = None, numbers: range | None = None) -> list[Chances]:
        """Play each position to the end of its deal. Return each seat's win chance, for each position.

        `action`: the first action in each position; None: the fast policy chooses it. If `action` itself ends
        the deal, play to the end of the next deal. `numbers`: the indices of the positions to play; None for
        all.
        """
        return [self._play(action, number) for number in numbers or range(self.number)]

    @cached_property
    def _cards(self) -> list[tuple[int, FixedDealer]]:
        """Return the random seed and the dealer of each playout."""
        chance, size = Random(self._seed), self._positions[0].game.pack.size
        seeds = [chance.getrandbits(32) for _ in self._positions]
        return [(seed, FixedDealer(Random(seed), size)) for seed in seeds]

    def start(self, action: Action | None, number: int) -> tuple[Position, FixedDealer, Random]:
        """Return the start of a playout: a position, its dealer and its random generator.

        The position is a copy of position `number`, after `action` if `action` is not None.
        """
        seed, first = self._cards[number]
        position, dealer = self._positions[number].copy(), first.again()
        if action is not None:
            carry_out(position, action, dealer)
        return position, dealer, Random(seed)

    def _play(self, action: Action | None, number: int) -> Chances:
        position, dealer, chance = self.start(action, number)
        play_out(position, dealer, chance)
        return self.chances(position)

    def chances(self, position: Position) -> Chances:
        """Return each seat's win chance in the final position of a playout. Seats at fault have no chance."""
        if position.over:
            chances = chances_of_places(position.places)
        elif position.game.ruleset.deals and position.ply == position.dealt:
            chances = chances_between_deals(position, self._calibration.sharpness)
        else:
            chances = (1 / position.game.seats,) * position.game.seats
        return self._without_faults(chances)

    def calibrate(self, raw: Chances, playouts: int) -> Chances:
        """Return the calibrated win chances. `raw`: each seat's mean result in `playouts` playouts."""
        return self._without_faults(self._calibration.calibrate(raw, playouts))

    def _without_faults(self, chances: Chances) -> Chances:
        if not self._at_fault:
            return chances
        return normalize([0.0 if seat in self._at_fault else one for seat, one in enumerate(chances)])


def mean(results: Sequence[Chances]) -> Chances:
    """Return the mean win chance of each seat. `results`: the seats' win chances after each playout."""
    return tuple(sum(column) / len(results) for column in zip(*results, strict=True))
