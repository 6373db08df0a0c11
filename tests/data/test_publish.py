"""Files of games for the site: made once, or daily, and never half."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import update

from arena.service.bots import resolve_bot
from arena.service.data import export, publish
from arena.service.data.publish import publish_games
from arena.service.data.published import PublishedGames, find_file, games_folder, read_published
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.tables.schedule import MATCH
from tests.cli.arena import BOTS
from tests.factories.logged_matches import play_some

pytest.importorskip("pyarrow")
import maumau.data

OCTOBER, NOVEMBER = datetime(2026, 10, 31, 23, tzinfo=UTC), datetime(2026, 11, 2, 9, tzinfo=UTC)
DECEMBER = datetime(2026, 12, 1, 2, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    """A tournament of three bots; one match has finished in October, one in November."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with open_store(sqlite_url(tmp_path / "arena.db")) as opened:
        bots = tuple(resolve_bot(str(BOTS / name)) for name in ("last.py", "dice.py", "shortest.py:Shortest"))
        create(opened, TournamentSettings(bots, ("mau-mau",), boards=2, seed="5eed" * 8))
        play_some(opened, 1, 2)
        finish(opened, OCTOBER, NOVEMBER)
        yield opened


def finish(store: Store, *times: datetime) -> None:
    """Set when the finished matches have finished."""
    with store.writing() as tx:
        played = tx.scalars(MATCH.select().where(MATCH.c.committed_at.is_not(None)).order_by(MATCH.c.id))
        for key, time in zip(played, times, strict=True):
            tx.execute(update(MATCH).where(MATCH.c.id == key).values(committed_at=time))


def published(store: Store, now: datetime) -> tuple[int, list[PublishedGames]]:
    return publish_games(store, lambda: None, now), read_published(store)


@pytest.mark.dear
def test_a_past_month_is_made_once_and_the_current_one_daily(store: Store) -> None:
    made, listed = published(store, NOVEMBER)
    assert (made, [(one.month, one.games) for one in listed]) == (2, [("2026-11", 4), ("2026-10", 4)])
    assert published(store, NOVEMBER + timedelta(days=5)) == (0, listed)
    play_some(store, 1, 1)
    finish(store, OCTOBER, NOVEMBER, NOVEMBER + timedelta(hours=1))
    assert published(store, NOVEMBER + timedelta(hours=23))[0] == 0
    made, (november, october) = published(store, NOVEMBER + timedelta(hours=25))
    assert (made, november.games, november.is_complete) == (1, 8, False)
    made, (november, october) = published(store, DECEMBER)
    assert (made, november.is_complete, october.made_at) == (1, True, NOVEMBER)
    assert published(store, DECEMBER + timedelta(days=90))[0] == 0


@pytest.mark.dear
def test_listed_files_are_there_and_no_others(store: Store) -> None:
    _, listed = published(store, NOVEMBER)
    folder = games_folder(store)
    assert folder
    for one in listed:
        for file in one.files:
            path = find_file(store, file.name)
            assert path
            content = path.read_bytes()
            assert (hashlib.sha256(content).hexdigest(), len(content)) == (file.sha256, file.bytes)
        decisions, hidden = (find_file(store, file.name) for file in one.files)
        assert decisions and hidden
        games = list(maumau.data.games(decisions))
        assert len(games) == one.games == sum(1 for _ in maumau.data.logs(hidden))
        assert sum(len(game.decisions) for game in games) == one.decisions
        assert {f"{game.day:%Y-%m}" for game in games} == {one.month}
    assert len(list(folder.iterdir())) == 5
    assert find_file(store, "../arena.db") is None


@pytest.mark.dear
def test_after_a_crash_the_old_files_stay_and_leftovers_go(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, before = published(store, NOVEMBER)
    play_some(store, 1, 1)
    finish(store, OCTOBER, NOVEMBER, NOVEMBER)

    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    later = NOVEMBER + timedelta(days=2)
    with monkeypatch.context() as patch:
        patch.setattr(publish, "_write_index", crash)
        with pytest.raises(KeyboardInterrupt):
            published(store, later)
    assert read_published(store) == before
    assert all(find_file(store, file.name) for one in before for file in one.files)
    folder = games_folder(store)
    assert folder
    assert len(list(folder.iterdir())) == 7
    assert published(store, later)[0] == 1
    assert len(list(folder.iterdir())) == 5


def test_a_full_disk_stops_one_ruleset_only(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    real = export.write_ruleset

    def write(*arguments: object, **more: object) -> object:
        if "2026-10" in str(arguments[2]):
            raise OSError(28, "No space left on device")
        return real(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(publish, "write_ruleset", write)
    made, listed = published(store, NOVEMBER)
    assert (made, [one.month for one in listed]) == (1, ["2026-11"])


@pytest.mark.dear
def test_a_damaged_index_is_made_again(store: Store) -> None:
    _, before = published(store, NOVEMBER)
    folder = games_folder(store)
    assert folder
    (folder / "index.json").write_text("[{")
    assert read_published(store) == []
    assert published(store, NOVEMBER) == (2, before)


def test_a_stopped_worker_leaves_no_file(store: Store) -> None:
    class Stopped(Exception):
        pass

    def stop() -> None:
        raise Stopped

    with pytest.raises(Stopped):
        publish_games(store, stop, NOVEMBER)
    folder = games_folder(store)
    assert folder
    assert list(folder.iterdir()) == []
