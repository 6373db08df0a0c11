"""Verify a tournament: rebuild it from its settings and logs, and compare it with the database."""
