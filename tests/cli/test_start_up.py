"""Commands start fast: a command's module is imported only when the command runs."""

import ast
import inspect
import resource
import subprocess
import sys
from pathlib import Path

import pytest

import arena.cli
from arena.cli.lazy import load_function
from tests.cli.arena import entries

MAX_SECONDS = 0.4
MAX_STARTS = 20  # starts of Python that take MAX_SECONDS on a machine of our time
HEAVY = {
    "alembic",
    "distributed",
    "docker",
    "fastapi",
    "google.protobuf",
    "grpc",
    "numpy",
    "prometheus_client",
    "psycopg",
    "pydantic",
    "scipy",
    "sqlalchemy",
    "zstandard",
}
FOLDER = Path(arena.cli.__path__[0])


def modules_after(code: str) -> set[str]:
    """Return the modules that a fresh interpreter has imported after `code`."""
    program = f"import sys\n{code}\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return set(done.stdout.split())


def test_each_help_line_is_the_first_line_of_the_docstring() -> None:
    for _, entry in entries():
        first = (inspect.getdoc(load_function(entry.target)) or "").partition("\n")[0]
        assert first == entry.help, entry.target


def test_no_function_of_a_command_imports_anything_of_arena() -> None:
    for path in FOLDER.rglob("*.py"):
        tree = ast.parse(path.read_text())
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        inner = [node for function in functions for node in ast.walk(function)]
        names = [node.module or "" for node in inner if isinstance(node, ast.ImportFrom)]
        names += [alias.name for node in inner if isinstance(node, ast.Import) for alias in node.names]
        assert [name for name in names if name.startswith("arena")] == [], path
        assert "TYPE_CHECKING" not in path.read_text(), path


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("from arena.cli.main import root_command; root_command()", HEAVY),
        ("import arena.cli.run.play", HEAVY - {"zstandard"}),
        ("import arena.cli.replay.commands", HEAVY - {"zstandard"}),
    ],
    ids=["help", "play", "replay"],
)
def test_commands_without_a_database_import_nothing_heavy(code: str, heavy: set[str]) -> None:
    assert modules_after(code) & heavy == set()


def test_importing_arena_imports_nothing_else() -> None:
    assert modules_after("import arena") - modules_after("") == {"arena"}


@pytest.mark.alone
@pytest.mark.dear
def test_help_answers_at_once() -> None:
    """Compare processor seconds, the best of three; on a slow machine with the start of Python itself."""
    bare = min(processor_seconds([sys.executable, "-c", ""]) for _ in range(5))
    command = [sys.executable, "-m", "arena", "--help"]
    assert min(processor_seconds(command) for _ in range(3)) <= max(MAX_SECONDS, MAX_STARTS * bare)


def processor_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
