"""Queries for operators."""
