"""What a running site knows."""

from dataclasses import dataclass, field
from shlex import quote
from typing import Annotated

from fastapi import Depends, Request

from arena.store.database.store import Store


@dataclass(frozen=True, slots=True)
class Settings:
    """The operator's settings."""

    address: str = "http://127.0.0.1:8000"  # as visitors reach it, without a slash at the end
    hosts: tuple[str, ...] = ()  # other names that it is known by
    takes_bots: bool = True  # whether bots may be uploaded
    builds: bool = False  # whether uploads may bring a Dockerfile, which is built here
    runner: str = "docker"  # what uploads are tried in: a plain process protects nothing
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # that name the visitor's address
    db: str | None = None  # the option --db, as it was given

    @property
    def db_words(self) -> str:
        """Return " --db FILE" for commands on pages; nothing for a server's URL, which is private."""
        return f" --db {quote(self.db)}" if self.db and "://" not in self.db else ""

    @property
    def secure(self) -> bool:
        """Whether visitors come by HTTPS: then cookies go no other way."""
        return self.address.startswith("https://")


@dataclass(frozen=True, slots=True)
class Site:
    """The database behind the pages, and how they are to be."""

    store: Store
    settings: Settings = field(default_factory=Settings)


def site_of(request: Request) -> Site:
    """The site that a request came to."""
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


Sited = Annotated[Site, Depends(site_of)]
