"""A result is committed twice, or the answer to its commit is lost: it counts once."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from arena.service.results import RunProgress
from arena.store.database.engines import TRIES
from arena.store.database.failures import NotNow
from arena.store.database.store import Store
from tests.faults.coordinated import an_event, make_up, run_to_its_end

pytestmark = pytest.mark.fault("F12")


class LostAnswers(Store):
    """A coordinator that loses the answer to every second commit."""

    turns = 0

    @contextmanager
    def writing(self, tries: int = TRIES) -> Iterator[Connection]:
        with super().writing(tries) as tx:
            yield tx
        self.turns += tries == 1  # as who waits in another way
        if tries == 1 and self.turns % 2:
            raise ConnectionCut("database: the connection is cut")


class ConnectionCut(NotNow):
    """The connection broke during a commit."""

    do = "wait"


@pytest.mark.dear
def test_a_commit_with_a_lost_answer_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, digest: str
) -> None:
    told: list[RunProgress] = []
    monkeypatch.setattr("arena.service.tournaments.play.retry.RETRY_S", 0.01)
    with an_event(tmp_path) as opened:
        make_up(opened, monkeypatch)
        result = run_to_its_end(LostAnswers(opened._engine), told.append)
    assert (result.finished, result.event_digest) == (True, digest)
    assert [one.paused for one in told if one.paused]
    matches = [one.committed.match for one in told if one.committed]
    assert len(set(matches)) == len(matches) == 4
    assert told[-1].games_done == told[-1].games_total == result.games
