"""Playing a tournament."""
