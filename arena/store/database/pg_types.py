"""Texts for PostgreSQL, which cannot store the character zero."""

from typing import Final

from psycopg.types.string import StrDumperUnknown

ZERO: Final = "\N{SYMBOL FOR NULL}"  # in its place


class TextDumper(StrDumperUnknown):
    """Replace the character zero, which bots may print."""

    def dump(self, obj: str) -> bytes:
        return obj.replace("\0", ZERO).encode()
