"""The film of a game: its pictures (frames), one per ply, as seen from one side.

A side is a choice of visible hands: None for all hands, a number for the hand of this seat (from 0), PUBLIC
for no hands.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Literal

from arena.record.reader import GameLog
from arena.record.replay import Ply, replay
from arena.rules import GameRules, Position
from arena.viewer.replay.frames import Camera, Frame
from arena.viewer.text import seat_names
from arena.viewer.units import unit

PUBLIC: Final = "public"
Side = int | Literal["public"] | None


class NoSuchSeat(ValueError):
    """The game does not have the requested seat."""


@dataclass(frozen=True, slots=True)
class Film:
    """A recorded game as a sequence of pictures (frames), one per ply."""

    title: str
    ruleset: str
    style: str  # of the pack: french, german
    game: str
    board: int
    rotation: int
    keeps_score: bool  # totals are kept over several deals
    frames: tuple[Frame, ...]
    unit: str = "point"  # of the totals, in the singular


def film(
    log: GameLog, side: Side = None, until: int | None = None, then: Iterable[tuple[Position, Ply]] = ()
) -> Film:
    """Return the film of a recorded game: a sequence of pictures (frames), one per ply.

    `side`: the seat whose hand is visible (from 0), None for all hands, PUBLIC for none. `until`: leave out
    this ply and all later ones. `then`: plies to add at the end, each with the position after it.

    Raise NoSuchSeat if the game does not have that seat, BadLog for an invalid log.
    """
    played, header = replay(log), log.header
    names = seat_names([bot.name for bot in header.bots])
    camera = Camera(played.game, names, visible_seats(side, header.seats))
    frames = [
        camera.take(played.position, ply, played.outcome.places if played.over else ())
        for ply in islice(played, until)
    ]
    frames += [camera.take(position, ply, position.places if position.over else ()) for position, ply in then]
    shared = empty_film(played.game)
    return replace(
        shared, game=header.game, board=header.board, rotation=header.rotation, frames=tuple(frames)
    )


def visible_seats(side: Side, seats: int) -> frozenset[int]:
    """Return the seats whose hands are visible from a side.

    `side`: a seat (from 0), None for all hands, PUBLIC for none. `seats`: the number of seats.

    Raise NoSuchSeat if the game does not have that seat.
    """
    if side == PUBLIC:
        return frozenset()
    if side is None:
        return frozenset(range(seats))
    if side not in range(seats):
        raise NoSuchSeat(f"the game has seats 1 to {seats}")
    return frozenset([side])


def parse_side(text: str) -> Side:
    """Return the side (a choice of visible hands) that a link selects.

    `text`: "1" to "8" for the hand of a seat, "public" for no hands, "" for all hands.

    Raise NoSuchSeat for any other text.

    >>> parse_side(""), parse_side("2"), parse_side("public")
    (None, 1, 'public')
    """
    if not text:
        return None
    if text == PUBLIC:
        return PUBLIC
    if text in set("12345678"):
        return int(text) - 1
    raise NoSuchSeat(f"invalid seat {text[:20]!r}: expected 1 to 8, or {PUBLIC!r}")


def empty_film(game: GameRules) -> Film:
    """Return a film with no pictures, only with facts that all games of a ruleset share, such as the
    title.
    """
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
