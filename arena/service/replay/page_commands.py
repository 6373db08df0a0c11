"""The commands that a replay page shows, to play on from a game and to ask bots about it."""

from pathlib import Path
from typing import Final

from arena.service.bots.builtin import builtin_folders

UNNAMED: Final = "GAME"


def command_attributes(game: str, seat: object = None) -> dict[str, str]:
    """Return HTML attributes from which a replay page makes the commands that it shows.

    `game`: the game's name for `arena replay`; if it is a path, only the file name is used. `seat`: the only
    seat whose view the page shows; None: all. If a seat is given, the commands contain the placeholder "GAME"
    instead of the game's name.
    """
    name = Path(game).name if Path(game).is_file() else game
    return {"name": UNNAMED if seat is not None else name, "bots": " ".join(sorted(builtin_folders()))}
