"""What spectators see of a match while it is played."""
