"""`arena --help` answers at once, because heavy libraries are imported where they are used."""

import subprocess
import sys

HEAVY = {
    "alembic",
    "docker",
    "gacrux",
    "google.protobuf",
    "grpc",
    "numpy",
    "pydantic",
    "scipy",
    "sqlalchemy",
    "sqlmodel",
    "zstandard",
}
HELP = """
import sys
from arena.cli.main import main
sys.argv = ["arena", "--help"]
try:
    main()
finally:
    print(*sys.modules, file=sys.stderr)
"""


def modules_after(code: str) -> tuple[str, set[str]]:
    """What a fresh interpreter prints when it runs this, and the names it writes to stderr."""
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    return done.stdout, set(done.stderr.split())


def test_help_imports_nothing_heavy() -> None:
    printed, modules = modules_after(HELP)
    assert "Usage" in printed
    assert modules & HEAVY == set()
    assert len(modules) < 600


def test_games_are_played_and_watched_without_the_database() -> None:
    """Its libraries take a second to import; `arena play` and `arena replay show FILE` need none of them."""
    _, modules = modules_after(
        "import arena.service.play, arena.service.replay.find, sys; print(*sys.modules, file=sys.stderr)"
    )
    assert modules & (HEAVY - {"zstandard"}) == set()


def test_importing_arena_imports_nothing_else() -> None:
    _, before = modules_after("import sys; print(*sys.modules, file=sys.stderr)")
    _, after = modules_after("import arena, sys; print(*sys.modules, file=sys.stderr)")
    assert after - before == {"arena"}
