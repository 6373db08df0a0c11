"""Verify a tournament: rebuild it from its settings and game logs, and compare the result with the
database.
"""
