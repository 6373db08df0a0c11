"""Queries about the results and logs of played matches."""
