"""Live views of running tournaments.

A run writes its games and progress to the database. The spectators' processes read them there.
"""
