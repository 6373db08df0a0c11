"""Tournaments, their schedules and states."""
