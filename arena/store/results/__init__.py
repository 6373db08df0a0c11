"""Results and logs of played matches."""
