"""The web site: its settings and its database."""

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from arena.store.database.store import Store


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the site, chosen by the operator."""

    address: str = "http://127.0.0.1:8000"  # for visitors, without a slash at the end
    hosts: tuple[str, ...] = ()  # other host names of the site
    takes_bots: bool = True  # whether bots may be uploaded
    builds: bool = False  # whether uploaded Dockerfiles are built
    runner: str = "docker"  # how uploaded bots run; "process" protects nothing
    trusted_proxies: tuple[str, ...] = ("127.0.0.1", "::1")  # proxies that may name the visitor's address
    licence: str = ""  # of the games as data; empty if it is not stated

    @property
    def secure(self) -> bool:
        """True if visitors use HTTPS. Then cookies are sent over HTTPS only."""
        return self.address.startswith("https://")


@dataclass(frozen=True, slots=True)
class Site:
    """The web site: its database and its settings."""

    store: Store
    settings: Settings = field(default_factory=Settings)


def site_of(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


Sited = Annotated[Site, Depends(site_of)]
