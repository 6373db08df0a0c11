"""Replays: a recorded game as a sequence of pictures."""
