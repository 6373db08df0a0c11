"""What whoever watches over a site is told of it."""

from pathlib import Path

import pytest
from sqlalchemy import text

from arena.service.admin import health
from arena.store.database.store import open_store, sqlite_url
from tests.web.served import serving

WELL = {"status": "ok", "database": "ok", "schema": "ok", "disk": "ok"}


def test_health_names_the_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(sqlite_url(tmp_path / "a.db")) as store, serving(store) as served:
        assert served.data("/healthz") == WELL
        with monkeypatch.context() as full:
            full.setattr(health, "MIN_FREE", 1 << 60)
            told = served.data("/healthz", 503)
            assert told["status"] == "unwell"
            assert told["disk"].endswith("MB are free: make room")
        with store.writing() as tx:
            tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        told = served.data("/healthz", 503)
        assert told == WELL | {"status": "unwell", "schema": told["schema"]}
        assert told["schema"].startswith("is 9999, this arena knows ")
        assert served.data("/healthz/live") == {"status": "ok"}
        assert str(tmp_path) not in str(told)


def test_process_is_alive_without_its_database(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "a.db")) as store, serving(store) as served:
        with store.writing() as tx:
            tx.execute(text("DROP TABLE alembic_version"))
        assert "does not answer" in served.text("/healthz", 503)
        assert served.data("/healthz/live") == {"status": "ok"}
