"""People who play against bots in the browser."""
