"""Golden texts: `--update-golden` writes them."""

from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("golden")


class Golden:
    """Compares a text with a file of the golden folder, or writes it."""

    def __init__(self, update: bool) -> None:
        self._update = update

    def check(self, name: str, text: str) -> None:
        if self._update:
            (FOLDER / name).write_text(text)
        assert text == (FOLDER / name).read_text()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    return Golden(request.config.getoption("--update-golden"))
