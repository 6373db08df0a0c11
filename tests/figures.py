"""What suites measured, for the report: one JSON line each, in the file that ARENA_FIGURES names."""

import json
import os
from pathlib import Path

VARIABLE = "ARENA_FIGURES"


def figures(of: str, **values: float | str) -> None:
    """Keep what was measured of something ("fault F07"). Without the variable nobody wants it.

    Several processes may write to one file: a line is written at once.
    """
    if target := os.environ.get(VARIABLE):
        line = json.dumps({"of": of, **values}) + "\n"
        with Path(target).open("a") as file:
            file.write(line)


def read(path: Path) -> list[dict[str, float | str]]:
    """All that was kept in a file."""
    return [json.loads(line) for line in path.read_text().splitlines()]
