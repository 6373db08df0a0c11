"""What the bot on a seat was asked in a game that was played, and what it was told before."""

from collections.abc import Iterable
from dataclasses import dataclass

from arena.record.format import Play
from arena.record.reader import GameLog
from arena.record.replay import replay
from arena.rules import Choice, Event, Game, Observation, Position, choices, observe


@dataclass(frozen=True, slots=True)
class SeatDecision:
    """A decision of a bot: what it saw, what had happened since the one before, and what it did."""

    ply: int  # as `replay show` counts: 1 is the first decision
    news: tuple[Event, ...]  # unredacted
    position: Position
    seen: Observation
    choices: tuple[Choice, ...]
    played: Play


@dataclass(frozen=True, slots=True)
class SeatMessages:
    """All that one seat's bot was told of a game, in order; `rest`: what happened after its last decision."""

    game: Game
    seat: int
    decisions: tuple[SeatDecision, ...]
    rest: tuple[Event, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]

    def up_to(self, ply: int) -> "SeatMessages | None":
        """Only what came before this decision, and it; None if it is none of this seat's."""
        before = tuple(decision for decision in self.decisions if decision.ply <= ply)
        if not before or before[-1].ply != ply:
            return None
        return SeatMessages(self.game, self.seat, before, (), (), ())


def told(log: GameLog, seats: Iterable[int]) -> list[SeatMessages]:
    """The game as the bots on these seats were told it. Raises BadLog."""
    return [_told(log, seat) for seat in seats]


def _told(log: GameLog, seat: int) -> SeatMessages:
    played, news, decisions = replay(log), list[Event](), list[SeatDecision]()
    before: Position | None = None
    for ply in played:
        if before is not None and isinstance(ply.decision, Play):
            seen, offered = observe(before, seat), choices(before)
            decisions.append(SeatDecision(ply.number, tuple(news), before, seen, offered, ply.decision))
            news.clear()
        news += ply.events
        open_now = not played.over and played.position.turn == seat and seat not in played.at_fault
        before = played.position.copy() if open_now else None
    places, totals, _ = played.outcome
    return SeatMessages(played.game, seat, tuple(decisions), tuple(news), places, totals)
