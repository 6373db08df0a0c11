"""Compare two bots with a sequential test over duplicate boards."""
