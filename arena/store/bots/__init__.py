"""Bots, their versions, uploads and tokens."""
