"""How the cup ends when one machine plays it alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cluster.processes import cup, playing

Alone = Callable[[int], str]


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Alone:
    """The event's digest by the number of boards a match."""
    known: dict[int, str] = {}

    def digest(boards: int) -> str:
        if boards not in known:
            folder = Path(tmp_path_factory.mktemp("alone"))
            with playing(folder, cup(folder, boards), "-j", "2") as run:
                known[boards] = str(run.result()["event_digest"])
        return known[boards]

    return digest
