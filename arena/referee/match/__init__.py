"""One match, as the match process plays it: its seatings, games and bot instances."""
