"""Compare two bots with a sequential test (SPRT), on boards that are played in every seating."""
