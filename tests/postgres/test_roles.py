"""The roles of site and referee: what each may write, and what the database refuses."""

from datetime import UTC, datetime
from http import HTTPStatus
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import ProgrammingError

from arena.service.admin.upgrade import ROLES, upgrade_database
from arena.service.ladder.cache import refresh_ladders
from arena.service.people.site import finished_log
from arena.service.tokens import new_token
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.failures import StoreFailed
from arena.store.database.store import Store, open_store
from arena.store.database.upgrade import REFEREE, WEB
from arena.store.live.status import WALL, list_watched
from arena.store.results.analyses import find_queued
from arena.store.tables import METADATA
from tests.factories.made_up_matches import bots_in, by_chance, play_on
from tests.service.people import people_worker, wait_for
from tests.web.served import serving
from tests.web.test_play import sit_down
from tests.web.test_submit import packed, post

pytestmark = pytest.mark.dear

WRITABLE = {"analysis", "upload", "token", "watching", "commit_mark", "person_game", "person_request"}


@pytest.fixture
def roles(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for role in ("web", "referee"):
        (tmp_path / role).mkdir()
    monkeypatch.setenv(ROLES, str(tmp_path))
    upgrade_database(url)
    return tmp_path


def url_of(role: str, url: str, roles: Path) -> str:
    password = (roles / role.removeprefix("arena_") / "password").read_text()
    server = url.rpartition("@")[2]
    return f"postgresql://{role}:{password}@{server}"


def test_passwords_are_made_once_and_are_private(url: str, roles: Path) -> None:
    before = (roles / "web" / "password").read_text()
    assert (roles / "web" / "password").stat().st_mode & 0o777 == 0o600
    upgrade_database(url)
    assert (roles / "web" / "password").read_text() == before != (roles / "referee" / "password").read_text()


def find_allowed(url: str, statements: list[str]) -> list[str]:
    """Return the statements that the database does not refuse for lack of rights."""
    allowed = []
    with open_store(url) as store:
        for statement in statements:
            try:
                with store.writing() as tx:
                    tx.execute(text(statement))
                allowed.append(statement)
            except (ProgrammingError, StoreFailed) as error:
                assert "permission denied" in str(error), error
    return allowed


def test_the_site_cannot_write_results(url: str, roles: Path) -> None:
    statements = [
        statement.format(f'"{table.name}"', f'"{next(iter(table.columns)).name}"')
        for table in METADATA.sorted_tables
        if table.name not in WRITABLE
        for statement in ("DELETE FROM {}", "UPDATE {0} SET {1} = {1}", "INSERT INTO {} DEFAULT VALUES")
    ]
    assert len(statements) > 60
    assert find_allowed(url_of(WEB, url, roles), statements) == []


def test_the_site_cannot_give_itself_rights(url: str, roles: Path) -> None:
    statements = [
        "UPDATE token SET expires_at = expires_at",
        "INSERT INTO token DEFAULT VALUES",
        "UPDATE upload SET owner_id = 1",
        "INSERT INTO analysis (game_id, seat, version, requested_at, document) VALUES (1, 0, 1, now(), 'x')",
        "INSERT INTO analysis (game_id, seat, version, requested_at, state) VALUES (1, 0, 1, now(), 'done')",
        "UPDATE analysis SET document = document",
        "UPDATE analysis SET attempts = 0",
        "DELETE FROM analysis",
        "INSERT INTO person_game (key, state) VALUES ('k', 'finished')",
        "UPDATE person_game SET places = '[1, 2]'",
        "DELETE FROM person_request",
        "UPDATE alembic_version SET version_num = version_num",
        "CREATE TABLE mine (id int)",
        "SET ROLE arena",
    ]
    assert find_allowed(url_of(WEB, url, roles), statements) == []


def test_the_site_can_do_its_work(url: str, roles: Path, store: Store, tmp_path: Path) -> None:
    number = create(store, TournamentSettings(bots_in(tmp_path, 2), boards=1))
    play_on(store, number, by_chance(1))
    refresh_ladders(store)
    secret = new_token(store, "anna", "anna").secret
    with open_store(url_of(WEB, url, roles)) as web, serving(web) as site:
        for path in ("/", "/bots", "/matches", f"/tournaments/{number}", "/live", f"/live/{number}.1.1"):
            site.text(path)
        sent = post(site, secret, packed(), file="any.zip", name="clever", rulesets="mau-mau", source="./x")
        assert sent.status_code == HTTPStatus.ACCEPTED, sent.text
        requested = site.client.post(f"/matches/{number}.1.1/analyses")
        assert requested.status_code == HTTPStatus.SEE_OTHER, requested.text
        first = site.client.post(f"/api/matches/{number}.1.1/games/2/analysis")
        assert first.status_code == HTTPStatus.ACCEPTED, first.text
        with store.reading() as tx:
            assert find_queued(tx)
            assert WALL in list_watched(tx, datetime.now(UTC))


def test_a_person_plays_between_the_two_roles(url: str, roles: Path, tmp_path: Path) -> None:
    with open_store(url_of(WEB, url, roles)) as web, serving(web) as site:
        key, player = sit_down(site)
        with people_worker(url_of(REFEREE, url, roles), str(tmp_path)):
            assert player.play()["page"] == f"/play/{key}"
            wait_for(lambda: finished_log(web, key))


def test_the_referee_plays_but_cannot_change_the_tables(url: str, roles: Path, tmp_path: Path) -> None:
    with open_store(url_of(REFEREE, url, roles)) as referee:
        number = create(referee, TournamentSettings(bots_in(tmp_path, 2), boards=1))
        play_on(referee, number, by_chance(1))
        assert refresh_ladders(referee)
    statements = ["UPDATE alembic_version SET version_num = version_num", "CREATE TABLE mine (id int)"]
    assert find_allowed(url_of(REFEREE, url, roles), statements) == []
