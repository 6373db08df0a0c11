"""Every address of the site, by its route. Tests that go through them all fail for one that is not here."""

from collections.abc import Iterator
from typing import Any, Final

import pytest
from fastapi.routing import APIRoute

from arena.web import api, pages

MATCH: Final = "1.1.1"  # of `played`
MANY_DEALS: Final = "1.4.1"
UPLOAD: Final = "0123456789abcdef"
GAME: Final = "0123456789abcdef" * 2  # of another visitor

# Of each page what can be asked for, as a visitor does who is not signed in.
PAGES: Final[dict[str, tuple[str, ...]]] = {
    "/": ("/", "/?ruleset=pharaoh-101"),
    "/bots": ("/bots", "/bots?sort=-games"),
    "/bots/{name}": ("/bots/last", "/bots/Shortest"),
    "/bots/{name}/versions": ("/bots/last/versions",),
    "/bots/{name}/match-ups": ("/bots/last/match-ups",),
    "/bots/{name}/matches": ("/bots/last/matches", "/bots/last/matches?opponent=dice"),
    "/bots/{name}/vs/{other}": ("/bots/last/vs/dice",),
    "/data": ("/data",),
    "/data/README.md": ("/data/README.md",),
    "/data/{name}": ("/data/mau-mau@1.2026-11.decisions.parquet",),
    "/embed/{match}": (f"/embed/{MATCH}",),
    "/embed/{match}/games/{number:game}": (f"/embed/{MATCH}/games/1",),
    "/guide": ("/guide",),
    "/guide/{name}": ("/guide/write-a-bot", "/guide/operate"),
    "/guide/{name}.ipynb": ("/guide/learn.ipynb",),
    "/guide/{name}.py": ("/guide/verify_game.py", "/guide/train.py"),
    "/healthz": ("/healthz",),
    "/healthz/live": ("/healthz/live",),
    "/live": ("/live",),
    "/live/{match}": (f"/live/{MATCH}",),
    "/matches": ("/matches", "/matches?ruleset=pharaoh-101@1"),
    "/matches/{match}": (f"/matches/{MATCH}", f"/matches/{MANY_DEALS}"),
    "/matches/{match}/games/{number:game}": (f"/matches/{MATCH}/games/2",),
    "/matches/{match}/games/{number:game}/seat/{seat}": (f"/matches/{MATCH}/games/2/seat/1",),
    "/people": ("/people",),
    "/play": ("/play", "/play?bot=greedy&ruleset=pharaoh-101"),
    "/play/{key}": (f"/play/{GAME}",),
    "/rules": ("/rules",),
    "/rules/{name}": ("/rules/mau-mau", "/rules/detailed?beside=mau-mau"),
    "/submit": ("/submit",),
    "/submit/{id}": (f"/submit/{UPLOAD}",),
    "/tournaments": ("/tournaments", "/tournaments?state=over"),
    "/tournaments/{number}": ("/tournaments/1",),
    "/tournaments/{number}/config": ("/tournaments/1/config",),
    "/tournaments/{number}/crosstable": ("/tournaments/1/crosstable",),
    "/tournaments/{number}/matches": ("/tournaments/1/matches",),
    "/tournaments/{number}/pairings": ("/tournaments/1/pairings",),
}
API: Final[dict[str, tuple[str, ...]]] = {
    "/bots": ("/bots",),
    "/bots/{name}": ("/bots/last",),
    "/docs": ("/docs",),
    "/live/events/wall": ("/live/events/wall",),
    "/live/{match}": (f"/live/{MATCH}",),
    "/live/{match}/games/{game}/events": (f"/live/{MATCH}/games/none/events",),
    "/live/{match}/games/{game}/film": (f"/live/{MATCH}/games/none/film",),
    "/matches/{match}/games/{number}/analysis": (f"/matches/{MATCH}/games/1/analysis",),
    "/matches/{match}/games/{number}/choices": (f"/matches/{MATCH}/games/1/choices",),
    "/matches/{match}/games/{number}/film": (f"/matches/{MATCH}/games/1/film",),
    "/matches/{match}/games/{number}/log": (f"/matches/{MATCH}/games/1/log",),
    "/matches/{match}/games/{number}/output": (f"/matches/{MATCH}/games/1/output",),
    "/matches/{match}/games/{number}/page": (f"/matches/{MATCH}/games/1/page",),
    "/matches/{match}/games/{number}/seatings": (f"/matches/{MATCH}/games/1/seatings",),
    "/matches/{match}/games/{number}/svg": (f"/matches/{MATCH}/games/1/svg",),
    "/matches/{match}/games/{number}/text": (f"/matches/{MATCH}/games/1/text",),
    "/matches/{match}/output": (f"/matches/{MATCH}/output",),
    "/play/{key}/analysis": (f"/play/{GAME}/analysis",),
    "/play/{key}/events": (f"/play/{GAME}/events",),
    "/play/{key}/film": (f"/play/{GAME}/film",),
    "/play/{key}/replay": (f"/play/{GAME}/replay",),
    "/tournaments/{tournament}/events": ("/tournaments/1/events",),
    "/uploads": ("/uploads",),
    "/uploads/{id}": (f"/uploads/{UPLOAD}",),
    "/uploads/{id}/events": (f"/uploads/{UPLOAD}/events",),
}
NO_PAGE: Final = frozenset(
    {
        "/data/README.md",
        "/data/{name}",
        "/guide/{name}.ipynb",
        "/guide/{name}.py",
        "/healthz",
        "/healthz/live",
    }
)


def read(modules: tuple[object, ...]) -> Iterator[str]:
    """The routes that answer GET."""
    for module in modules:
        for route in module.router.routes:  # type: ignore[attr-defined] # each has one
            assert isinstance(route, APIRoute)
            if route.methods and "GET" in route.methods:
                yield route.path


def page_addresses() -> list[str]:
    """Of every page that is meant to be looked at."""
    shown = [address for route, some in PAGES.items() if route not in NO_PAGE for address in some]
    return [*shown, "/api/docs"]


def page_cases() -> list[Any]:
    """The same as cases of a test, of each route but the first only at scale full."""
    first = {some[0] for some in PAGES.values()} | {"/api/docs"}
    return [pytest.param(one, marks=() if one in first else pytest.mark.full) for one in page_addresses()]


def addresses() -> list[str]:
    """All there are."""
    below = [f"/api{address}" for some in API.values() for address in some]
    return [*(address for some in PAGES.values() for address in some), *below, "/api/openapi.json"]


def unlisted() -> set[str]:
    """Routes that are not above, and what is above without being a route."""
    there = {*read(pages.ALL), *(f"/api{path}" for path in read(api.ALL))}
    return there ^ {*PAGES, *(f"/api{path}" for path in API)}
