"""Branches: play on from a decision of a recorded game, with another action or with other bots."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import stdev
from typing import Final, Protocol

from arena.analysis.calibration import calibration_of
from arena.analysis.chances import Chances, difference
from arena.analysis.playouts import Playouts, mean
from arena.analysis.views import SeatSession
from arena.record.decisions import SeatDecision, SeatMessages
from arena.rules import Action, Event, Position, carry_out, choices, observe
from arena.rules.dealer import Dealer
from maumau.bots import Bot
from maumau.search import play_out

Progress = Callable[[int], None]  # called with the number of finished continuations

SEED_BYTES: Final = 8


class BranchSeat(Protocol):
    """A player on one seat of a branch."""

    def start(self, seed: bytes) -> None:
        """Start a continuation. `seed`: 8 bytes for random decisions."""

    def add(self, events: Sequence[Event]) -> None:
        """Add events that the seat has not received yet; they contain hidden cards."""

    def decide(self, position: Position) -> Action:
        """Return the seat's action."""


class BotSeat:
    """A Python bot on one seat of a branch.

    It first receives all messages that its seat had received before the branch. Its answers to them are
    ignored. Afterwards it receives the messages of the continuation. `messages`: those before the branch.
    """

    def __init__(self, bot: Bot | type[Bot], messages: SeatMessages) -> None:
        self._session = SeatSession(bot, messages.game, messages.seat)
        self._messages = messages
        self._news: list[Event] = []

    def start(self, seed: bytes) -> None:
        self._session.start(seed)
        for decision in self._messages.decisions:
            self._session.repeat(decision)
        self._news = list(self._messages.rest)

    def add(self, events: Sequence[Event]) -> None:
        self._news += events

    def decide(self, position: Position) -> Action:
        news, self._news = self._news, []
        return self._session.ask(
            position.ply, news, observe(position, self._messages.seat), choices(position)
        )

    def close(self) -> None:
        self._session.close()


class BranchTable:
    """The players who play on. For the seats `at_fault`, the fallback player makes the first choice."""

    def __init__(self, seats: Sequence[BranchSeat], at_fault: frozenset[int]) -> None:
        self._seats = seats
        self._at_fault = at_fault

    def finish(self, position: Position, dealer: Dealer, chance: Random) -> None:
        """Start a continuation just after the branch's action, and play to the end of the deal."""
        for seat in self._seats:
            seat.start(chance.randbytes(SEED_BYTES))
            seat.add(position.events)
        self.play_deal(position, dealer)

    def play_deal(self, position: Position, dealer: Dealer) -> None:
        """Play to the end of the current deal, or of the game."""
        deal = position.deal
        while not position.over and position.deal == deal:
            events = carry_out(position, self._decide(position), dealer)
            for seat in self._seats:
                seat.add(events)

    def _decide(self, position: Position) -> Action:
        if position.turn in self._at_fault:
            return choices(position)[0].default()
        return self._seats[position.turn].decide(position)


@dataclass(frozen=True, slots=True)
class BranchValue:
    """The win chance of each seat, from 0 to 1, and its standard error.

    For a difference between two actions: the change of each seat's win chance.
    """

    chances: Chances
    errors: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class BranchValues:
    """The values of the played action and of the other one; `difference` is the other minus the played."""

    played: BranchValue
    other: BranchValue
    difference: BranchValue


def compare_branches(
    decision: SeatDecision,
    other: Action,
    played: Action,
    boards: int,
    seed: str,
    table: BranchTable | None = None,
    on_board: Progress = lambda done: None,
) -> BranchValues:
    """Play on `boards` times after each of two actions, on the same cards, and return the seats' win chances.

    All hands are the real ones; each continuation has another random order of the stock. It ends with the
    deal. `table`: the bots that play on; None for the fast policy, whose chances are calibrated. `seed`: the
    same seed gives the same cards. `boards` is at least 2.
    """
    position = decision.position
    calibration = calibration_of(position.game.ruleset)
    finish = table.finish if table else play_out
    playouts = Playouts([position] * boards, seed, calibration, decision.at_fault, finish)
    results: dict[Action, list[Chances]] = {played: [], other: []}
    for number in range(boards):
        for action in results:
            results[action] += playouts.play(action, range(number, number + 1))
        on_board(number + 1)

    def value(action: Action) -> BranchValue:
        raw = mean(results[action])
        return BranchValue(raw if table else playouts.calibrate(raw, boards), _errors(results[action]))

    values = {action: value(action) for action in results}
    differences = [difference(*pair) for pair in zip(results[other], results[played], strict=True)]
    change = BranchValue(difference(values[other].chances, values[played].chances), _errors(differences))
    return BranchValues(values[played], values[other], change)


def _errors(results: Sequence[Chances]) -> tuple[float, ...]:
    """Return the standard error of each seat's mean."""
    return tuple(stdev(column) / sqrt(len(results)) for column in zip(*results, strict=True))
