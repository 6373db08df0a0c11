"""The referee: `run` starts the process of a match, which plays it with `match.piece`."""
