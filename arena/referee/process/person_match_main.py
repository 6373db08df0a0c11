"""The main function of a match process in which a person plays.

The fork server imports this module once, together with the code that shows each ply to the person. Other
matches rarely need that code.
"""

import arena.referee.live.followed_game  # noqa: F401 - for the live feed
from arena.referee.process.match_main import main

__all__ = ["main"]
