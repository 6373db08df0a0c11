"""A ruleset explained in sentences."""
