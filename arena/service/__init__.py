"""The functions behind the commands and web pages. They return dataclasses and raise `errors.ArenaError`."""
