"""The messages between referee and bots; no other package uses protobuf in the referee.

`encode` makes the messages that the referee sends, `decode` parses the messages that bots send.
"""
