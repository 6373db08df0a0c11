"""Verifies a tournament: rebuilds it from its settings and game logs, and compares it with the database."""
