"""Build the web application."""

from importlib.metadata import version
from typing import Final

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from arena.assets import ASSETS
from arena.web import api, pages
from arena.web.api.docs import DocumentedApp
from arena.web.assets import Assets, prefix
from arena.web.errors import ANY_ERROR, Json, add_errors
from arena.web.guards import add_guards
from arena.web.http.api_auth import AuthRates
from arena.web.http.person_feed import PersonFeed
from arena.web.http.poller import Poller
from arena.web.http.sessions import Sessions
from arena.web.site import Site

_MIN_GZIP: Final = 1_000  # bytes


def make_app(site: Site) -> FastAPI:
    """Return the application of a site: pages, API and assets, behind all guards (middleware)."""
    app = DocumentedApp(
        title="Mau-Mau arena",
        version=version("maumau-arena"),
        description="Submit bots, and read what they played. Pages with tables also answer ?format=json.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        default_response_class=Json,
    )
    app.state.site = site
    app.state.poller = Poller(site.store)
    app.state.person_feed = PersonFeed(site.store)
    app.state.sessions = Sessions()
    app.state.rates = AuthRates()
    add_errors(app)
    for module in pages.ALL:
        app.include_router(module.router, include_in_schema=False)
    for module in api.ALL:
        app.include_router(module.router, prefix="/api", responses=ANY_ERROR)
    app.mount(prefix(), Assets(directory=ASSETS), name="assets")
    app.add_middleware(GZipMiddleware, minimum_size=_MIN_GZIP, compresslevel=6)
    add_guards(app, site.settings)
    return app
