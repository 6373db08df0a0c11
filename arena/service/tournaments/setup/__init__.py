"""Setting up a tournament."""
