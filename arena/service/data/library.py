"""The optional library that writes Parquet files (pyarrow)."""

from importlib.util import find_spec
from typing import Final

from arena.service.errors import RunError

LIBRARY: Final = "pyarrow"
INSTALL: Final = "pip install 'maumau-arena[data]'"


class NoParquet(RunError):
    """The library that writes Parquet files is not installed."""


def can_write() -> bool:
    """True if the library is installed. The check does not import it."""
    return find_spec(LIBRARY) is not None


def check_can_write() -> None:
    """Raise NoParquet if the library is not installed."""
    if not can_write():
        raise NoParquet(f"cannot write Parquet files: {LIBRARY} is not installed; {INSTALL}")
