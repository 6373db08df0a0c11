"""`arena serve`: it answers, stops on a signal, and reports errors in one line."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from arena.cli.errors import USAGE
from tests.cli.arena import arena
from tests.web.waiting import descendants, is_running, until

COMMAND = [sys.executable, "-m", "arena", "serve", "--port", "0"]


@dataclass(frozen=True, slots=True)
class Serving:
    """A site in its own process."""

    process: "subprocess.Popen[str]"
    address: str

    def end(self, how: signal.Signals) -> str:
        """Stop the site and return the rest of stderr."""
        self.process.send_signal(how)
        assert self.process.stderr
        rest = self.process.stderr.read()
        self.process.wait(60)
        return rest


@contextmanager
def started(database: Path, *arguments: str, **variables: str) -> Iterator[Serving]:
    command = [*COMMAND, "--db", str(database), *arguments]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | variables
    )
    with process:
        try:
            assert process.stderr
            line = process.stderr.readline()
            assert line.startswith("Serving at http://"), line + process.stderr.read()
            yield Serving(process, line.split()[2])
        finally:
            process.kill()


WAYS = [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.dear)]


@pytest.mark.dear
@pytest.mark.parametrize("how", WAYS)
@pytest.mark.fault("F03")
def test_serve_runs_until_interrupted(tmp_path: Path, how: signal.Signals) -> None:
    with started(tmp_path / "arena.db") as site, httpx.Client(base_url=site.address, timeout=60) as client:
        answered = client.get("/healthz")
        assert answered.json()["status"] == "ok"
        assert "server" not in answered.headers
        assert client.get("/healthz", headers={"Host": "evil.example"}).status_code == 200
        assert client.get("/rules", headers={"Host": "evil.example"}).status_code == 421
        below = list(descendants(site.process.pid))
        with client.stream("GET", "/api/live/events/wall") as wall:
            next(wall.iter_raw())
            assert "arena run builtin:random" in site.end(how)
        assert site.process.returncode == 0
        assert site.process.stdout and site.process.stdout.read() == ""
        assert not any(map(is_running, below))


@pytest.mark.dear
@pytest.mark.fault("F25")
def test_site_opens_a_browser_and_leaves_no_processes_when_killed(tmp_path: Path) -> None:
    """Replace `xdg-open` by a program that records the address for visitors."""
    opened, opener = tmp_path / "opened", tmp_path / "xdg-open"
    opener.write_text(f'#!/bin/sh\necho "$@" >{opened}.part && mv {opened}.part {opened}\n')
    opener.chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    options = ("--open", "--url", "http://arena.example.org/")
    with started(tmp_path / "arena.db", *options, PATH=path) as site:
        until(opened.exists)
        assert opened.read_text().strip() == site.address == "http://arena.example.org"
        below = list(descendants(site.process.pid))
        assert len(below) >= 2
        site.end(signal.SIGKILL)
        until(lambda: not any(map(is_running, below)))


def test_a_port_in_use(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        done = arena(capfd, "serve", "--port", str(port), "--db", str(tmp_path / "arena.db"))
    assert done.code == 1
    assert str(port) in done.err and done.err.count("\n") == 1


MISTAKES = [
    (["--port", "65536"], USAGE, "65535"),
    (["--port", "-1"], USAGE, "--port"),
    (["--port", "http"], USAGE, "--port"),
    (["--host", "nowhere.invalid", "--port", "0"], USAGE, "nowhere.invalid"),
    (["--host", "192.0.2.1", "--port", "0"], 1, "192.0.2.1 port 0"),
    (["--host", "::g", "--port", "0"], USAGE, "::g"),
    (["--host", "a" * 70, "--port", "0"], USAGE, "aaaa"),
    (["--host", "", "--port", "0"], USAGE, "--host"),
    (["--url", "arena.example.org", "--port", "0"], USAGE, "--url"),
    (["--url", "https://", "--port", "0"], USAGE, "--url"),
    (["--url", "https://arena.example.org/below", "--port", "0"], USAGE, "--url"),
    (["--url", "http://[broken", "--port", "0"], USAGE, "--url"),
    (["--trusted-proxies", "*", "--port", "0"], USAGE, "cannot trust the proxy"),
    (["--db", "/proc/nowhere/arena.db", "--port", "0"], 1, "/proc/nowhere"),
]


@pytest.mark.parametrize(("arguments", "code", "says"), MISTAKES, ids=lambda value: str(value)[:30])
def test_errors_are_one_line(
    arguments: list[str], code: int, says: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    where = [] if "--db" in arguments else ["--db", str(tmp_path / "arena.db")]
    done = arena(capfd, "serve", *arguments, *where)
    assert done.code == code
    assert says in done.err and done.err.count("\n") == 1
