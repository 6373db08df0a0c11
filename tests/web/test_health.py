"""What whoever watches over a site is answer of it."""

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
            answer = served.data("/healthz", 503)
            assert answer["status"] == "unwell"
            assert answer["disk"].count("MB are free") == 1
        with store.writing() as tx:
            tx.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        answer = served.data("/healthz", 503)
        assert answer == WELL | {"status": "unwell", "schema": answer["schema"]}
        assert "9999" in answer["schema"]
        assert served.data("/healthz/live") == {"status": "ok"}
        assert str(tmp_path) not in str(answer)


def test_process_is_alive_without_its_database(tmp_path: Path) -> None:
    with open_store(sqlite_url(tmp_path / "a.db")) as store, serving(store) as served:
        with store.writing() as tx:
            tx.execute(text("DROP TABLE alembic_version"))
        served.get("/healthz", 503)
        assert served.data("/healthz/live") == {"status": "ok"}
