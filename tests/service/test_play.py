"""Matches without a database, and finding games again."""

import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from arena.record.compression import compress
from arena.record.reader import BadLog
from arena.service import play
from arena.service.database import open_database
from arena.service.errors import BadSettings, RunError, UnknownReplay
from arena.service.play import PlayedGame, PlayResult, play_local, play_match, plays_folder, save_logs
from arena.service.replay.find import find
from arena.service.results import RunResult
from arena.store.database.store import Store
from tests.service.conftest import HERE, FindBot

SEED = "5e" * 32
KEPT = 60  # logs, instead of 500


@pytest.fixture(scope="module")
def match(bot: FindBot) -> PlayResult:
    return play_match([bot("last.py"), bot("dice.py")], "mau-mau", boards=2, seed=SEED)


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("ARENA_DB", str(tmp_path / "none.db"))
    monkeypatch.setattr(play, "KEPT", KEPT)


@pytest.mark.dear
def test_a_match_is_played_in_every_seating(match: PlayResult) -> None:
    assert match.bots == ("last", "dice")
    assert [(game.board, game.rotation, game.names) for game in match.games] == [
        (0, 0, ("last", "dice")),
        (0, 1, ("dice", "last")),
        (1, 0, ("last", "dice")),
        (1, 1, ("dice", "last")),
    ]
    assert sum(match.scores) == 4
    assert (match.secret, match.open_seed, match.games_with_fault) == (SEED, False, 0)


@pytest.mark.dear
def test_a_table_of_three_plays_the_same_bot_twice(bot: FindBot) -> None:
    dice = bot("dice.py")
    result = play_match([dice, dice, bot("last.py")], "mau-mau", seed="42")
    assert len(result.games) == 3
    assert sum(result.scores) == pytest.approx(4.5)
    assert result.open_seed


@pytest.mark.dear
def test_a_bad_bot_is_told(bot: FindBot) -> None:
    result = play_match([bot("exits_at_once"), bot("last.py")], "mau-mau")
    assert result.games_with_fault == 2
    assert {fault.bot for fault in result.faults} == {0}
    assert result.scores == (0.0, 2.0)


def test_matches_that_cannot_be_played(bot: FindBot) -> None:
    last = bot("last.py")
    for bots, ruleset, boards in (([last], "mau-mau", 1), ([last] * 2, "mau-mau", 0), ([last] * 2, "nix", 1)):
        with pytest.raises(BadSettings):
            play_match(bots, ruleset, boards)


def test_logs_that_were_kept_are_found_by_file_and_by_id(match: PlayResult, tmp_path: Path) -> None:
    paths = save_logs(match.games)
    assert [path.parent for path in paths] == [plays_folder()] * 4
    by_file, by_id = find(str(paths[1])), find(match.games[1].id[:12])
    assert by_file.data == by_id.data == match.games[1].log
    assert by_id.verify().ok
    packed = tmp_path / "packed"
    packed.write_bytes(compress(match.games[0].log))
    assert find(str(packed)).log().header.game == match.games[0].id


def named(match: PlayResult, *names: str) -> list[PlayedGame]:
    return [replace(match.games[0], id=name) for name in names]


def test_of_old_logs_only_the_newest_stay(match: PlayResult) -> None:
    old = save_logs(named(match, *(f"old{number}" for number in range(KEPT))))
    new = save_logs(named(match, "new1", "new2"))
    assert set(plays_folder().iterdir()) == {*old[2:], *new}


def test_all_logs_of_one_match_stay(match: PlayResult) -> None:
    save_logs(named(match, "old"))
    paths = save_logs(named(match, *(f"new{number}" for number in range(KEPT + 1))))
    assert set(plays_folder().iterdir()) == set(paths)


def test_matches_may_end_at_the_same_time(match: PlayResult) -> None:
    save_logs(named(match, *(f"old{number}" for number in range(KEPT))))
    with ThreadPoolExecutor() as threads:
        paths = threads.map(lambda number: save_logs(named(match, f"new{number}")), range(50))
    assert all(path.exists() for (path,) in paths)


def test_games_of_a_tournament_are_found(
    played: tuple[Store, RunResult], tmp_path_factory: pytest.TempPathFactory
) -> None:
    database = str(next(tmp_path_factory.getbasetemp().glob("played*/arena.db")))
    number = played[1].tournament
    replay = find(f"{number}.1.1/2", database)
    assert replay.name == f"{number}.1.1 board 1 seating 2"
    assert find(replay.log().header.game, database) == replay
    with pytest.raises(UnknownReplay, match="no game"):
        find(f"{number}.1.1/99", database)


@pytest.mark.parametrize("text", ["zzzzzzzz", "1.1.1/1", "no such file", "%", "../../etc"])
def test_what_is_not_there(text: str, tmp_path: Path) -> None:
    database = str(tmp_path / "empty.db")
    with open_database(database):
        pass
    with pytest.raises(UnknownReplay):
        find(text, database)


def test_several_are_named(match: PlayResult) -> None:
    plays_folder().mkdir(parents=True)
    for name in ("abcd1", "abcd2"):
        (plays_folder() / f"{name}.jsonl").write_bytes(match.games[0].log)
    with pytest.raises(UnknownReplay, match="abcd1, abcd2"):
        find("abcd")


def test_a_file_that_is_no_log_is_told(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("hello\n")
    with pytest.raises(BadLog):
        find(str(tmp_path / "text")).log()
    assert not find(str(tmp_path / "text")).verify().ok


@pytest.mark.dear
def test_a_bot_can_be_played_here_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_local((sys.executable, "last.py"), HERE) == 0
    printed = capsys.readouterr().out
    assert "last vs random: " in printed
    assert "arena replay show" in printed


@pytest.mark.dear
def test_played_here_it_does_not_wait_where_no_bot_can_be_started(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("x" * 100)
    deep.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(deep))
    assert play_local((sys.executable, "last.py"), HERE) == RunError.exit_code
    assert "set TMPDIR to a short, plain directory" in capsys.readouterr().err
