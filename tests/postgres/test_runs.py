"""Tournaments over PostgreSQL by the command: two runs share one, one is killed, another continues."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from arena.service.verify.verify import verify_tournament
from arena.store.database.store import Store
from arena.store.tables.results import GAME
from arena.store.tables.schedule import LEDGER, MATCH
from arena.store.tournaments.list import progress
from tests.cli.arena import BOTS
from tests.postgres.proxy import Cut, Proxy
from tests.postgres.server import Server

pytestmark = [pytest.mark.dear, pytest.mark.fault("F10")]

FIELD = tuple(str(BOTS / name) for name in ("last.py", "dice.py", "middle.py"))
RULESETS = ("mau-mau", "prsi")
RUN = (
    "run",
    *FIELD,
    *(f"--ruleset={name}" for name in RULESETS),
    "--boards=2",
    f"--seed={'5a' * 32}",
    "--jobs=1",
)
MATCHES = 6
GAMES = MATCHES * 4


def command(url: str, *arguments: str) -> list[str]:
    return [str(Path(sys.executable).with_name("arena")), *arguments, "--db", url]


def arena(url: str, *arguments: str) -> Any:  # noqa: ANN401 - any JSON
    """Run a command and return its JSON."""
    done = subprocess.run(command(url, *arguments, "--json"), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "secret" not in done.stderr
    return json.loads(done.stdout)


@contextmanager
def running(url: str, *arguments: str) -> Iterator["subprocess.Popen[str]"]:
    pipes: Any = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    with subprocess.Popen(command(url, *arguments), start_new_session=True, **pipes) as process:
        try:
            yield process
        finally:
            process.kill()


def committed(store: Store) -> int:
    with store.reading() as tx:
        return tx.scalar(select(func.count()).where(MATCH.c.committed_at.is_not(None))) or 0


def wait_for(store: Store, matches: int, process: "subprocess.Popen[str] | None" = None) -> None:
    end = time.monotonic() + 40
    while committed(store) < matches:
        if time.monotonic() > end or (process and process.poll() is not None):
            if process:
                process.kill()
            raise AssertionError(process.communicate() if process else matches)
        time.sleep(0.02)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the digest of all games of an undisturbed run in a file."""
    path = tmp_path_factory.mktemp("alone") / "arena.db"
    return str(arena(str(path), *RUN)["event_digest"])


def complete(store: Store, alone: str) -> None:
    """Check that everything was played once, as in an undisturbed run, and verifies."""
    with store.reading() as tx:
        assert progress(tx, 1).event_digest == alone
        assert tx.scalar(select(func.count()).select_from(GAME)) == GAMES
        assert tx.scalar(select(func.max(LEDGER.c.number))) == MATCHES
    assert verify_tournament(store, 1).ok


def test_two_runs_share_a_tournament_and_a_third_continues(store: Store, url: str, alone: str) -> None:
    with running(url, *RUN) as first:
        wait_for(store, 1)
        with running(url, "run", "--resume", "1", "--jobs=1") as second:
            wait_for(store, 3)
            os.killpg(first.pid, signal.SIGKILL)
            wait_for(store, 4)
            os.killpg(second.pid, signal.SIGKILL)
    assert committed(store) < MATCHES
    arena(url, "run", "--resume", "1")
    complete(store, alone)


@pytest.mark.full
def test_a_run_survives_lost_connections(
    store: Store, url: str, alone: str, proxy: Proxy, postgres: Server
) -> None:
    proxy.cut(*([None] * 6), *([None, Cut.BEFORE, Cut.AFTER, Cut.DURING] * 4))
    with running(url.replace(f":{postgres.port}/", f":{proxy.port}/"), *RUN) as process:
        out, err = process.communicate(timeout=200)
    assert process.returncode == 0, out + err
    assert {*proxy.cuts} == {*Cut}
    complete(store, alone)


def test_a_run_survives_a_server_restart(store: Store, url: str, alone: str, postgres: Server) -> None:
    with running(url, *RUN) as process:
        for matches, how in ((2, signal.SIGINT), (4, signal.SIGQUIT)):
            wait_for(store, matches, process)
            postgres.stop(how)
            time.sleep(0.5)
            postgres.start()
        out, err = process.communicate(timeout=200)
    assert process.returncode == 0, out + err
    complete(store, alone)
