"""Conversion of texts for PostgreSQL, which cannot store the character U+0000."""

from typing import Final

from psycopg.types.string import StrDumperUnknown

ZERO: Final = "\N{SYMBOL FOR NULL}"  # stored in place of the character zero


class TextDumper(StrDumperUnknown):
    """A converter of texts for PostgreSQL, which replaces the character U+0000 by "␀"."""

    def dump(self, obj: str) -> bytes:
        return obj.replace("\0", ZERO).encode()
