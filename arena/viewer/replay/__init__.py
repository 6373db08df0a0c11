"""Replays: a recorded game as a film (a sequence of pictures)."""
