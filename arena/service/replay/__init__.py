"""Recorded games: find them, and ask a bot what it would have played in them."""
