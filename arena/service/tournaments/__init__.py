"""Set up, pair and play tournaments, and change them while they are played."""
