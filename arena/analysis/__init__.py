"""Analyse recorded games: win chances at every ply, the cost of decisions, luck."""
