"""The commands that a replay page shows, to play on from a game and to ask bots about it."""

from pathlib import Path
from typing import Final

from arena.service.bots.builtin import builtin_folders

UNNAMED: Final = "GAME"


def command_attributes(game: str, seat: object = None) -> dict[str, str]:
    """Return HTML attributes for a replay page: `name` (the game) and `bots` (all builtin bots).

    The page uses them in the commands that it shows to the user.

    `game`: the game's name for `arena replay`; of a file's path, use only the file name. `seat`: the seat
    whose view the page shows; None for all hands. With a seat, `name` is only the placeholder "GAME".
    """
    name = Path(game).name if Path(game).is_file() else game
    return {"name": UNNAMED if seat is not None else name, "bots": " ".join(sorted(builtin_folders()))}
