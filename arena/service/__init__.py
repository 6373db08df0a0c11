"""Use cases: what commands and pages call. Results are dataclasses; errors are `errors.ArenaError`."""
