"""The site dies next to a running tournament, which is not affected."""

import os
import signal
from pathlib import Path
from random import Random

import pytest

from arena.service.ladder.cache import refresh_ladders
from arena.service.results import RunProgress
from arena.service.submission.status import read_upload
from arena.store.database.store import Store
from arena.store.results.ledger import find_broken_entry
from tests.cli.test_serve import Serving, started
from tests.conftest import Scale
from tests.factories.runs import run
from tests.faults.coordinated import SEED, an_event, make_up
from tests.service.test_ladder_cache import everything, throw_away
from tests.service.test_submit import at_home
from tests.service.test_uploads import packed, sent_in
from tests.web.waiting import descendants, is_running, until

BESIDE = (
    "arena.service.ladder.worker",
    "arena.service.analyses.worker",
    "arena.service.data.worker",
    "arena.service.submission.__main__",
)


def played(store: Store, monkeypatch: pytest.MonkeyPatch, site: Serving | None, draw: Random) -> str | None:
    """Run tournament 1; after each match kill something of the site, in the end the site itself."""
    make_up(store, monkeypatch)

    def watch(now: RunProgress) -> None:
        if now.committed and site:
            kill_one(site, draw)

    result = run(store, 1, 1, watch)
    with store.reading() as tx:
        assert find_broken_entry(tx) is None
    return result.event_digest


def kill_one(site: Serving, draw: Random) -> None:
    below = [pid for pid in descendants(site.process.pid) if is_beside(pid)]
    if below:
        os.kill(draw.choice(sorted(below)), signal.SIGKILL)


def is_beside(pid: int) -> bool:
    try:
        words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    except OSError:
        return False
    return any(word.endswith(BESIDE) for word in words)


@pytest.mark.dear
@pytest.mark.fault("F01")
@pytest.mark.fault("F25")
def test_a_tournament_is_not_affected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scale: Scale) -> None:
    at_home(tmp_path, monkeypatch)
    (tmp_path / "undisturbed").mkdir()
    with an_event(tmp_path / "undisturbed") as store:
        undisturbed = played(store, monkeypatch, None, Random())
    for number in range(scale.pick(quick=1, ci=1, full=10)):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        with an_event(folder) as store:
            ticket = sent_in(store, packed({"bot.toml": b"x"})).ticket
            with started(folder / "arena.db", "--runner", "process") as site:
                until(lambda one=site: sum(map(is_beside, descendants(one.process.pid))) == len(BESIDE))  # type: ignore[misc] # mypy knows no defaults here
                assert played(store, monkeypatch, site, Random(f"{SEED} {number}")) == undisturbed
                below = list(descendants(site.process.pid))
                site.end(signal.SIGKILL)
                until(lambda pids=below: not any(map(is_running, pids)))  # type: ignore[misc] # as above
            refresh_ladders(store)
            kept = everything(store)
            throw_away(store)
            assert refresh_ladders(store)
            assert everything(store) == kept, "what pages show is what is made anew from nothing"
            with started(folder / "arena.db", "--runner", "process"):
                until(lambda db=store, one=ticket: read_upload(db, one, "anna").over)  # type: ignore[misc] # as above
            assert read_upload(store, ticket, "anna").state == "refused", "it was tried all the same"
