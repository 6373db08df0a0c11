"""A whole game, ready to be watched from one side."""

from dataclasses import dataclass

from arena.record.read import GameLog
from arena.record.replay import replay
from arena.viewer.frames import Camera, Frame
from arena.viewer.text import seat_names


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
    ruleset = played.game.ruleset
    return Film(
        title=ruleset.title,
        ruleset=ruleset.key,
        style=played.game.pack.style,
        game=log.header.game,
        board=log.header.board,
        rotation=log.header.rotation,
        keeps_score=ruleset.deals is not None,
        frames=frames,
    )
