"""The use cases that commands and pages call. They return dataclasses and raise `errors.ArenaError`."""
