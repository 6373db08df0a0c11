"""The functions behind commands and pages. They return dataclasses and raise `errors.ArenaError`."""
