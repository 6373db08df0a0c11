"""The facts from which one frame is made."""

from dataclasses import dataclass

from arena.record.format import Decision
from arena.rules import Event
from arena.rules.position import Observation
from arena.viewer.replay.known_cards import Hands
from arena.viewer.text import Motive


@dataclass(frozen=True, slots=True)
class Scene:
    """The facts that a frame shows: a ply of the game, and the visible state after it.

    `hands`: the visible hands, by seat. `motive`: the reason for the decision, if the viewer may know it.
    """

    number: int  # of the ply
    decision: Decision | None
    events: tuple[Event, ...]  # redacted
    table: Observation
    hands: Hands
    motive: Motive | None = None
