"""Tournaments: what one is to be, how it is set up and paired, running it, and changing it meanwhile."""
