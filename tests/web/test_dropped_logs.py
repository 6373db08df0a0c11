"""Games whose logs were dropped: what came of them stays to be seen, and the rest is gone for good."""

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.store.admin.prune import prune_some
from arena.store.database.store import open_store, sqlite_url
from tests.web.served import Served, serving

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
DATE = "2026-11-22"


@pytest.fixture
def pruned(database: Path, tmp_path: Path) -> Iterator[Served]:
    """A site over a tournament that is over, without its logs."""
    path = Path(shutil.copy(database, tmp_path / "arena.db"))
    with open_store(sqlite_url(path)) as store, store.writing() as tx:
        assert prune_some(tx, 1, NOW)
        assert prune_some(tx, 1, NOW) is None
    with open_store(sqlite_url(path)) as store, serving(store) as site:
        yield site


@pytest.mark.dear
@pytest.mark.parametrize("what", ["film", "film?seat=public", "seatings", "log", "text", "page", "svg"])
def test_dropped_log_is_a_410(pruned: Served, what: str) -> None:
    said = pruned.data(f"/api/matches/1.1.1/games/2/{what}", 410)
    assert DATE in said["error"]
    assert said["do"]


@pytest.mark.dear
def test_page_of_a_dropped_game_shows_the_result(pruned: Served) -> None:
    for path in ("/matches/1.1.1/games/2", "/matches/1.1.1/games/2/seat/1"):
        text = pruned.text(path, 410)
        assert f"The log of game 2 was dropped on {DATE}" in text
        assert '<h2 id="games">Games</h2>' in text
        assert "<maumau-replay" not in text
    assert DATE in pruned.text("/embed/1.1.1/games/2", 410)


@pytest.mark.dear
def test_match_of_a_dropped_log_remains(pruned: Served) -> None:
    text = pruned.text("/matches/1.1.1")
    assert f"The log of game 1 was dropped on {DATE}" in text
    assert "Score %" in text
    for path in ("/", "/tournaments/1", "/tournaments/1/crosstable", "/matches", "/bots/dice"):
        pruned.get(path)
