"""The page with files of games, and the files."""

import hashlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.service.data.publish import publish_games
from arena.store.database.store import Store
from arena.web.site import Settings
from tests.web.served import Served, serving
from tests.web.waiting import until

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the files that are offered."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def site_with_files(store: Store, folder: Path) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("XDG_DATA_HOME", str(folder))
        publish_games(store, lambda: None)
    with serving(store, Settings(licence="CC BY 4.0")) as served:
        yield served


@pytest.fixture
def offered(site_with_files: Served, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Served:
    """A site whose worker has made its files. For tests that only look."""
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return site_with_files


@pytest.mark.dear
def test_the_page_offers_each_file(offered: Served, folder: Path) -> None:
    page, rows = offered.text("/data"), offered.data("/data?format=json")
    assert {row["ruleset"] for row in rows} == {"mau-mau@1", "pharaoh-101@1"}
    for row in rows:
        assert row["games"] == 18
        for kind in ("file", "hidden"):
            answer = offered.client.get(f"/data/{row[kind]}", headers={"Accept-Encoding": "gzip"})
            assert hashlib.sha256(answer.content).hexdigest() == row[f"{kind}_sha256"]
            assert len(answer.content) == row[f"{kind}_bytes"] == int(answer.headers["content-length"])
            assert row[f"{kind}_sha256"] in page
    assert "CC BY 4.0" in page
    assert str(folder) not in page + str(rows)
    assert "Licence: CC BY 4.0" in offered.text("/data/README.md")


@pytest.mark.dear
def test_a_part_of_a_file_can_be_asked_for(offered: Served) -> None:
    name = offered.data("/data?format=json")[0]["file"]
    assert offered.get(f"/data/{name}", 206, Range="bytes=0-3").content == b"PAR1"


@pytest.mark.parametrize("name", ["index.json", "none.parquet", "..%2Farena.db", "%2e%2e"])
def test_nothing_else_is_served(offered: Served, name: str) -> None:
    assert offered.client.get(f"/data/{name}").status_code in (404, 307)


def test_without_a_licence_the_card_says_so(empty: Served) -> None:
    assert "Licence: not stated" in empty.text("/data")


@pytest.mark.dear
def test_the_worker_makes_the_files(database: Path, store: Store, tmp_path: Path) -> None:
    environment = {"ARENA_DB": f"sqlite:///{database}", "XDG_DATA_HOME": str(tmp_path)}
    command = [
        sys.executable,
        "-c",
        "from arena.service.analyses import worker; worker.REST = 0\n"
        "from arena.service.data.worker import main; main()",
    ]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, cwd=Path(__file__).parents[2], env=environment)
    with process:
        assert process.stdin
        until(lambda: len(list(tmp_path.rglob("*.parquet"))) == 4)
        process.stdin.close()
        assert process.wait(20) == 0
