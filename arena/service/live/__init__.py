"""Live views of running tournaments: how games and progress get from a run to spectators, through the
database.
"""
