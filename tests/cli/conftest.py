"""Fixtures of the tests of commands."""

from collections.abc import Callable
from pathlib import Path

import pytest

from arena.cli import main
from arena.cli.errors import report_error

GOLDEN_TEXTS = Path(__file__).parents[1] / "golden" / "cli"


@pytest.fixture(autouse=True)
def _plain_command_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget that the tests run below `uv run`, so that printed command lines begin with `arena`."""
    monkeypatch.delenv("UV_RUN_RECURSION_DEPTH", raising=False)


@pytest.fixture
def check_golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with its file in tests/golden/cli; with --update-golden, write the file."""

    def check(name: str, text: str) -> None:
        path = GOLDEN_TEXTS / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        assert text == path.read_text()

    return check


@pytest.fixture
def errors(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets the class name of each error that a command reports."""
    names: list[str] = []

    def record(error: Exception, as_json: bool = False) -> int:
        names.append(type(error).__name__)
        return report_error(error, as_json)

    monkeypatch.setattr(main, "report_error", record)
    return names
