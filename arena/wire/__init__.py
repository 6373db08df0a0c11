"""The only place where protobuf meets the domain: `encode` for what the referee sends, `decode` for what bots send."""
