"""Queries about running games and tournaments."""
