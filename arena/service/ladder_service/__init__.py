"""The self-running ladder: it plays every bot that is submitted."""
