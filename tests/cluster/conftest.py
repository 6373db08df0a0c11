"""How the cup ends when one machine plays it alone."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cluster.processes import cup, playing

Alone = Callable[..., str]


@pytest.fixture(scope="session")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Alone:
    """The event's digest by the number of boards a match, and the format."""
    known: dict[tuple[int, str], str] = {}

    def digest(boards: int, form: str = "round-robin") -> str:
        if (boards, form) not in known:
            folder = Path(tmp_path_factory.mktemp("alone"))
            with playing(folder, cup(folder, boards, form=form), "-j", "2") as run:
                known[boards, form] = str(run.result()["event_digest"])
        return known[boards, form]

    return digest
