"""Replays: a recorded game as a film, which is a sequence of pictures."""
