"""Rule cards: a ruleset explained in sentences."""
