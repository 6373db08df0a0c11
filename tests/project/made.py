"""Check or regenerate committed files that a test module generates."""

import filecmp
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path


def command(about: str | None, stale: Callable[[], Iterable[str]], **ways: Callable[[], object]) -> int:
    """Run `python -m MODULE [--WAY]`: regenerate, or list stale files. Return the exit code."""
    match sys.argv[1:]:
        case []:
            found = list(stale())
            for one in found:
                print("not current:", one)
            return 1 if found else 0
        case [way] if way.removeprefix("--") in ways:
            ways[way.removeprefix("--")]()
            return 0
    print(about)
    return 2


def differing(make: Callable[[Path], None], committed: Path) -> list[str]:
    """Return the files that `make` writes and that are missing or different below `committed`."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        names = [str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file()]
        _, other, missing = filecmp.cmpfiles(folder, committed, sorted(names), shallow=False)
    return other + missing
