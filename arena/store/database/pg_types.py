"""Texts as PostgreSQL takes them: any but those with the character zero."""

from typing import Final

from psycopg.types.string import StrDumperUnknown

ZERO: Final = "\N{SYMBOL FOR NULL}"  # is shown where it was


class TextDumper(StrDumperUnknown):
    """What a bot said may hold any character."""

    def dump(self, obj: str) -> bytes:
        """The text as bytes."""
        return obj.replace("\0", ZERO).encode()
