"""The site on a port of its own, and asking it."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI

from arena.store.database.store import Store
from arena.web.http.serve import address_of, listen, make_config
from arena.web.site import Settings, Site


@dataclass(frozen=True, slots=True)
class Served:
    """A site that answers at `address`."""

    address: str
    client: httpx.Client
    site: Site
    server: uvicorn.Server

    @property
    def app(self) -> FastAPI:
        """The app that it serves, to add pages to it."""
        app = self.server.config.app
        assert isinstance(app, FastAPI)
        return app

    def get(self, path: str, status: int = 200, **headers: str) -> httpx.Response:
        """What it answers; its status must be this one."""
        response = self.client.get(path, headers=headers)
        assert response.status_code == status, response.text[:2000]
        return response

    def text(self, path: str, status: int = 200) -> str:
        return self.get(path, status).text

    def data(self, path: str, status: int = 200) -> Any:  # noqa: ANN401 - any JSON
        return json.loads(self.text(path, status))


@contextmanager
def serving(store: Store, settings: Settings | None = None) -> Iterator[Served]:
    """Serve a database, in a thread, through a real socket."""
    with listen("127.0.0.1", 0) as listening:
        address = address_of(listening)
        site = Site(store, settings or Settings(address))
        config = make_config(site)
        config.timeout_graceful_shutdown = 1
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
        thread.start()
        try:
            with httpx.Client(base_url=address, timeout=30, verify=False) as client:
                yield Served(address, client, site, server)
        finally:
            server.should_exit = True
            thread.join(10)


async def without_end() -> AsyncIterator[bytes]:
    """A body that goes on for as long as somebody reads it."""
    while True:
        yield b"x" * 65536
        await asyncio.sleep(0)


def guard_of(app: FastAPI, kind: type) -> Any:  # noqa: ANN401 - whichever it is
    """The guard of that kind that stands before an app, once it has been asked something."""
    found: Any = app.middleware_stack
    while not isinstance(found, kind):
        found = getattr(found, "_app", None) or found.app
    return found
