"""Queries for the pages of ladders and bots."""
