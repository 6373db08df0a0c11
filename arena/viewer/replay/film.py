"""A whole game, ready to be watched from one side.

A *side* is whose cards are shown: None is the side of all hands, a number that of a seat (from 0), and PUBLIC
that of somebody who sees no hand.
"""

from dataclasses import dataclass, replace
from typing import Final, Literal

from arena.record.reader import GameLog
from arena.record.replay import replay
from arena.rules import Game
from arena.viewer.replay.frames import Camera, Frame
from arena.viewer.text import seat_names
from arena.viewer.units import unit

PUBLIC: Final = "public"
Side = int | Literal["public"] | None


class NoSuchSeat(ValueError):
    """The game has no seat of this number."""


@dataclass(frozen=True, slots=True)
class Film:
    """The pictures of a game, by ply, and what is the same in all of them."""

    title: str
    ruleset: str
    style: str  # of the pack: french, german
    game: str
    board: int
    rotation: int
    keeps_score: bool  # totals are kept over several deals
    frames: tuple[Frame, ...]
    unit: str = "point"  # of the totals, in the singular


def film(log: GameLog, side: Side = None) -> Film:
    """The game as it is seen from a side. Raises NoSuchSeat, and BadLog."""
    played, header = replay(log), log.header
    names = seat_names([bot.name for bot in header.bots])
    camera = Camera(played.game, names, visible_seats(side, header.seats))
    frames = tuple(
        camera.take(played.position, ply, played.outcome.places if played.over else ()) for ply in played
    )
    return replace(
        unfilmed(played.game), game=header.game, board=header.board, rotation=header.rotation, frames=frames
    )


def visible_seats(side: Side, seats: int) -> frozenset[int]:
    """The seats whose hands are seen from a side of a table of so many. Raises NoSuchSeat."""
    if side == PUBLIC:
        return frozenset()
    if side is None:
        return frozenset(range(seats))
    if side not in range(seats):
        raise NoSuchSeat(f"the game has seats 1 to {seats}")
    return frozenset([side])


def side_named(text: str) -> Side:
    """The side that a link names: "" is that of all hands, "1" that of the first seat, and "public".

    >>> side_named(""), side_named("2"), side_named("public")
    (None, 1, 'public')
    """
    if not text:
        return None
    if text == PUBLIC:
        return PUBLIC
    if text in set("12345678"):
        return int(text) - 1
    raise NoSuchSeat(f"{text[:20]!r} is no seat: they are 1 to 8, or {PUBLIC!r}")


def unfilmed(game: Game) -> Film:
    """A film without pictures: what is the same in all games of a ruleset."""
    ruleset = game.ruleset
    return Film(
        title=ruleset.title,
        ruleset=ruleset.key,
        style=game.pack.style,
        game="",
        board=0,
        rotation=0,
        keeps_score=ruleset.deals is not None,
        frames=(),
        unit=unit(ruleset.deals) if ruleset.deals else "point",
    )
