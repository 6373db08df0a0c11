"""Queries about bots, their versions, uploads, and tokens."""
