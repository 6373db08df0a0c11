"""Compare a text with its golden file."""

from pathlib import Path
from typing import Final

import pytest

GOLDEN: Final = Path(__file__).parent


def check_golden(name: str, text: str, request: pytest.FixtureRequest) -> None:
    """Compare a text with a file in tests/golden; with --update-golden, write the file first."""
    file = GOLDEN / name
    if request.config.getoption("--update-golden"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    assert text == file.read_text()
