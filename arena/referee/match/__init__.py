"""One match: its pieces, seatings, games and bot instances."""
