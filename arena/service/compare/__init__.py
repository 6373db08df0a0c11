"""Compare two bots with a sequential test (SPRT). Each board (a game's cards) is played in every seating."""
