"""Where this user's programs keep their files (XDG base directories)."""

import os
from pathlib import Path


def data_folder() -> Path:
    """What is to last."""
    return _base("XDG_DATA_HOME", ".local/share") / "arena"


def cache_folder() -> Path:
    """What can be thrown away."""
    return _base("XDG_CACHE_HOME", ".cache") / "arena"


def _base(variable: str, default: str) -> Path:
    given = Path(os.environ.get(variable, ""))
    return given if given.is_absolute() else Path.home() / default
