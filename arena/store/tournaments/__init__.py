"""Queries about tournaments, their schedules and states."""
