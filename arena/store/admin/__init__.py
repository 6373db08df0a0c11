"""Queries for people who operate a site: monitoring and freeing disk space."""
