"""The web process has no power over Docker, runs no bot, analyses no game and writes no file of games: it
loads no code for that.

Every page and everything of the API is asked for, in a process of its own, over a tournament that was played;
then it tells what it has loaded.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.web.routes import addresses, unlisted

ASKS = """
import json, sys
from arena.service.database import open_database
from tests.web.served import serving

database, paths = sys.argv[1], json.loads(sys.argv[2])
with open_database(database) as store, serving(store) as site:
    for path in paths:
        with site.client.stream("GET", path) as answer:
            assert answer.status_code < 500, path
            if "event-stream" in answer.headers.get("content-type", ""):  # a redirect has none
                next(answer.iter_raw())
            else:
                answer.read()
    print(json.dumps(sorted(sys.modules)))
"""
# What a bot's manifest may ask for is bounded by what a container may have: constants, and the types in them.
HARMLESS = {
    "arena.sandbox",
    "arena.sandbox.protocol",
    "arena.sandbox.docker",
    "arena.sandbox.docker.flags",
    "arena.sandbox.docker.engine",
    "arena.sandbox.priority",
    "arena.sandbox.remove_tree",
    "arena.sandbox.docker.seccomp",
    "arena.sandbox.output_capture",
    "arena.sandbox.usage",
}


@pytest.mark.dear
def test_all_pages_are_served_without_docker_referee_or_sandbox(database: Path) -> None:
    command = [sys.executable, "-c", ASKS, str(database), json.dumps(addresses())]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=Path(__file__).parents[2])
    loaded = set(json.loads(done.stdout))
    assert "arena.web.app" in loaded
    powers = {name for name in loaded if name.split(".")[0] in ("docker", "grpc")}
    powers |= {name for name in loaded if name.startswith(("arena.referee", "arena.sandbox"))}
    assert powers <= HARMLESS, sorted(powers - HARMLESS)
    assert not loaded & {"arena.analysis.game", "arena.analysis.playouts", "maumau.search", "pyarrow"}


def test_every_route_has_an_example() -> None:
    assert unlisted() == set()
