"""A scripted referee: a gRPC server on a Unix socket, and a bot's process that connects."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import grpc

from maumau.v1 import referee_pb2 as pb
from maumau.v1 import referee_pb2_grpc as pb_grpc

Script = Callable[[Iterator[pb.PlayRequest]], Iterator[pb.PlayResponse]]
TIMEOUT = 30


class Ended(NamedTuple):
    """The exit of a bot's process."""

    code: int
    out: str
    err: str


class ScriptedReferee(pb_grpc.RefereeServiceServicer):
    """Serves one stream by its script."""

    def __init__(self, script: Script) -> None:
        self._script = script

    def Play(  # noqa: N802 - the name of the rpc
        self, requests: Iterator[pb.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[pb.PlayResponse]:
        return self._script(requests)


@contextmanager
def refereeing(script: Script, folder: Path) -> Iterator[tuple[str, grpc.Server]]:
    """Run a server; yield its target and the server."""
    target = f"unix://{folder}/r.sock"
    with ThreadPoolExecutor(2) as threads:
        server = grpc.server(threads, options=[("grpc.so_reuseport", 0)])
        pb_grpc.add_RefereeServiceServicer_to_server(ScriptedReferee(script), server)
        server.add_insecure_port(target)
        server.start()
        try:
            yield target, server
        finally:
            server.stop(None).wait()


def run_bot(code: str, folder: Path, target: str | None) -> Ended:
    """Run a bot from Python code until it ends."""
    script = folder / "bot.py"
    script.write_text(code)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
    if target:
        environment |= {"ARENA_TARGET": target, "ARENA_TOKEN": "secret"}
    done = subprocess.run(
        [sys.executable, script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    return Ended(done.returncode, done.stdout, done.stderr)
