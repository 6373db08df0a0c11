"""The libraries that each package may import, which the layers contract cannot check."""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OWN = {"arena", "maumau", "tests"}
ENVS = "sdk/python/src/maumau/envs"  # needs more than the rest of the SDK
DATA = "sdk/python/src/maumau/data"  # too
ALLOWED: dict[str, set[str]] = {
    "arena/assets": set(),
    "arena/rules": set(),
    "arena/tournament": {"gacrux", "numpy"},
    "arena/ratings": {"numpy", "scipy"},
    "arena/record": {"zstandard"},
    "arena/viewer": {"rich"},
    "arena/wire": {"google", "maumau"},
    "arena/sandbox": {"docker", "maumau", "requests", "urllib3"},  # docker raises what those two raise
    "arena/analysis": {"maumau"},
    "arena/referee": {"grpc", "maumau"},
    "arena/store": {"alembic", "psycopg", "sqlalchemy"},
    # Who plays here plays as a bot.
    "arena/service": {
        "dask",
        "distributed",
        "maumau",
        "numpy",
        "prometheus_client",
        "pyarrow",
        "sqlalchemy",
        "tornado",
    },
    "arena/cli": {"maumau", "rich", "typer"},  # the person at the terminal plays as a bot
    "sdk/python": {"arena", "google", "grpc"},
    DATA: {"google", "pyarrow"},
    ENVS: {"arena", "gymnasium", "numpy", "pettingzoo", "pyspiel"},
    "example_bots": {"maumau"},
}


def imported(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the top-level name and the file of every import below a folder, lazy ones too."""
    for path in sorted(folder.rglob("*.py")):
        yield from ((name, path) for name in imported_in(path))


@cache
def imported_in(path: Path) -> tuple[str, ...]:
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.append(node.module or "")
    return tuple(name.partition(".")[0] for name in found)


@pytest.mark.parametrize("part", ALLOWED)
def test_a_part_imports_only_what_it_may(part: str) -> None:
    own = part.partition("/")[0] if part.startswith("arena") else "maumau"
    allowed = ALLOWED[part] | sys.stdlib_module_names | {own}
    others = [ROOT / other for other in ALLOWED if other.startswith(f"{part}/")]
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for name, path in imported(ROOT / part)
        if name not in allowed and not {*others} & {*path.parents}
    ] == []


def test_every_package_is_listed() -> None:
    packages = {f"arena/{path.parent.name}" for path in (ROOT / "arena").glob("*/__init__.py")}
    assert packages - {"arena/web"} == {part for part in ALLOWED if part.startswith("arena")}
