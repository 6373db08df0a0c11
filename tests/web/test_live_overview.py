"""Who plays a tournament, on its page: matches under way and workers, whatever they are called."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.store.database.store import open_store, sqlite_url
from arena.store.live.status import LiveRun, MatchProgress, RunStatus, WorkerProgress, write_status
from tests.web.events import NASTY
from tests.web.served import serving
from tests.web.waiting import until
from tests.web.watching import planned


@pytest.mark.dear
def test_every_match_and_worker_is_on_the_page(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "a.db")) as store, serving(store) as served:
        number, now = planned(store, 12), datetime.now(UTC)
        page = f"/tournaments/{number}"
        assert 'aria-label="Workers"' not in served.text(page)
        with store.writing() as tx:
            run = LiveRun("run", number, 60, 2_400, 30.0, 78.0)
            matches = tuple(MatchProgress(f"{number}.1.1/{piece}", 10, 40, 5.0) for piece in range(1, 61))
            workers = (WorkerProgress(NASTY, 4, 3, 1_234, now),)
            write_status(tx, RunStatus("run", number, run, (), matches, workers), now)
        until(lambda: 'aria-label="Workers"' in served.text(page))
        told = served.text(page)
        assert told.count(f'<a href="/live/{number}.1.1">') == 48
        assert "and 12 more" in told
        assert "10 of 40" in told and "15 s" in told
        assert NASTY not in told and "&lt;img src=x onerror=alert(1)&gt;" in told
        assert "3 of 4" in told and "1,234" in told
        other = f"/tournaments/{planned(store, 12)}"
        assert 'aria-label="Workers"' not in served.text(other)
