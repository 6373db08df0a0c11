"""The facts from which one frame (picture) is made."""

from dataclasses import dataclass

from arena.record.format import Decision
from arena.rules import Event
from arena.rules.position import Observation
from arena.viewer.replay.known_cards import Hands
from arena.viewer.text import Motive


@dataclass(frozen=True, slots=True)
class Scene:
    """A ply of the game, with the visible state after it."""

    number: int  # of the ply
    decision: Decision | None
    events: tuple[Event, ...]  # redacted
    table: Observation  # the visible state after the ply
    hands: Hands  # the visible hands, by seat
    motive: Motive | None = None  # the reason for the decision, if the viewer may know it
