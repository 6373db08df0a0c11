"""Tournaments: set them up, pair and play them, and change them while they are played."""
