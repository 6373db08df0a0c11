"""Bots in Docker containers."""
