"""One match, refereed: `run` starts the child process that plays it, `piece` is what the child does."""
