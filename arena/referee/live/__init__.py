"""Live spectators: show a game of a running match while it is played."""
