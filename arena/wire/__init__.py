"""The messages between referee and bots: `encode` makes messages to bots, `decode` parses messages from
bots.
"""
