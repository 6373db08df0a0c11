"""The spectators of a running match."""
