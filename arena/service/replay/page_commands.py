"""The commands that a replay page shows, to play on from a game and to ask bots about it."""

from pathlib import Path
from typing import Final

from arena.service.bots.builtin import builtin_folders

UNNAMED: Final = "GAME"


def command_attributes(game: str, seat: object = None) -> dict[str, str]:
    """Return the attributes of a replay element that shows commands to play on from a game.

    `game`: what `arena replay` calls it; of a path, only the file's name is used. `seat`: not None for a page
    that shows only one side: it must not identify the game.
    """
    name = Path(game).name if Path(game).is_file() else game
    return {"name": UNNAMED if seat is not None else name, "bots": " ".join(sorted(builtin_folders()))}
