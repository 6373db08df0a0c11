"""Helpers that several packages of `arena.service` share."""
