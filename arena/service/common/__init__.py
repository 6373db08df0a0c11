"""Helpers that several use cases share."""
