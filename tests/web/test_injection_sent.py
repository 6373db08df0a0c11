"""No text that is sent is taken for SQL: in forms, in what shows who somebody is, and beside a bot."""

import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from arena.service.tokens import NewToken, new_token
from arena.store.database.store import Store, open_store, sqlite_url
from arena.web.guards.rate_limit import Rates
from tests.conftest import Scale
from tests.web.injections import TEXTS, rows
from tests.web.served import Served, serving
from tests.web.test_submit import Browser, packed, shows

pytestmark = pytest.mark.dear

BESIDE: Final = ("name", "member", "rulesets")


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "arena.db"


@pytest.fixture
def own(database: Path) -> Iterator[Store]:
    with open_store(sqlite_url(database)) as store:
        yield store


@pytest.fixture
def here(own: Store) -> Iterator[Served]:
    with serving(own) as served:
        doors = served.app.state.rates
        doors.wrong_tokens = doors.uploads_by_owner = doors.uploads_by_address = Rates(1_000, 1)
        yield served


@pytest.fixture
def anna(own: Store) -> NewToken:
    return new_token(own, "anna")


def some_texts(scale: Scale, most: int = 6) -> tuple[str, ...]:
    return TEXTS[:: max(1, len(TEXTS) // scale.pick(quick=2, ci=most, full=len(TEXTS)))]


def test_injection_as_a_token(here: Served, database: Path, anna: NewToken, scale: Scale) -> None:
    before = rows(database)
    for text in some_texts(scale):
        for secret in (text, f"{anna.secret}{text}", f"{anna.secret.partition('_')[0]}_{text}"):
            assert here.client.get("/api/uploads", headers=shows(secret)).status_code == 401, secret
        here.client.cookies.set("arena_session", text.replace(";", "%3B"))
        assert 'type="file"' not in here.client.get("/submit").text
        here.client.cookies.clear()
    assert rows(database) == before


def test_injection_in_forms(here: Served, database: Path, anna: NewToken, scale: Scale) -> None:
    browser = Browser(here)
    with browser.client:
        for text in some_texts(scale):
            assert browser.sign_in(text).status_code == 401, text
        assert browser.sign_in(anna).status_code == 303
        before = rows(database)
        for text in some_texts(scale):
            forged = browser.client.post(
                "/submit/bot", data={"csrf": text}, files={"bot": ("a.zip", packed())}
            )
            assert forged.status_code == 403, text
            assert browser.client.post("/submit/sign-out", data={"csrf": text}).status_code == 403, text
            for name in BESIDE:
                assert 400 <= browser.send(packed(), **{name: text}).status_code < 500, (name, text)
    assert rows(database) == before


def test_free_text_is_stored_unchanged(here: Served, database: Path, own: Store, scale: Scale) -> None:
    """And it is all that is kept."""
    for number, text in enumerate(some_texts(scale)):
        token = new_token(own, f"anna-{number}")
        before = tables(database)
        for way in ("form", "query"):
            beside = {"source": f"./{text}", "name": f"clever-{number}-{way}"}
            if way == "form":
                content = packed() + b"1"
                files = {"bot": (f"{text}.zip", content)}
                sent = here.client.post("/api/bots", data=beside, files=files, headers=shows(token))
            else:
                query = beside | {"file": f"{text}.zip"}
                sent = here.client.post("/api/bots", params=query, content=packed(), headers=shows(token))
            assert sent.status_code == 202, (text, sent.text)
            source, file = said_of(database, sent.json()["id"])
            assert source == f"./{text}".strip()
            assert re.fullmatch(r"[\w. -]+\.zip", file), file
        after = tables(database)
        assert after.pop("upload") == before.pop("upload") + 2
        assert {**after, "upload_step": 0} == {**before, "upload_step": 0}


def said_of(database: Path, ticket: str) -> tuple[str, str]:
    """What is kept of what was said beside an upload: the source and the name of the file."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        [said] = connection.execute("SELECT source, file FROM upload WHERE ticket = ?", (ticket,))
        source, file = said
        return source, file


def tables(database: Path) -> dict[str, int]:
    """How many rows each has."""
    with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as connection:
        names = [
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
