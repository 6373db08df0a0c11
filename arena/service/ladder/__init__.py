"""The ladder of all bots."""
