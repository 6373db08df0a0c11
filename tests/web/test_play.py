"""Playing on the site: the referee's worker plays, the site passes questions and answers on."""

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from arena.service.people.site import MAX_OPEN, finished_log
from arena.store.database.store import Store, open_store, sqlite_url
from arena.viewer.replay.film import film
from arena.viewer.replay.film_json import document
from arena.web.http.player import PLAYER_COOKIE
from tests.service.page_player import PagePlayer
from tests.service.people import people_worker, wait_for
from tests.service.test_seat_server import grown
from tests.web.served import Served, serving


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        yield opened


@pytest.fixture
def site(store: Store) -> Iterator[Served]:
    with serving(store) as served:
        yield served


def sit_down(site: Served, **form: str) -> tuple[str, PagePlayer]:
    """Start a game by the form. Return its key, and the person at its page."""
    answer = site.client.post("/play", data={"ruleset": "mau-mau", "bot": "random", **form})
    assert answer.status_code == 303, answer.text
    path = answer.headers["Location"]
    cookie = f"{PLAYER_COOKIE}={site.client.cookies[PLAYER_COOKIE]}"
    port = urlsplit(site.address).port
    assert port
    return path.removeprefix("/play/"), PagePlayer(port, f"/api{path}/", cookie=cookie)


@pytest.mark.dear
def test_a_game_is_played_on_the_site(site: Served, store: Store, tmp_path: Path) -> None:
    key, player = sit_down(site)
    assert 'answer="/api/play/' in site.text(f"/play/{key}")
    with people_worker(sqlite_url(tmp_path / "arena.db"), str(tmp_path)):
        over = player.play()
        log = wait_for(lambda: finished_log(store, key))
    assert over["page"] == f"/play/{key}"
    seat = [bot.name for bot in log.header.bots].index("me")
    whole, shown = document([film(log, seat)], [seat]), grown(player.received)
    assert shown["sides"][0]["held"] == whole["sides"][0]["held"], "only what the seat may see"
    assert f'src="/api/play/{key}/replay"' in site.text(f"/play/{key}")
    replay = site.data(f"/api/play/{key}/replay?seat=1")
    assert replay["over"] and replay["names"] == shown["names"]
    assert "me" not in replay["names"]
    site.get(f"/api/play/{key}/analysis", 202)
    assert site.client.post(f"/api/play/{key}/analysis").status_code == 202
    again = site.client.post(f"/api/play/{key}/again", json={"same_cards": True})
    assert again.json()["page"].startswith("/play/")


@pytest.mark.dear
def test_wrong_answers_and_hints_are_answered_at_once(site: Served, tmp_path: Path) -> None:
    _, player = sit_down(site, practice="yes")
    with people_worker(sqlite_url(tmp_path / "arena.db"), str(tmp_path)):
        ply = next(data["ply"] for name, data in player.events(0) if name == "question" and data)
        status, problem = player.post("answer", {"ply": ply, "choice": 99})
        assert (status, bool(problem["error"])) == (422, True)
        status, hint = player.post("hint", {"ply": ply})
        assert status == 200
        assert hint.pop("text")
        assert player.post("answer", {"ply": ply, **hint}) == (200, {})
        assert player.post("resign", {})[0] == 200
        assert [name for name, _ in player.events(0)][-1] == "end"


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"ply": "' + b"x" * 2_000 + b'"}'])
def test_requests_that_are_no_answers_are_refused(body: bytes, site: Served) -> None:
    key, _ = sit_down(site)
    assert site.client.post(f"/api/play/{key}/answer", content=body).status_code == 400


def test_another_visitor_sees_nothing_of_a_game(site: Served) -> None:
    key, _ = sit_down(site)
    site.client.cookies.clear()
    site.get(f"/play/{key}", 404)
    for name in ("film", "events", "replay", "analysis"):
        site.get(f"/api/play/{key}/{name}", 404)
    assert site.client.post(f"/api/play/{key}/answer", json={}).status_code == 404
    assert key not in site.text("/play")


@pytest.mark.dear
@pytest.mark.parametrize(
    ("form", "status"),
    [({"ruleset": "chess"}, 422), ({"bot": "nobody"}, 422), ({"name": "x" * 33}, 422), ({"bot": ""}, 422)],
)
def test_wrong_forms_are_shown_again(form: dict[str, str], status: int, site: Served) -> None:
    answer = site.client.post("/play", data={"ruleset": "mau-mau", "bot": "random", **form})
    assert answer.status_code == status
    assert "<form" in answer.text


def test_too_many_games_are_refused(site: Served) -> None:
    for _ in range(MAX_OPEN):
        sit_down(site)
    answer = site.client.post("/play", data={"ruleset": "mau-mau", "bot": "random"})
    assert answer.status_code == 503
    assert json.loads(site.client.post("/api/play/none/answer", json={}).text)["error"]
