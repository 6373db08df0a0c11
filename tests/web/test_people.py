"""The page of people's ratings, and the visitor's own rating on the page to play."""

import re
from collections.abc import Iterator

import pytest

from arena.service.ladder.cache import refresh_ladders
from arena.service.people.ratings import refresh_people
from arena.service.people.site import visitor_id
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.web.http.player import PLAYER_COOKIE
from tests.factories.made_up_matches import bots_in, by_chance, play_on
from tests.factories.people_games import finish_people_games
from tests.golden.check import check_golden
from tests.web.served import Served, serving
from tests.web.test_page_texts import file_of, visible_text

ME, OTHER = "my secret", "another secret"


@pytest.fixture(scope="module")
def people(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A site where the visitor and another person have the same name."""
    folder = tmp_path_factory.mktemp("people")
    with open_store(sqlite_url(folder / "arena.db")) as store:
        settings = TournamentSettings(bots_in(folder, 3), boards=20, seed="5eed" * 8)
        play_on(store, create(store, settings), by_chance(1))
        refresh_ladders(store)
        _play(store)
        with serving(store) as site:
            site.client.cookies.set(PLAYER_COOKIE, ME)
            yield site


def _play(store: Store) -> None:
    for secret in (ME, OTHER):
        finish_people_games(store, visitor_id(secret), [1, 2] * 15)
    name = "<script>alert(1)</script>"
    finish_people_games(store, visitor_id("third"), [1], name=name)
    finish_people_games(store, visitor_id("fourth"), [1] * 40, name="Eve")
    finish_people_games(store, visitor_id(ME), [1, 2], ruleset="pharaoh-101@1")
    refresh_people(store)


def rows(page: str) -> list[str]:
    """Return the rows of the first table of a page."""
    return re.findall(r"<tr>(.*?)</tr>", page.partition("<tbody>")[2].partition("</tbody>")[0], re.DOTALL)


@pytest.mark.dear
def test_only_the_visitors_own_row_is_marked(people: Served) -> None:
    suffix = visitor_id(ME)[:4]
    marked = [row for row in rows(people.text("/people")) if "badge" in row]
    assert len(marked) == 1
    assert f"</span> #{suffix}" in marked[0]
    assert f"</span> #{visitor_id(OTHER)[:4]}" in people.text("/people")


def test_text_of_the_page(people: Served, request: pytest.FixtureRequest) -> None:
    check_golden(file_of("people"), visible_text(people.text("/people")), request)


def test_nothing_but_names_and_results_is_published(people: Served) -> None:
    for address in ("/people", "/people?format=json", "/people?format=csv", "/play"):
        text = people.text(address)
        assert not any(
            visitor_id(secret)[:6] in text or secret in text for secret in (ME, OTHER, "third", "fourth")
        )
    assert {key for row in people.data("/people?format=json") for key in row} == {
        "name", "elo", "low", "high", "no_margin", "games", "won", "played"
    }  # fmt: skip


def test_names_are_escaped(people: Served) -> None:
    assert "<script>alert" not in people.text("/people")
    assert "<bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>" in people.text("/people")


def test_people_without_a_rating_come_last_and_show_their_games(people: Served) -> None:
    *_, last = people.data("/people?ruleset=mau-mau&format=json")
    assert (last["name"][:8], last["elo"], last["games"], last["won"]) == ("<script>", None, 1, 1)
    assert last["no_margin"]


@pytest.mark.parametrize("column", ["name", "games", "won", "played"])
def test_the_list_sorts(column: str, people: Served) -> None:
    up = people.data(f"/people?format=json&sort={column}")
    down = people.data(f"/people?format=json&sort=-{column}")
    assert up[0][column] < down[0][column]


def test_each_ruleset_has_its_own_list(people: Served) -> None:
    assert people.text("/people") == people.text("/people?ruleset=mau-mau@1").replace(
        "ruleset=mau-mau%401&amp;", ""
    )
    assert [row["games"] for row in people.data("/people?ruleset=pharaoh-101&format=json")] == [2]
    people.get("/people?ruleset=prsi", 404)
    people.get("/people?ruleset=nosuch", 404)


def test_the_page_to_play_shows_the_visitors_rating_and_name(people: Served) -> None:
    text = people.text("/play")
    assert "/people?ruleset=mau-mau%401" in text
    assert "/people?ruleset=pharaoh-101" not in text, "too few games"
    assert 'value="Ann"' in text
    stranger = people.get("/play", Cookie=f"{PLAYER_COOKIE}=nobody").text
    assert "ruleset=mau-mau%401" not in stranger
