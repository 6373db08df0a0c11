"""Dropping old logs: results, ratings and the ledger stay, and what was dropped says so."""

import shutil
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select, text

from arena.record.match import Verdict
from arena.service.admin.prune import PruneResult, parse_age, plan, prune
from arena.service.errors import BadSettings, DatabaseError, LogDropped, UnknownTournament
from arena.service.replay.find import find
from arena.service.tournaments.edit import cancel_tournament
from arena.service.tournaments.setup.create import create
from arena.service.tournaments.setup.settings import TournamentSettings
from arena.service.verify.verify import TournamentVerification, verify_tournament
from arena.store.admin import prune as prune_logs
from arena.store.database.store import Store, open_store, sqlite_url
from arena.store.results.ledger import find_broken_entry, read_head
from arena.store.results.records import Piece
from arena.store.tables.results import FAULT, GAME, GAME_LOG, PRUNING
from tests.factories.logged_matches import play_all, play_some
from tests.service.test_backup import small_disk

OVER, RUNNING = 1, 2


def late(piece: Piece, bot: int) -> Verdict:
    """The second entrant is always late; at the table of the two others nobody starts."""
    return Verdict.TIMEOUT if bot == 2 else Verdict.OK if 2 in piece.bots else Verdict.NO_START


@pytest.fixture(scope="module")
def prepared(empty: Path, settings: TournamentSettings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with an event that is over, with faults in it, and one that is half played."""
    path = Path(shutil.copy(empty, tmp_path_factory.mktemp("played") / "arena.db"))
    with open_store(sqlite_url(path)) as store:
        assert create(store, settings) == OVER
        play_all(store, OVER, late)
        assert create(store, settings) == RUNNING
        play_some(store, RUNNING, 1)
    return path


@pytest.fixture
def played(store: Store, tmp_path: Path) -> Path:
    """A copy of that database, open in `store`."""
    return tmp_path / "arena.db"


def everything(store: Store, path: Path) -> PruneResult:
    """Drop whatever is old enough if any age will do."""
    return prune(str(path), plan(store, timedelta(0)))


def without_logs(store: Store) -> dict[str, list[tuple[object, ...]]]:
    """What has to stay."""
    with store.reading() as tx:
        tables = ("tournament", "match", "match_seat", "game", "game_seat", "ledger_entry", "entrant")
        return {
            name: [tuple(row) for row in tx.execute(text(f"SELECT * FROM {name} ORDER BY 1, 2"))]
            for name in tables
        }


def lines(found: TournamentVerification) -> dict[str, str]:
    return {subject.name: subject.about for subject in found.subjects}


def logs(store: Store, number: int) -> int:
    with store.reading() as tx:
        wanted = select(func.count()).select_from(GAME_LOG).join(GAME, GAME.c.id == GAME_LOG.c.game_id)
        return tx.scalar(wanted.where(GAME.c.tournament_id == number)) or 0


def test_logs_go_and_all_else_stays(store: Store, played: Path) -> None:
    before, wanted = without_logs(store), plan(store, timedelta(0))
    [event] = wanted.tournaments
    done = everything(store, played)
    assert (event.tournament, event.games, event.bytes) == (OVER, done.games, done.bytes)
    assert logs(store, OVER) == 0
    assert logs(store, RUNNING) > 0
    assert without_logs(store) == before
    assert plan(store, timedelta(0)).tournaments == ()


@pytest.mark.dear
def test_the_room_is_given_back(store: Store, played: Path, settings: TournamentSettings) -> None:
    play_all(store, create(store, replace(settings, boards=20)))
    done = everything(store, played)
    assert done.not_vacuumed == ""
    assert done.size < done.size_before
    assert played.stat().st_size == done.size


@pytest.mark.dear
def test_it_verifies_and_says_what_is_gone(store: Store, played: Path) -> None:
    done = everything(store, played)
    found = verify_tournament(store, OVER)
    assert [str(finding) for finding in found.findings] == []
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert f"{done.games} whose logs were dropped on {today}" in lines(found)["games"]
    with store.reading() as tx:
        assert find_broken_entry(tx) is None


@pytest.mark.dear
def test_what_runs_goes_on_and_both_verify(store: Store, played: Path) -> None:
    everything(store, played)
    play_all(store, RUNNING)
    assert verify_tournament(store, OVER).ok
    assert verify_tournament(store, RUNNING).ok
    everything(store, played)
    assert verify_tournament(store, RUNNING).ok
    with store.reading() as tx:
        first, second = tx.execute(select(PRUNING).order_by(PRUNING.c.number)).all()
    assert second.previous == first.digest


def test_a_replay_says_that_the_log_was_dropped(store: Store, played: Path) -> None:
    with store.reading() as tx:
        game = tx.execute(select(GAME).where(GAME.c.log_digest != "", GAME.c.tournament_id == OVER)).first()
    assert game
    find(game.name, str(played)).log()
    everything(store, played)
    where = f"{OVER}.{game.round}.{game.pairing}/{2 * game.board + game.rotation + 1}"
    for name in (game.name, where):
        with pytest.raises(
            LogDropped, match=rf"was dropped on {datetime.now(UTC):%Y-%m-%d}, the result stays"
        ):
            find(name, str(played))


def test_what_bots_printed_goes_too(store: Store, played: Path) -> None:
    printed = select(func.count()).select_from(FAULT).where(func.length(FAULT.c.output) > 0)
    faults = select(func.count()).select_from(FAULT)
    with store.reading() as tx:
        assert (tx.scalar(printed) or 0) > 0
        before = tx.scalar(faults)
    everything(store, played)
    with store.reading() as tx:
        assert tx.scalar(printed) == 0
        assert tx.scalar(faults) == before


@pytest.mark.dear
def test_by_age_by_event_or_by_both(store: Store, played: Path, settings: TournamentSettings) -> None:
    number = create(store, settings)
    play_all(store, number)
    with store.writing() as tx:
        tx.execute(text("UPDATE tournament SET finished_at = '2026-01-01 00:00:00' WHERE id = 1"))

    def chosen(*args: object) -> list[int]:
        return [one.tournament for one in plan(store, *args).tournaments]  # type: ignore[arg-type]

    assert chosen(timedelta(days=30)) == [OVER]
    assert chosen(None, (number,)) == [number]
    assert chosen(None, (number, OVER)) == [OVER, number]
    assert chosen(timedelta(days=30), (number,)) == []
    assert chosen(None, (RUNNING,)) == []
    assert chosen(timedelta(days=36_000)) == []


@pytest.mark.dear
def test_what_was_cancelled_is_over(store: Store, played: Path) -> None:
    cancel_tournament(store, RUNNING)
    everything(store, played)
    assert logs(store, RUNNING) == 0
    assert verify_tournament(store, RUNNING).ok


@pytest.mark.dear
def test_many_pieces_are_dropped_some_at_a_time(
    store: Store, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prune_logs, "BATCH_SIZE", 1)
    done = everything(store, played)
    with store.reading() as tx:
        assert tx.scalar(select(func.count()).select_from(PRUNING)) == 3
        assert tx.scalar(select(func.sum(PRUNING.c.games))) == done.games
        assert read_head(tx)[0] == 4
    assert verify_tournament(store, OVER).ok


@pytest.mark.dear
def test_logs_that_are_gone_without_a_record_are_damage(store: Store, played: Path) -> None:
    with store.writing() as tx:
        tx.execute(GAME_LOG.delete())
    found = verify_tournament(store, OVER)
    assert {finding.table for finding in found.findings} == {"game_log"}
    everything(store, played)
    assert not verify_tournament(store, OVER).ok


@pytest.mark.dear
def test_a_log_that_is_said_to_be_gone_and_is_there_is_found(store: Store, played: Path) -> None:
    with store.reading() as tx:
        kept = [dict(row) for row in tx.execute(select(GAME_LOG)).mappings()]
    everything(store, played)
    with store.writing() as tx:
        tx.execute(GAME_LOG.insert(), kept[:1])
    assert [(one.table, one.column) for one in verify_tournament(store, OVER).findings] == [("game_log", "")]


@pytest.mark.parametrize(("written", "days"), [("90d", 90), ("12w", 84), ("2y", 730), (" 0D ", 0)])
def test_ages(written: str, days: int) -> None:
    assert parse_age(written) == timedelta(days=days)


@pytest.mark.parametrize("written", ["", "90", "d", "-1d", "1.5d", "90 d", "123456d", "9m"])
def test_what_is_no_age(written: str) -> None:
    with pytest.raises(BadSettings):
        parse_age(written)


def test_nothing_is_older_than_all_time(store: Store, played: Path) -> None:
    assert plan(store, parse_age("99999y")).tournaments == ()
    assert plan(store, parse_age("0d")).tournaments


def test_what_to_drop_has_to_be_said(store: Store) -> None:
    with pytest.raises(BadSettings):
        plan(store, None)
    for number in (7, 0, 2**70):
        with pytest.raises(UnknownTournament):
            plan(store, None, (number,))


@pytest.mark.fault("F07")
@pytest.mark.parametrize("room", [0, 40_960, 57_344])
@pytest.mark.dear
def test_on_a_full_disk_it_is_told_and_nothing_is_half_done(
    store: Store, played: Path, tmp_path: Path, room: int
) -> None:
    """There is no room to open it; or for what is written."""
    store.close()
    with small_disk(tmp_path / "small", "700k") as disk:
        path = Path(shutil.copy(played, disk / "arena.db"))
        fill(disk, room)
        with open_store(sqlite_url(played)) as other:
            wanted = plan(other, timedelta(0))
        with pytest.raises(DatabaseError):
            prune(str(path), wanted)
        (disk / "filled").unlink()
        with open_store(sqlite_url(path)) as again:
            assert verify_tournament(again, OVER).ok
            assert logs(again, OVER) > 0
            assert plan(again, timedelta(0)).tournaments == wanted.tournaments


def fill(disk: Path, room: int) -> None:
    """Leave so many bytes of room."""
    with (disk / "filled").open("wb", buffering=0) as file:
        with suppress(OSError):
            while True:
                file.write(bytes(4096))
        file.truncate(file.tell() - room)


@pytest.mark.fault("F07")
@pytest.mark.dear
def test_where_there_is_no_room_to_give_room_back_that_is_told(
    store: Store, played: Path, tmp_path: Path
) -> None:
    """The logs are gone, and the file is as large as it was."""
    store.close()
    with small_disk(tmp_path / "small", "700k") as disk:
        path = Path(shutil.copy(played, disk / "arena.db"))
        with open_store(sqlite_url(path)) as opened:
            wanted = plan(opened, timedelta(0))
        done = prune(str(path), wanted)
        assert "disk is full" in done.not_vacuumed
        assert done.size >= done.size_before
        with open_store(sqlite_url(path)) as again:
            assert logs(again, OVER) == 0
            assert verify_tournament(again, OVER).ok
