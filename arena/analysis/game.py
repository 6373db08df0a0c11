"""Analyse a recorded game: win chances after every ply, the cost of decisions, the luck of draws."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp
from random import Random
from statistics import fmean
from typing import Final

from arena.analysis.calibration import Calibration, calibration_of
from arena.analysis.chances import Chances, chances_of_places, difference
from arena.analysis.decision import ComparedWays, compare
from arena.analysis.playouts import Playouts, mean
from arena.analysis.views import seat_views
from arena.analysis.ways import ways
from arena.record.decisions import read_messages
from arena.record.format import BotFault, Play
from arena.record.reader import GameLog
from arena.record.replay import Ply, Replay, replay
from arena.rules import EventKind, Position, action_named, notation, start
from maumau.search import FixedDealer, Knowledge

Progress = Callable[[int], None]  # called with the number of each analysed ply

MAX_PLAYOUTS: Final = 200  # for each way to decide
MIN_PLAYOUTS: Final = 32
_PLAYOUT_BUDGET: Final = 6_000  # playouts for each way, over all plies of a game
SURE: Final = 2  # standard errors from which a cost counts as a mistake
MIN_COST: Final = 0.02
_RANDOM: Final = (EventKind.DEAL, EventKind.DEALT, EventKind.DREW, EventKind.CUT_MET)


@dataclass(frozen=True, slots=True)
class DecisionValue:
    """How good a decision was for the seat that decided. Actions are in log notation.

    `chances`: the seat's win chance after each compared action, best first. `played`: the action of the
    recorded game. `cost`: the win chance that this action gives away. `error`: the cost's standard error.
    """

    ply: int
    seat: int
    played: str
    chances: tuple[tuple[str, float], ...]
    cost: float
    error: float

    @property
    def best(self) -> str:
        """Return the action with the highest win chance."""
        return self.chances[0][0]

    @property
    def is_mistake(self) -> bool:
        """True if the cost is at least `MIN_COST`, and too large to be a random error of the playouts."""
        return self.cost >= max(MIN_COST, SURE * self.error)


@dataclass(frozen=True, slots=True)
class Luck:
    """The change of the seats' win chances by a random event (a draw, a new deal). The changes add up to 0.

    `ply`: 0 for the first deal. `seat`: the seat that drew; None for a deal, or if several seats drew.
    """

    ply: int
    seat: int | None
    change: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class GameAnalysis:
    """The analysis of a game, with all hands open (`seat` is None) or as one seat knew it.

    `chances`: the win chances after each ply, keyed by ply; ply 0 is the first deal. If one seat is analysed,
    only the plies at which it decided are there, and `luck` is empty.
    """

    seat: int | None
    playouts: int  # for each way to decide
    calibration: Calibration
    chances: dict[int, Chances]
    decisions: tuple[DecisionValue, ...]
    luck: tuple[Luck, ...]

    def mistakes(self, number: int = 5) -> list[DecisionValue]:
        """Return the most expensive mistakes, at most `number`, in the order of the game."""
        found = sorted((one for one in self.decisions if one.is_mistake), key=lambda one: -one.cost)
        return sorted(found[:number], key=lambda one: one.ply)

    def accuracy(self, seat: int) -> float | None:
        """Return the accuracy of a seat's decisions in per cent; None if the seat had nothing to decide."""
        costs = [one.cost for one in self.decisions if one.seat == seat]
        return fmean(map(accuracy_of_cost, costs)) if costs else None


def accuracy_of_cost(cost: float) -> float:
    """Convert the cost of a decision (lost win chance, 0 to 1) to its accuracy, 0 to 100.

    The formula is Lichess's: https://lichess.org/page/accuracy.
    """
    return min(100.0, max(0.0, 103.1668 * exp(-4.354 * cost) - 3.1669))


def analyse(log: GameLog, seat: int | None = None, on_ply: Progress = lambda ply: None) -> GameAnalysis:
    """Analyse a recorded game. The same log gives the same result.

    `seat`: analyse only this seat's decisions, without other seats' hidden cards. None: analyse all decisions
    with open hands. `on_ply`: called with the number of each ply before its analysis. Raise BadLog if the log
    is invalid.
    """
    calibration = calibration_of(replay(log).game.ruleset)
    number = number_of_playouts(sum(isinstance(record, Play) for record in log.records))
    if seat is None:
        return _OpenHands(log, calibration, number).analyse(on_ply)
    return _analyse_seat(log, seat, calibration, number, on_ply)


def number_of_playouts(plies: int) -> int:
    """Return the number of playouts for each possible action, in a game of this length.

    >>> number_of_playouts(20), number_of_playouts(60), number_of_playouts(500)
    (200, 100, 32)
    """
    return max(MIN_PLAYOUTS, min(MAX_PLAYOUTS, _PLAYOUT_BUDGET // max(1, plies)))


def _analyse_seat(
    log: GameLog, seat: int, calibration: Calibration, number: int, on_ply: Progress
) -> GameAnalysis:
    (messages,) = read_messages(log, [seat])
    chances, decisions = dict[int, Chances](), list[DecisionValue]()
    for decision, view in seat_views(messages):
        on_ply(decision.ply)
        key = _key(log, f"{decision.ply}/{seat}")
        knowledge, chance = Knowledge(view), Random(key)
        positions = [knowledge.sample(chance) for _ in range(number)]
        playouts = Playouts(positions, key, calibration, decision.at_fault)
        played = action_named(positions[0], decision.played.action)
        found = compare(ways(positions[0], played), played, seat, playouts)
        chances[decision.ply] = playouts.calibrate(found.raw, number)
        decisions += _value(positions[0], decision.ply, seat, decision.played.action, found)
    return GameAnalysis(seat, number, calibration, chances, tuple(decisions), ())


class _OpenHands:
    """The analysis of a game with all hands open."""

    def __init__(self, log: GameLog, calibration: Calibration, number: int) -> None:
        self._log = log
        self._calibration = calibration
        self._number = number
        self._chances: dict[int, Chances] = {}
        self._raw: dict[int, Chances] = {}
        self._decisions: list[DecisionValue] = []
        self._luck: list[Luck] = []

    def analyse(self, on_ply: Progress) -> GameAnalysis:
        played = replay(self._log)
        before: Position | None = None
        for ply in played:
            on_ply(ply.number)
            self._add(played, ply, before)
            before = played.position.copy()
        return GameAnalysis(
            None,
            self._number,
            self._calibration,
            self._chances,
            tuple(self._decisions),
            tuple(self._luck),
        )

    def _add(self, played: Replay, ply: Ply, before: Position | None) -> None:
        """Add a ply's win chances, the value of its decision and its luck to the analysis.

        `played`: the replay of the game, stopped after this ply. `before`: the position before the ply.
        """
        expected = self._expected(played, ply, before)
        playouts = self._playouts([played.position] * self._number, f"{ply.number}/after", played.at_fault)
        if played.over:
            after = chances_of_places(played.outcome.places)
        elif expected is None or _is_random(ply):
            after = mean(playouts.play())
        else:
            after = expected
        if expected is not None and _is_random(ply):
            self._luck.append(Luck(ply.number, _drawer(ply), difference(after, expected)))
        self._raw[ply.number] = after
        self._chances[ply.number] = after if played.over else playouts.calibrate(after, self._number)

    def _expected(self, played: Replay, ply: Ply, before: Position | None) -> Chances | None:
        """Return the uncalibrated win chances after the ply's decision, before cards are drawn or dealt.

        Also add the value of the decision to the analysis. For the first deal, return the mean over random
        deals; for a bot's fault, return None.
        """
        if before is None:
            return self._chances_of_deal(played)
        if isinstance(ply.decision, BotFault) or ply.action is None or ply.decision is None:
            return None
        playouts = self._playouts([before] * self._number, f"{ply.number}", played.at_fault)
        some = ways(before, ply.action)
        if len(some) == 1 or not isinstance(ply.decision, Play):
            if not _is_random(ply):
                return self._raw[ply.number - 1]
            return mean(playouts.play(ply.action))
        found = compare(some, ply.action, ply.decision.seat, playouts)
        self._decisions += _value(before, ply.number, ply.decision.seat, ply.decision.action, found)
        return found.raw

    def _chances_of_deal(self, played: Replay) -> Chances:
        """Return the mean win chances over random first deals."""
        chance, size = Random(_key(self._log, "deal")), played.game.pack.size
        deals = [start(played.game, FixedDealer(chance, size))[0] for _ in range(self._number)]
        return mean(self._playouts(deals, "before").play())

    def _playouts(
        self, positions: list[Position], key: str, at_fault: frozenset[int] = frozenset()
    ) -> Playouts:
        return Playouts(positions, _key(self._log, key), self._calibration, at_fault)


def _value(
    position: Position, ply: int, seat: int, played: str, found: ComparedWays
) -> Iterator[DecisionValue]:
    """Yield the value of a decision; nothing if only one action was compared. `found`: the comparison."""
    if len(found.chances) > 1:
        pack = position.game.pack
        ranked = sorted(found.chances.items(), key=lambda item: -item[1])
        named = tuple((notation(pack, action), chance) for action, chance in ranked)
        yield DecisionValue(ply, seat, played, named, found.cost, found.error)


def _is_random(ply: Ply) -> bool:
    """True if cards were dealt or drawn, or a card was seen in a cut, at this ply."""
    return any(event.kind in _RANDOM for event in ply.events)


def _drawer(ply: Ply) -> int | None:
    """Return the only seat that drew cards at this ply; None if several seats drew or cards were dealt."""
    drawers = {event.seat for event in ply.events if event.kind in _RANDOM}
    return drawers.pop() if len(drawers) == 1 and ply.number else None


def _key(log: GameLog, part: str) -> str:
    """Return the random seed for a part of the analysis, such as "deal". It ignores hidden cards."""
    return f"{log.header.game}/{part}"
