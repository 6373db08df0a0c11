"""Branches: play on from a decision of a recorded game, with another action or with other bots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from statistics import stdev

from arena.analysis.calibration import calibration_of
from arena.analysis.chances import Chances, difference
from arena.analysis.playouts import Playouts, mean
from arena.record.decisions import SeatDecision
from arena.rules import Action, Position, notation
from arena.rules.dealer import Dealer
from maumau.search import play_out, sensible

Progress = Callable[[int], None]  # called with the number that is done so far; may raise to stop the work


@dataclass(frozen=True, slots=True)
class Continuation:
    """One position after one of the two compared actions, to be played to the end of the deal.

    `position`: the current position; at the start, the position after the compared action. `chance`: random
    numbers for the players. `actions`: the actions played so far, without the compared action; the caller
    appends each action that it plays.
    """

    number: int
    position: Position
    dealer: Dealer
    chance: Random
    actions: list[Action] = field(default_factory=list)


class Continuations:
    """All continuations of a branch: one for each position and compared action.

    All continuations from the same position get the same stock. They are numbered from 0 to `len(self)` - 1.
    For each number, in any order: call `start`, play the continuation to the end of its deal, call `finish`.
    """

    def __init__(self, playouts: Playouts, actions: Sequence[Action], on_board: Progress) -> None:
        nothing: Chances = ()
        self.results = {action: [nothing] * playouts.number for action in dict.fromkeys(actions)}
        self.first = dict[Action, list[Action]]()  # how the first continuation after each action went on
        self._playouts = playouts
        self._actions = tuple(self.results)
        self._on_board = on_board
        self._finished = 0

    def __len__(self) -> int:
        return self._playouts.number * len(self._actions)

    def start(self, number: int) -> Continuation:
        board, action = divmod(number, len(self._actions))
        return Continuation(number, *self._playouts.start(self._actions[action], board))

    def finish(self, continuation: Continuation) -> None:
        board, action = divmod(continuation.number, len(self._actions))
        self.results[self._actions[action]][board] = self._playouts.chances(continuation.position)
        if board == 0:
            self.first[self._actions[action]] = continuation.actions
        self._finished += 1

    def report(self) -> None:
        """Call `on_board` with the number of finished continuations per action."""
        self._on_board(self._finished // len(self._actions))


PlayOn = Callable[[Continuations], None]  # plays all continuations


def play_fast(continuations: Continuations) -> None:
    """Play all continuations to the end of their deals with the fast policy (a simple bot).

    A continuation is one position after one of the compared actions. Store the win chances at its end in
    `continuations.results`, and report the progress.
    """
    for number in range(len(continuations)):
        continuation = continuations.start(number)
        policy = partial(_decide, continuation.actions)
        play_out(continuation.position, continuation.dealer, continuation.chance, policy)
        continuations.finish(continuation)
        continuations.report()


def _decide(actions: list[Action], position: Position, chance: Random) -> Action:
    """Choose an action by the fast policy, append it to `actions` and return it."""
    actions.append(sensible(position, chance))
    return actions[-1]


@dataclass(frozen=True, slots=True)
class BranchValue:
    """The seats' win chances from 0 to 1, or their changes, each with its standard error."""

    chances: Chances
    errors: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BranchValues:
    """The win chances after the played action and after another action, and their difference.

    `difference`: other minus played.

    `first`: the actions of one continuation after the other action, in log notation.
    """

    played: BranchValue
    other: BranchValue
    difference: BranchValue
    first: tuple[str, ...]


def compare_branches(
    decision: SeatDecision,
    other: Action,
    played: Action,
    positions: Sequence[Position],
    seed: str,
    play_on: PlayOn = play_fast,
    on_board: Progress = lambda done: None,
) -> BranchValues:
    """Play on after each of two actions, and return the win chances after both and their difference.

    Each position is played on to the end of the deal, with its own random order of the stock. Both actions
    get the same orders.

    `positions`: at least two, with the real hands or with random hands that fit what the deciding seat knows.
    `seed`: equal seeds give equal orders. `play_on`: plays the continuations; chances are calibrated only if
    it is the default. `on_board`: called with the number of finished continuations per action.
    """
    calibration = calibration_of(decision.position.game.ruleset)
    playouts = Playouts(positions, seed, calibration, decision.at_fault)
    continuations = Continuations(playouts, [played, other], on_board)
    play_on(continuations)
    results = continuations.results

    def value(action: Action) -> BranchValue:
        raw = mean(results[action])
        chances = playouts.calibrate(raw, len(positions)) if play_on is play_fast else raw
        return BranchValue(chances, _errors(results[action]))

    values = {action: value(action) for action in results}
    differences = [difference(*pair) for pair in zip(results[other], results[played], strict=True)]
    change = BranchValue(difference(values[other].chances, values[played].chances), _errors(differences))
    pack = decision.position.game.pack
    first = tuple(notation(pack, action) for action in continuations.first[other])
    return BranchValues(values[played], values[other], change, first)


def _errors(results: Sequence[Chances]) -> tuple[float, ...]:
    """Return the standard error of each seat's mean win chance.

    `results`: for each playout, the win chances of all seats.
    """
    return tuple(stdev(column) / sqrt(len(results)) for column in zip(*results, strict=True))
