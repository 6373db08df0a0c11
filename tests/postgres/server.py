"""A temporary PostgreSQL server for tests, run by an unprivileged user."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, Final

import psycopg

from tests.postgres.ports import free_port

DEBIAN: Final = Path("/usr/lib/postgresql")
PASSWORD: Final = "it's a secret/@"
USER: Final = "arena"
START_S: Final = 60
# In another time zone than ours, and it writes to the disk when it likes.
SETTINGS: Final = {
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "32MB",
    "timezone": "Asia/Kathmandu",
    "max_wal_size": "1GB",
    "autovacuum_naptime": "10min",
    "log_min_messages": "warning",
}


class NoServer(RuntimeError):
    """PostgreSQL is not installed."""


def binaries() -> Path:
    """Return the folder of the newest binaries. Raises NoServer."""
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    folders = sorted(DEBIAN.glob("*/bin/postgres"), key=lambda path: int(path.parents[1].name))
    if not folders:
        raise NoServer("PostgreSQL is not installed (Debian: postgresql)")
    return folders[-1].parent


@dataclass
class Server:
    """A server on a port of loopback and a Unix socket. Each template of `databases` is made once."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    numbers: "count[int]" = field(default_factory=lambda: count(1))
    templates: set[str] = field(default_factory=set)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def make(self) -> None:
        """Create a cluster with linguistic sorting, if this build of PostgreSQL has it."""
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        self._give(secret)
        sorting = ("--locale-provider=icu", "--icu-locale=en-US")
        options = ("--username", USER, "--pwfile", str(secret), "--auth=scram-sha-256", "--no-sync")
        self._run("initdb", "--pgdata", str(self.data), *options, "--encoding=UTF8", "--locale=C", *sorting)

    def start(self) -> None:
        """Start the server and wait until it answers."""
        settings = {**SETTINGS, "port": str(self.port), "listen_addresses": "127.0.0.1"}
        settings["unix_socket_directories"] = str(self.folder)
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        log = (self.folder / "log").open("ab")
        with log:
            command = [str(binaries() / "postgres"), "-D", str(self.data), *options]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, **_unprivileged())
        end = time.monotonic() + START_S
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > end:
                raise RuntimeError(f"PostgreSQL did not start:\n{(self.folder / 'log').read_text()}")
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends connections, SIGQUIT is a crash that needs recovery."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(START_S)
            self.process = None

    def url(self, database: str, host: str = "127.0.0.1", port: int | None = None) -> str:
        """Return the URL of a database, with the password encoded."""
        return f"postgresql://{USER}:it%27s%20a%20secret%2F%40@{host}:{port or self.port}/{database}"

    def database(self, template: str = "template1") -> str:
        """Create a database and return its URL."""
        name = f"arena_{os.getpid()}_{next(self.numbers)}"
        with self.connected() as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')
        return self.url(name)

    def drop(self, url: str) -> None:
        """Drop a database, even if it is in use."""
        name = url.rpartition("/")[2].partition("?")[0]
        with self.connected() as connection:
            connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def connected(self, database: str = "postgres") -> psycopg.Connection[Any]:
        """Return a connection of psycopg."""
        return psycopg.connect(self.url(database), autocommit=True, connect_timeout=5)

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError), self.connected():
            return True
        return False

    def _give(self, path: Path) -> None:
        if os.getuid() == 0:
            user = pwd.getpwnam(_user())
            os.chown(path, user.pw_uid, user.pw_gid)

    def _run(self, name: str, *options: str) -> None:
        command = [str(binaries() / name), *options]
        done = subprocess.run(command, capture_output=True, check=False, **_unprivileged())
        if done.returncode:
            raise RuntimeError(f"{name}: {done.stderr.decode()}")


def new_server() -> Server:
    """Return a running server. Raises NoServer."""
    binaries()
    root = os.environ.get("PYTEST_DEBUG_TEMPROOT", "/tmp")  # the path of a socket is limited
    folder = Path(tempfile.mkdtemp(prefix="pg-", dir=root))
    server = Server(folder)
    server._give(folder)
    server.make()
    server.start()
    return server


def end(server: Server) -> None:
    """Stop a server and delete its files."""
    server.stop(signal.SIGQUIT)
    shutil.rmtree(server.folder, ignore_errors=True)


def _user() -> str:
    """Return a user to run the server as; it refuses to run as root."""
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return "nobody"


def _unprivileged() -> dict[str, Any]:
    if os.getuid() != 0:
        return {"cwd": "/"}
    user = pwd.getpwnam(_user())
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": (), "cwd": "/"}
