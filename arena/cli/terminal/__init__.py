"""The player at the terminal."""
