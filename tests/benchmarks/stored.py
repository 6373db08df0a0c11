"""Store results of long benchmarks, so that an interrupted run can be resumed."""

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

T = TypeVar("T")


def stored(folder: Path | None, name: str, make: Callable[[], T]) -> T:
    """Return the result of this name in the folder; make and store it if it is missing.

    Without a folder, always make it.
    """
    if folder is None:
        return make()
    path = folder / f"{name}.pickle"
    if path.exists():
        found: T = pickle.loads(path.read_bytes())
        return found
    folder.mkdir(parents=True, exist_ok=True)
    made, part = make(), path.with_suffix(".part")
    part.write_bytes(pickle.dumps(made))
    part.replace(path)
    return made
