"""The messages between referee and bots: `encode` makes those to bots, `decode` parses those from bots."""
