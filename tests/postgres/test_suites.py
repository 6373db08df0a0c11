"""Tests of runs, uploads, ladders and pages, run on PostgreSQL.

    uv run pytest tests/service tests/web --database postgresql

runs any of them so, except tests that read a database's file.
"""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Scale
from tests.postgres.server import Server

ROOT = Path(__file__).parents[2]
SHARES = {
    "runs": (
        "service/test_run.py",
        "service/test_tournament_edit.py",
        "cli/test_tournament.py",
    ),
    "standings": ("web/test_ladder.py", "service/test_ladder_cache.py", "service/test_tournament_cache.py"),
    "uploads": ("service/test_uploads.py", "service/test_analyses.py", "service/test_live_relay.py"),
    "people": ("service/test_people_ratings.py",),
    "pages": ("web/test_matches_list.py", "web/test_bots.py"),
}
DONE = re.compile(r"^(\d+) passed", re.MULTILINE)
DATABASES = re.compile(r"^(\d+) databases of PostgreSQL", re.MULTILINE)


@pytest.mark.dear
@pytest.mark.parametrize(
    "share",
    [
        "uploads",
        *(pytest.param(share, marks=pytest.mark.full) for share in ("runs", "standings", "people", "pages")),
    ],
)
def test_suites_pass_on_postgresql(postgres: Server, share: str, scale: Scale) -> None:
    """At scale ci, only the first file of each share."""
    files = [f"tests/{file}" for file in SHARES[share][: scale.pick(quick=0, ci=1, full=None)]]
    options = ("--database", "postgresql", "-q", "-n", "0", "-p", "no:cacheprovider")
    command = [sys.executable, "-m", "pytest", *options, *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-5_000:]
    passed, databases = DONE.search(done.stdout), DATABASES.search(done.stdout)
    assert passed
    assert int(passed[1]) >= len(files)
    assert databases
    assert int(databases[1]) >= 1
    assert "skipped" not in done.stdout.splitlines()[-1]
