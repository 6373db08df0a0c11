"""The Docker runner."""
