"""Analyses of games by HTTP: requested, followed and read; never for hands that are not public."""

import re
from collections.abc import Iterator
from threading import Event
from urllib.parse import quote

import pytest
from sqlalchemy import update

from arena.service.analyses import requests, worker
from arena.service.analyses.bots import refresh_bot_analyses
from arena.service.analyses.worker import analyse_next
from arena.store.admin.prune import prune_some
from arena.store.database.store import Store
from arena.store.results.analyses import MAX_ATTEMPTS, AnalysisState
from arena.store.tables.ladder import ANALYSIS
from arena.store.tables.results import GAME, GAME_LOG
from arena.web.http.api_auth import AuthRates
from tests.store.samples import NOW
from tests.web.served import Served, serving
from tests.web.test_match import copy

__all__ = ["copy"]

MATCH = "/matches/1.1.1"
ADDRESS = f"/api{MATCH}/games/1/analysis"


@pytest.fixture
def site(copy: Store, few_playouts: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A site with its own database."""
    monkeypatch.setattr(worker, "REST", 0)
    with serving(copy) as served:
        yield served


def post(site: Served, path: str = ADDRESS, status: int = 202, **headers: str) -> dict[str, str]:
    response = site.client.post(path, headers=headers)
    assert response.status_code == status, response.text[:2000]
    return {**response.headers, **(response.json() if "json" in response.headers["content-type"] else {})}


@pytest.mark.dear
def test_an_analysis_is_requested_and_read(site: Served, copy: Store) -> None:
    assert site.get(ADDRESS, 204).content == b""
    assert post(site)["state"] == "queued"
    assert site.data(ADDRESS, 202) == {"state": "queued"}
    assert analyse_next(copy, Event())
    found = site.data(ADDRESS)
    assert found["seat"] is None
    assert found["chances"]
    assert post(site, status=200)["version"] == found["version"]
    site.get(f"{ADDRESS}?seat=1", 204)  # another analysis
    post(site, f"{ADDRESS}?seat=2")
    assert analyse_next(copy, Event())
    assert site.data(f"{ADDRESS}?seat=2")["seat"] == 1


@pytest.mark.parametrize(
    "seat", ["0", "3", "9", "-1", "x", "public", "1e0", "1 OR 1=1", "9" * 4_000, "\0", "", "2&seat=3"]
)
def test_a_seat_that_does_not_exist_is_refused(seat: str, site: Served, copy: Store) -> None:
    for answer in (site.client.get, site.client.post):
        response = answer(f"{ADDRESS}?seat={quote(seat, safe='&=')}")
        assert response.status_code == 422, response.text
        assert response.json()["error"]
    with copy.reading() as tx:
        assert tx.execute(ANALYSIS.select()).all() == []


@pytest.mark.dear
def test_hands_that_are_not_public_are_not_analysed(site: Served, copy: Store) -> None:
    post(site)
    assert analyse_next(copy, Event())
    with copy.writing() as tx:  # as if the second seating were still to be played
        tx.execute(update(GAME).where(GAME.c.board == 0, GAME.c.rotation == 1).values(board=1_000))
    for path in (ADDRESS, f"{ADDRESS}?seat=1"):
        assert "Hands stay hidden" in site.data(path, 403)["error"]
        post(site, path, 403)


@pytest.mark.dear
def test_a_dropped_log_is_not_analysed(site: Served, copy: Store) -> None:
    with copy.writing() as tx:
        assert prune_some(tx, 1, NOW)
    site.get(ADDRESS, 410)
    post(site, status=410)
    assert "Analyse" not in site.text(MATCH)


def test_unknown_games_are_not_analysed(site: Served) -> None:
    for path in (f"/api{MATCH}/games/999/analysis", "/api/matches/9.9.9/games/1/analysis"):
        site.get(path, 404)
        post(site, path, 404)


def test_a_full_queue_says_when_to_return(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MAX_WAITING", 1)
    monkeypatch.setattr(requests, "MAX_OF_MATCHES", 1)
    post(site)
    refused = post(site, f"/api{MATCH}/games/2/analysis", 503)
    assert int(refused["retry-after"]) > 0
    assert post(site)["state"] == "queued"
    assert int(post(site, f"{MATCH}/analyses", 503)["retry-after"]) > 0


def test_one_visitor_cannot_request_too_many(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    rates: AuthRates = site.app.state.rates
    monkeypatch.setattr(rates.analyses_by_address, "burst", 1)
    post(site)
    refused = post(site, f"/api{MATCH}/games/2/analysis", 429)
    assert int(refused["retry-after"]) > 0
    assert post(site)["state"] == "queued"


@pytest.mark.dear
def test_a_visitor_who_requested_a_match_gets_a_single_game_first(site: Served, copy: Store) -> None:
    site.client.post(f"{MATCH}/analyses")
    post(site, f"/api{MATCH}/games/5/analysis")
    for _ in range(2):
        assert analyse_next(copy, Event())
    assert site.data(f"/api{MATCH}/games/5/analysis")["chances"]
    site.data(f"/api{MATCH}/games/2/analysis", 202)


def test_requests_for_matches_are_counted_by_games(site: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site.app.state.rates.match_analyses_by_address, "burst", 4)
    assert site.client.post(f"{MATCH}/analyses").status_code == 303
    assert "4 games are waiting" in site.text(MATCH)
    assert int(post(site, f"{MATCH}/analyses", 429)["retry-after"]) > 0
    post(site, f"/api{MATCH}/games/5/analysis")


def test_a_failed_analysis_is_shown_and_requested_again(site: Served, copy: Store) -> None:
    with copy.writing() as tx:
        logs = {row.game_id: row.log for row in tx.execute(GAME_LOG.select())}
    post(site)
    with copy.writing() as tx:
        tx.execute(update(GAME_LOG).values(log=b"damaged"))
    assert analyse_next(copy, Event())
    with copy.writing() as tx:
        for game, log in logs.items():
            tx.execute(update(GAME_LOG).where(GAME_LOG.c.game_id == game).values(log=log))
    answer = site.client.get(ADDRESS)
    assert (answer.status_code, answer.headers["retry-after"]) == (500, "0")
    page = site.text(MATCH)
    assert "The analysis of 1 game failed" in page
    assert "Analyse 6 games" in page
    assert post(site)["state"] == "queued"
    with copy.writing() as tx:
        failed = {"state": AnalysisState.FAILED, "attempts": MAX_ATTEMPTS}
        tx.execute(update(ANALYSIS).values(failed))
    assert "retry-after" not in site.client.get(ADDRESS).headers
    for problem in (site.data(ADDRESS, 500), post(site, status=500)):
        assert "operator" in problem["do"]


@pytest.mark.parametrize("path", [ADDRESS, f"{MATCH}/analyses"])
def test_large_requests_are_refused(path: str, site: Served, copy: Store) -> None:
    assert site.client.post(path, content=b"x" * 3_000_000).status_code == 413
    with copy.reading() as tx:
        assert tx.execute(ANALYSIS.select()).all() == []


@pytest.mark.parametrize("path", [ADDRESS, f"{MATCH}/analyses"])
def test_other_sites_cannot_request(path: str, site: Served, copy: Store) -> None:
    post(site, path, 403, **{"sec-fetch-site": "cross-site"})
    post(site, path, 403, origin="https://evil.example")
    with copy.reading() as tx:
        assert tx.execute(ANALYSIS.select()).all() == []


@pytest.mark.dear
def test_a_match_page_requests_all_its_games(
    site: Served, copy: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.analysis.game.SURE", 0)  # few playouts are sure of no mistake
    page = site.text(MATCH)
    assert f'action="{MATCH}/analyses"' in page
    response = site.client.post(f"{MATCH}/analyses")
    assert (response.status_code, response.headers["location"]) == (303, f"{MATCH}#games")
    with copy.reading() as tx:
        games = len(tx.execute(ANALYSIS.select()).all())
    assert games == 6
    page = site.text(MATCH)
    assert f'action="{MATCH}/analyses"' not in page
    assert "6 games are waiting" in page
    while analyse_next(copy, Event()):  # open hands, then each seat
        pass
    assert "6 games are analysed" in site.text(MATCH)
    assert refresh_bot_analyses(copy)
    page = site.text("/bots/dice")
    assert "in 6 games" in page
    mistakes = re.findall(rf'href="({MATCH}/games/\d/seat/[12])#\d+"', page)
    assert mistakes
    assert "dice" in site.text(mistakes[0])
    assert "Analysed games" not in site.text("/bots/last")
