"""Reconstruct the messages that the bot on a seat received in a recorded game."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.record.format import Play
from arena.record.reader import GameLog
from arena.record.replay import replay
from arena.rules import Choice, Event, GameRules, Observation, Position, choices, observe


@dataclass(frozen=True, slots=True)
class SeatDecision:
    """A decision of a bot in a recorded game, with the position and the game events before it."""

    ply: int  # the decision's number, as in `replay show`: 1 is the game's first
    news: tuple[Event, ...]  # game events since its previous decision, with hidden cards
    position: Position
    seen: Observation
    choices: tuple[Choice, ...]
    played: Play  # what it played
    at_fault: frozenset[int]  # seats whose bots had already been at fault


@dataclass(frozen=True, slots=True)
class SeatMessages:
    """The decisions of a seat in a recorded game, and the game events reported to its bot.

    Here, events and positions also contain hidden cards, which the bot did not see.
    """

    game: GameRules
    seat: int
    decisions: tuple[SeatDecision, ...]  # in order
    rest: tuple[Event, ...]  # game events after the last decision
    places: tuple[int, ...]
    totals: tuple[int, ...]

    def up_to(self, ply: int) -> "SeatMessages | None":
        """Return the messages up to the decision at `ply`; None if this seat made no decision there."""
        before = tuple(decision for decision in self.decisions if decision.ply <= ply)
        if not before or before[-1].ply != ply:
            return None
        return SeatMessages(self.game, self.seat, before, (), (), ())


def read_messages(log: GameLog, seats: Iterable[int], before: int | None = None) -> list[SeatMessages]:
    """Return the messages to the bot on each of these seats. Raise BadLog if the log is invalid.

    `before`: return only the messages before this ply; None: return all messages.
    """
    played = replay(log)
    news = {seat: list[Event]() for seat in seats}
    decisions = {seat: list[SeatDecision]() for seat in news}
    places: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()
    position: Position | None = None  # if one of the seats is to decide
    known = 0  # how many of its news the question had
    for ply in played:
        if ply.number == before:
            break
        if position is not None and isinstance(ply.decision, Play):
            seat = position.turn
            seen, options = observe(position, seat), choices(position)
            sent = tuple(news[seat][:known])
            decisions[seat].append(
                SeatDecision(ply.number, sent, position, seen, options, ply.decision, played.at_fault)
            )
            del news[seat][:known]
        for seat in news:
            news[seat] += ply.events
        turn = played.position.turn
        to_decide = not played.over and turn in news and turn not in played.at_fault
        # A question is not repeated at another bot's fault. Absent bots are at fault before the first one.
        is_open = position is not None and 0 < position.ply == played.position.ply
        if not to_decide:
            position = None
        elif not is_open:
            position, known = played.position.copy(), len(news[turn])
    else:
        places, totals, _ = played.outcome
    return [
        SeatMessages(played.game, seat, tuple(decisions[seat]), tuple(news[seat]), places, totals)
        for seat in news
    ]
