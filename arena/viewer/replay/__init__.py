"""A recorded game as a sequence of pictures."""
