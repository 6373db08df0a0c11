"""No argument of a command is used as SQL: unknown names are refused, and nothing changes."""

from pathlib import Path
from typing import Final

import pytest

from tests.cli.arena import arena
from tests.conftest import Scale
from tests.web.injections import TEXTS, rows
from tests.web.played import played

# What asks the database, with TEXT in the place of a name or a number.
LINES: Final = (
    *(f"tournament {asks} TEXT" for asks in ("show", "standings", "crosstable", "fair-play", "pairings")),
    *(f"tournament {acts} TEXT" for acts in ("verify", "export", "pause", "resume", "end", "cancel")),
    "tournament export 1 --as csv --ruleset TEXT",
    "tournament withdraw TEXT last",
    "tournament withdraw 1 TEXT",
    "tournament add TEXT builtin:random",
    "tournament permit 1 TEXT last",
    *(f"bot {asks} TEXT" for asks in ("show", "disable", "enable")),
    "ratings --ruleset TEXT",
    "ratings --overall --bot TEXT",
    *(f"replay {asks} TEXT" for asks in ("show", "verify", "html")),
    "token revoke TEXT",
    "token new TEXT",
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory)


def test_refused(database: Path, scale: Scale, capfd: pytest.CaptureFixture[str]) -> None:
    before = rows(database)
    many = scale.pick(quick=1, ci=2, full=len(TEXTS))
    for number, line in enumerate(LINES):
        for more in range(many):
            text = TEXTS[(number * many + more) % len(TEXTS)]
            words = [text if word == "TEXT" else word for word in line.split()]
            done = arena(capfd, *words, "--db", str(database))
            assert done.code, (words, done)
            assert "Traceback" not in done.err, done.err
    assert rows(database) == before
