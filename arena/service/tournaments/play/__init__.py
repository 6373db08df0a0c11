"""Play a tournament."""
