"""The only place where protobuf meets the domain.

`encode` makes what the referee sends, `decode` parses what bots send.
"""
