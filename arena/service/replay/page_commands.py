"""The commands that a replay page shows, to play on from a game and to ask bots about it."""

from pathlib import Path
from typing import Final

from arena.service.bots.builtin import builtin_folders

UNNAMED: Final = "GAME"


def command_attributes(game: str, seat: object = None) -> dict[str, str]:
    """Return HTML attributes for a replay page: the game's name and the builtin bots.

    The page puts them into the commands that it shows to the user.

    `game`: the name with which `arena replay` finds the game; of a path, only the file name is used. `seat`:
    if the page shows the view of only one seat, this seat; else None. With a seat, the placeholder "GAME"
    replaces the game's name.
    """
    name = Path(game).name if Path(game).is_file() else game
    return {"name": UNNAMED if seat is not None else name, "bots": " ".join(sorted(builtin_folders()))}
