"""Set up a tournament."""
