"""A whole game, ready to be watched from one side."""

from dataclasses import dataclass, replace

from arena.record.read import GameLog
from arena.record.replay import replay
from arena.rules import Game
from arena.viewer.frames import Camera, Frame
from arena.viewer.text import seat_names
from arena.viewer.units import unit


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


def film(log: GameLog, seat: int | None = None) -> Film:
    """The game with all cards open, or as one seat (from 0) saw it. Raises NoSuchSeat, and BadLog."""
    played = replay(log)
    seats = range(played.game.seats)
    if seat is not None and seat not in seats:
        raise NoSuchSeat(f"the game has seats 1 to {len(seats)}")
    shown = frozenset(seats if seat is None else [seat])
    camera = Camera(played.game, seat_names([bot.name for bot in log.header.bots]), shown)
    frames = tuple(
        camera.take(played.position, ply, played.outcome.places if played.over else ()) for ply in played
    )
    header = log.header
    return replace(
        unfilmed(played.game), game=header.game, board=header.board, rotation=header.rotation, frames=frames
    )


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
