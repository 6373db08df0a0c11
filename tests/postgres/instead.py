"""With `--database postgresql`, tests that ask for a new SQLite file get a database of a server instead.

In place of the file there is a note that says which; whoever copies that has a copy of the database. What
is a SQLite file already, or is to be none, stays so. Thus the same tests show of PostgreSQL what they show of
SQLite, but for those few that look into the file.
"""

import sys
from pathlib import Path
from typing import Final

import pytest

from arena.service import database, demo
from arena.service.verify import rebuild
from arena.store.database import store, urls
from tests.postgres.databases import template
from tests.postgres.server import Server, end, new_server

OF_FILES: Final = (demo, rebuild)  # they ask for a file and mean it: they have theirs before it is another's
NOTE: Final = "postgresql"  # how a note begins


class Instead:
    """A plugin: as long as tests are run, files are databases of a server of its own."""

    def __init__(self) -> None:
        self._server: Server | None = None
        self._urls: dict[Path, str] = {}

    def pytest_sessionstart(self) -> None:
        """Whoever asks from now on asks this; fixtures have it already, where files were named."""
        fixtures = [module for name, module in sys.modules.items() if name.endswith(".conftest")]
        for module in (urls, store, database, *fixtures):
            if hasattr(module, "sqlite_url"):
                module.sqlite_url = self.url  # type: ignore[attr-defined]

    def pytest_sessionfinish(self) -> None:
        if self._server:
            end(self._server)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        count = sum(url.startswith(NOTE) for url in self._urls.values())
        terminalreporter.write_line(f"{count} databases of PostgreSQL")

    def url(self, path: Path) -> str:
        """The database in place of this file."""
        where = path.absolute()
        if where not in self._urls or not where.exists():
            self._urls[where] = self._found(where)
        return self._urls[where]

    def _found(self, path: Path) -> str:
        if not path.parent.is_dir() or path.is_dir():
            return f"sqlite:///{path}"
        if path.exists() and not path.read_bytes().startswith(NOTE.encode()):
            return f"sqlite:///{path}"
        self._server = self._server or new_server()
        if path.exists():
            _, port, name = path.read_text().split()
            server = self._server if int(port) == self._server.port else Server(Path(), int(port))
        else:
            server, name = self._server, template(self._server)
        url = server.database(name)
        path.write_text(f"{NOTE} {server.port} {url.rpartition('/')[2]}\n")
        return url


def install(config: pytest.Config) -> None:
    """From now on."""
    config.pluginmanager.register(Instead())
