"""The match process, seen from both sides."""
