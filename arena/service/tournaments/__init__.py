"""Tournaments: set up, paired, played, and changed while they are played."""
