"""Recorded games: find them, ask a bot what it would have played in them, play on from them."""
