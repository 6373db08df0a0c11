"""The functions of commands and pages, which return dataclasses and raise `errors.ArenaError`."""
