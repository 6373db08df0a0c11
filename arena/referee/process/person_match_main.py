"""The main function of a match process in which a person plays.

The fork server imports this module once, and with it what shows the person each ply; other matches rarely
need that.
"""

import arena.referee.live.followed_game  # noqa: F401 - for the live feed
from arena.referee.process.match_main import main

__all__ = ["main"]
