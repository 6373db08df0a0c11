"""The commands that a replay page shows, to play on from a game and to ask bots about it."""

from pathlib import Path
from typing import Final

from arena.service.bots.builtin import builtin_folders

UNNAMED: Final = "GAME"


def command_attributes(game: str, seat: object = None) -> dict[str, str]:
    """Return the HTML attributes of a replay element that shows commands to play on from a game.

    `game`: the game's name for `arena replay`; of a path, only the file name is used. `seat`: the side that
    the page shows; None: all sides. The commands on a page with one side must not identify the game.
    """
    name = Path(game).name if Path(game).is_file() else game
    return {"name": UNNAMED if seat is not None else name, "bots": " ".join(sorted(builtin_folders()))}
