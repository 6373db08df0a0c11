"""Measurements of tests for a report: JSON lines in the file that ARENA_FIGURES names."""

import json
import os
from pathlib import Path

VARIABLE = "ARENA_FIGURES"


def figures(of: str, **values: float | str) -> None:
    """Append a measurement, for example of "fault F07", if ARENA_FIGURES is set.

    Each line is written at once, so that several processes can share the file.
    """
    if target := os.environ.get(VARIABLE):
        line = json.dumps({"of": of, **values}) + "\n"
        with Path(target).open("a") as file:
            file.write(line)


def read(path: Path) -> list[dict[str, float | str]]:
    """Return all measurements of a file."""
    return [json.loads(line) for line in path.read_text().splitlines()]
