"""Compare two bots with a sequential test (SPRT) over duplicate boards."""
